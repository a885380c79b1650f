import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How far a fling glides by Chromium's curve: every fling is the tail of one fastest fling.
///
/// That one is p(t) = a (1 − e^(−b t)) − c t, and ends where its speed is 0. A fling enters it where it is as
/// fast as the fling's faster axis; both axes scale.
public struct FlingCurve: Hashable, Sendable {
  /// a, in points. Chromium's `fling_curve.cc`.
  private static let reach = 5707.62
  /// b, per second. Chromium.
  private static let decay = 3.7
  /// c, in points per second. Chromium.
  static let drag = 172.0
  /// The speed at the curve's beginning, in points per second; faster flings glide like this one.
  private static let fastest = reach * decay - drag
  /// When the fastest fling rests, in seconds.
  private static let end = log(reach * decay / drag) / decay

  private let ratio: Point
  private let entry: Double

  /// The glide of something that is released at `velocity`, in points per second.
  public init(velocity: Point) {
    let fast = max(abs(velocity.x), abs(velocity.y))
    guard fast > 0, fast.isFinite else {
      ratio = .zero
      entry = Self.end
      return
    }
    let speed = min(fast, Self.fastest)
    entry = -log((speed + Self.drag) / (Self.reach * Self.decay)) / Self.decay
    ratio = velocity * (1 / Self.speed(at: entry))
  }

  /// How long it glides, in seconds.
  public var duration: Double { Self.end - entry }

  /// How far it has come after `time` seconds, in points.
  public func offset(at time: Double) -> Point {
    ratio * (Self.position(at: inside(time)) - Self.position(at: entry))
  }

  /// How fast it is after `time` seconds, in points per second; zero at rest.
  public func velocity(at time: Double) -> Point {
    time >= duration ? .zero : ratio * Self.speed(at: inside(time))
  }

  /// Whether it still glides after `time` seconds.
  public func isActive(at time: Double) -> Bool { time < duration }

  private func inside(_ time: Double) -> Double { min(entry + max(0, time), Self.end) }

  private static func position(at time: Double) -> Double { reach * (1 - exp(-decay * time)) - drag * time }

  private static func speed(at time: Double) -> Double { reach * decay * exp(-decay * time) - drag }
}

/// How a flung scroll view slows down on iOS: v(t) = v₀ r^(1000 t).
public struct ScrollDeceleration: Hashable, Sendable {
  /// What is left of the speed after a millisecond, more than 0 and less than 1.
  public let rate: Double

  /// UIScrollView's `normal`, 0.998.
  public static let normal = ScrollDeceleration(rate: 0.998)
  /// UIScrollView's `fast`, 0.99.
  public static let fast = ScrollDeceleration(rate: 0.99)

  /// A deceleration; a rate outside of 0…1 is taken as the normal one.
  public init(rate: Double) {
    self.rate = rate > 0 && rate < 1 ? rate : 0.998
  }

  /// ln v(t) falls by this per second; negative.
  private var slope: Double { 1000 * log(rate) }

  /// Points per second, `time` seconds after a release at `velocity` points per second.
  public func velocity(_ velocity: Double, after time: Double) -> Double {
    velocity * exp(slope * max(0, time))
  }

  /// Points that were covered `time` seconds after a release at `velocity` points per second.
  public func distance(_ velocity: Double, after time: Double) -> Double {
    velocity * expm1(slope * max(0, time)) / slope
  }

  /// Points that will be covered altogether.
  public func restDistance(_ velocity: Double) -> Double { -velocity / slope }

  /// Points that will be covered altogether, stepped by milliseconds as UIKit's designers published it (WWDC
  /// 2018, session 803); slightly less than `restDistance`.
  public func projection(_ velocity: Double) -> Double { velocity / 1000 * rate / (1 - rate) }

  /// Seconds until what is left to cover is `threshold` points or less.
  public func duration(_ velocity: Double, threshold: Double) -> Double {
    guard velocity != 0, threshold > 0 else { return 0 }
    return max(0, log(-slope * threshold / abs(velocity)) / slope)
  }
}

/// How content follows a finger that pulls it beyond its end, as in UIScrollView: c x d / (d + c x).
public struct RubberBand: Hashable, Sendable {
  /// Extent of the view along the pull, in points; the content never comes further than this.
  public var dimension: Double
  /// How much of a small pull is followed, 0 to 1. UIScrollView's 0.55.
  public var coefficient: Double

  /// A rubber band. A dimension or a coefficient that is not positive lets nothing move.
  public init(dimension: Double, coefficient: Double = 0.55) {
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// How far the content is beyond its end when the finger has pulled by `pull` points, either way.
  public func offset(forPull pull: Double) -> Double {
    let reach = coefficient * abs(pull)
    guard dimension > 0, reach > 0 else { return 0 }
    guard reach.isFinite else { return pull < 0 ? -dimension : dimension }
    let offset = dimension * (reach / (dimension + reach))
    return pull < 0 ? -offset : offset
  }

  /// How much the content moves per point of the finger, 0 to 1: the derivative of the offset.
  public func slope(atPull pull: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    let part = dimension / (dimension + coefficient * abs(pull))
    return coefficient * part * part
  }
}
