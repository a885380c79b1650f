#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A color in OKLab, a color space in which equal distances look about equally different.
///
/// Source: Björn Ottosson, "A perceptual color space for image processing", 2020, with the matrices for sRGB.
public struct OKLab: Hashable, Sendable {
  /// Lightness, 0 (black) to 1 (white).
  public var lightness: Double
  /// From green (below 0) to red.
  public var a: Double
  /// From blue (below 0) to yellow.
  public var b: Double

  /// Creates a color from its coordinates.
  public init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// Creates a color from its lightness (0 to 1), its chroma and its hue in degrees. A chroma of 0 is gray,
  /// and screens show up to about 0.3.
  public init(lightness: Double, chroma: Double, hue: Double) {
    let angle = hue * .pi / 180
    self.init(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle))
  }

  /// Converts an sRGB color. Ignores alpha.
  public init(_ color: Color) {
    let (red, green, blue) = (Self.linear(color.red), Self.linear(color.green), Self.linear(color.blue))
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    self.init(
      lightness: 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
      a: 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
      b: 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short)
  }

  /// The chroma; 0 is gray.
  public var chroma: Double { (a * a + b * b).squareRoot() }
  /// The hue in degrees, −180 to 180; 0 for grays.
  public var hue: Double { atan2(b, a) * 180 / .pi }

  /// Returns the perceptual distance between two colors. About 0.02 is the smallest visible difference.
  public func distance(to other: OKLab) -> Double {
    let (lightness, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return (lightness * lightness + a * a + b * b).squareRoot()
  }

  /// The opaque sRGB color. For colors outside sRGB, the chroma is reduced until the color fits; lightness
  /// and hue stay.
  public var color: Color {
    guard lightness > 0 else { return .black }
    guard lightness < 1 else { return .white }
    var (least, most) = (0.0, 1.0)
    if let color = OKLab(lightness: lightness, a: a, b: b).displayed { return color }
    // Bisection finds the largest part of the chroma that fits, to a thousandth.
    for _ in 0..<10 {
      let part = (least + most) / 2
      if OKLab(lightness: lightness, a: a * part, b: b * part).displayed == nil {
        most = part
      } else {
        least = part
      }
    }
    let shown = OKLab(lightness: lightness, a: a * least, b: b * least).displayed
    // Grays fit at every lightness.
    return shown ?? .black
  }

  /// The sRGB color; nil if a channel is out of range.
  private var displayed: Color? {
    func cube(_ root: Double) -> Double { root * root * root }
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    let red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    let green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    let blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    let range = -0.0001...1.0001
    guard range.contains(red), range.contains(green), range.contains(blue) else { return nil }
    return Color(Self.encoded(red), Self.encoded(green), Self.encoded(blue))
  }

  /// Decodes a channel of sRGB to linear light (IEC 61966-2-1).
  private static func linear(_ channel: Double) -> Double {
    channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
  }

  /// Encodes linear light as a channel of sRGB.
  private static func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
