#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// Points that will be covered altogether, stepped by milliseconds as UIKit's designers published it (WWDC 2018,
  /// session 803); slightly less than `restDistance`.
  public func projection(_ velocity: Double) -> Double { velocity / 1000 * rate / (1 - rate) }

  /// Seconds until what is left to cover is `threshold` points or less.
  public func duration(_ velocity: Double, threshold: Double) -> Double {
    guard velocity != 0, threshold > 0 else { return 0 }
    return max(0, log(-slope * threshold / abs(velocity)) / slope)
  }
}
