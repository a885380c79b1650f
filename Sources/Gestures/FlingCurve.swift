import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Chromium's fling curve: every fling is the tail of one fastest fling.
///
/// The fastest fling is p(t) = a (1 − e^(−b t)) − c t, up to the time at which its speed is 0. A fling enters
/// it at the time at which the speed equals that of the fling's faster axis. Both axes scale.
public struct FlingCurve: Hashable, Sendable {
  /// The constant a, in points. From Chromium's `fling_curve.cc`.
  private static let reach = 5707.62
  /// The constant b, per second. From Chromium.
  private static let decay = 3.7
  /// The constant c, in points per second. From Chromium.
  static let drag = 172.0
  /// The speed at the beginning of the curve, in points per second. Faster flings use this speed.
  private static let fastest = reach * decay - drag
  /// The time at which the fastest fling comes to rest, in seconds.
  private static let end = log(reach * decay / drag) / decay

  private let ratio: Point
  private let entry: Double

  /// Creates the curve for a release at `velocity`, in points per second.
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

  /// The duration of the fling, in seconds.
  public var duration: Double { Self.end - entry }

  /// Returns the distance after `time` seconds, in points.
  public func offset(at time: Double) -> Point {
    ratio * (Self.position(at: inside(time)) - Self.position(at: entry))
  }

  /// Returns the velocity after `time` seconds, in points per second; zero at rest.
  public func velocity(at time: Double) -> Point {
    time >= duration ? .zero : ratio * Self.speed(at: inside(time))
  }

  /// Reports whether the fling still moves after `time` seconds.
  public func isActive(at time: Double) -> Bool { time < duration }

  private func inside(_ time: Double) -> Double { min(entry + max(0, time), Self.end) }

  private static func position(at time: Double) -> Double { reach * (1 - exp(-decay * time)) - drag * time }

  private static func speed(at time: Double) -> Double { reach * decay * exp(-decay * time) - drag }
}

/// The deceleration of scroll views on iOS: v(t) = v₀ r^(1000 t).
public struct ScrollDeceleration: Hashable, Sendable {
  /// The fraction of the speed that remains after one millisecond, more than 0 and less than 1.
  public let rate: Double

  /// UIScrollView's `normal`, 0.998.
  public static let normal = ScrollDeceleration(rate: 0.998)
  /// UIScrollView's `fast`, 0.99.
  public static let fast = ScrollDeceleration(rate: 0.99)

  /// Creates a deceleration. A rate outside 0…1 counts as the normal rate.
  public init(rate: Double) {
    self.rate = rate > 0 && rate < 1 ? rate : 0.998
  }

  /// The slope of ln v(t) per second; negative.
  private var slope: Double { 1000 * log(rate) }

  /// Returns the velocity in points per second, `time` seconds after a release at `velocity` points per
  /// second.
  public func velocity(_ velocity: Double, after time: Double) -> Double {
    velocity * exp(slope * max(0, time))
  }

  /// Returns the distance in points, `time` seconds after a release at `velocity` points per second.
  public func distance(_ velocity: Double, after time: Double) -> Double {
    velocity * expm1(slope * max(0, time)) / slope
  }

  /// Returns the total distance, in points.
  public func restDistance(_ velocity: Double) -> Double { -velocity / slope }

  /// Returns the total distance in points, in steps of a millisecond, as UIKit's designers published it (WWDC
  /// 2018, session 803). Slightly less than `restDistance`.
  public func projection(_ velocity: Double) -> Double { velocity / 1000 * rate / (1 - rate) }

  /// Returns the time until the remaining distance is `threshold` points or less, in seconds.
  public func duration(_ velocity: Double, threshold: Double) -> Double {
    guard velocity != 0, threshold > 0 else { return 0 }
    return max(0, log(-slope * threshold / abs(velocity)) / slope)
  }
}

/// The movement of content that a finger pulls beyond its end, as in UIScrollView: c x d / (d + c x).
public struct RubberBand: Hashable, Sendable {
  /// The extent of the view along the pull, in points. The content never moves farther than this.
  public var dimension: Double
  /// The fraction of a small pull that the content follows, 0 to 1. UIScrollView uses 0.55.
  public var coefficient: Double

  /// Creates a rubber band. With a dimension or coefficient that is not positive, the content does not move.
  public init(dimension: Double, coefficient: Double = 0.55) {
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// Returns the distance of the content beyond its end after a pull of `pull` points, in either direction.
  public func offset(forPull pull: Double) -> Double {
    let reach = coefficient * abs(pull)
    guard dimension > 0, reach > 0 else { return 0 }
    guard reach.isFinite else { return pull < 0 ? -dimension : dimension }
    let offset = dimension * (reach / (dimension + reach))
    return pull < 0 ? -offset : offset
  }

  /// Returns the content's movement per point of finger movement, 0 to 1: the derivative of the offset.
  public func slope(atPull pull: Double) -> Double {
    guard dimension > 0, coefficient > 0 else { return 0 }
    let part = dimension / (dimension + coefficient * abs(pull))
    return coefficient * part * part
  }
}
