import CarouselEngine

/// A key of `[carousel]` together with the setting that it stands for.
///
/// The decoder follows this table, so that a key that is documented is also read.
public struct CarouselField: Sendable {
  /// Where a value goes.
  enum Store: Sendable {
    /// Of `boolean`.
    case boolean(@Sendable (inout CarouselSettings, Bool) -> Void)
    /// Of `number`, `integer` and `angle`; angles arrive in radians.
    case number(@Sendable (inout CarouselSettings, Double) -> Void)
    /// Of `pair` and `size`.
    case pair(@Sendable (inout CarouselSettings, Double, Double) -> Void)
    /// Of `area`: left and upper edge, width and height.
    case area(@Sendable (inout CarouselSettings, SIMD4<Double>) -> Void)
    /// Of `curve`.
    case curve(@Sendable (inout CarouselSettings, AnimationCurve) -> Void)
    /// Of `choice`.
    case word(@Sendable (inout CarouselSettings, String) -> Void)
  }

  /// A value of one of the types that a field can have, already within its key's range.
  public enum Value: Hashable, Sendable {
    /// `true` or `false`.
    case boolean(Bool)
    /// A number; angles in degrees.
    case number(Double)
    /// Two numbers.
    case pair(Double, Double)
    /// Left and upper edge, width and height.
    case area(SIMD4<Double>)
    /// How an animation spends its time.
    case curve(AnimationCurve)
    /// One of the key's words.
    case word(String)
  }

  /// What is written about it.
  public let key: ConfigurationKey
  private let store: Store

  init(_ key: ConfigurationKey, _ store: Store) {
    self.key = key
    self.store = store
  }

  /// Puts a value into its place. One of another type than the key's changes nothing.
  public func set(_ value: Value, in settings: inout CarouselSettings) {
    switch (store, value) {
    case (.boolean(let put), .boolean(let truth)): put(&settings, truth)
    case (.number(let put), .number(let number)): put(&settings, number * factor)
    case (.pair(let put), .pair(let first, let second)): put(&settings, first, second)
    case (.area(let put), .area(let area)): put(&settings, area)
    case (.curve(let put), .curve(let curve)): put(&settings, curve)
    case (.word(let put), .word(let word)): put(&settings, word)
    default: break
    }
  }

  /// Radians per degree for angles.
  private var factor: Double {
    if case .angle = key.kind { .pi / 180 } else { 1 }
  }

  /// Every key of `[carousel]` beyond the arrangement's first few, in the order in which they are documented.
  public static let all = start + layout + fading + view + motion + touch
}
