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
/// That one is p(t) = a (1 − e^(−b t)) − c t, and ends where its speed is 0. A fling enters it where it is as fast as
/// the fling's faster axis; both axes scale.
public struct FlingCurve: Hashable, Sendable {
  /// a, in points. Chromium's `fling_curve.cc`.
  static let reach = 5707.62
  /// b, per second. Chromium.
  static let decay = 3.7
  /// c, in points per second. Chromium.
  static let drag = 172.0
  /// The speed at the curve's beginning, in points per second; faster flings glide like this one.
  static let fastest = reach * decay - drag
  /// When the fastest fling rests, in seconds.
  static let end = log(reach * decay / drag) / decay

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
