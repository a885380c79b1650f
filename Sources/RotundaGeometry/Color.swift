#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An sRGB color with straight (not premultiplied) alpha; every channel from 0 to 1.
public struct Color: Hashable, Sendable {
  /// Red, 0 to 1.
  public var red: Double
  /// Green, 0 to 1.
  public var green: Double
  /// Blue, 0 to 1.
  public var blue: Double
  /// Opacity, 0 to 1.
  public var alpha: Double

  /// A color from its channels, each from 0 to 1.
  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A color from `0xRRGGBB`; higher bits do not count.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      Double((hex >> 16) & 0xff) / 255, Double((hex >> 8) & 0xff) / 255, Double(hex & 0xff) / 255, alpha)
  }

  /// Opaque black.
  public static let black = Color(0, 0, 0)
  /// Opaque white.
  public static let white = Color(1, 1, 1)
  /// Nothing to see.
  public static let clear = Color(0, 0, 0, 0)

  /// The same color with another opacity, 0 to 1.
  public func opacity(_ alpha: Double) -> Color { Color(red, green, blue, alpha) }

  /// The mixture that is `amount` (0 to 1) of the way to `other`.
  public func mixed(with other: Color, _ amount: Double) -> Color {
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * amount }
    return Color(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
  }

  /// Relative luminance, 0 to 1 (WCAG 2.1's definition).
  public var luminance: Double {
    func linear(_ channel: Double) -> Double {
      channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// How well one of two opaque colors can be told from the other, from 1 (not at all) to 21 (WCAG 2.1's
  /// contrast ratio).
  public func contrast(to other: Color) -> Double {
    let (first, second) = (luminance, other.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
