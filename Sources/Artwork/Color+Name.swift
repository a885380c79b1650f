import RotundaGeometry
import Glibc

extension Color {
  /// Lightness of a colour made from a name, in Oklab: white letters on it keep a contrast of 4.5 to 1, which
  /// WCAG 2.1 (1.4.3) asks of text.
  static let nameLightness = 0.54
  /// Chroma of a colour made from a name, in Oklab: lively, and inside sRGB for nearly every hue.
  static let nameChroma = 0.125

  /// The colour that belongs to `name`: the same on every machine and in every run.
  init(name: String) {
    let turn = Double(Color.stableHash(name) >> 11) / Double(UInt64(1) << 53)
    self.init(oklchLightness: Color.nameLightness, chroma: Color.nameChroma, hue: turn * 2 * .pi)
  }

  /// An opaque colour from Oklab's lightness (0 to 1), chroma and hue (radians), cut to what sRGB can show.
  ///
  /// Matrices: Björn Ottosson, "A perceptual color space for image processing", 2020.
  init(oklchLightness lightness: Double, chroma: Double, hue: Double) {
    let a = chroma * cos(hue)
    let b = chroma * sin(hue)
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    self.init(
      encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
      encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
      encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short))
  }

  /// FNV-1a over the UTF-8 bytes, its bits then mixed (splitmix64's last steps) so that short names differ in the
  /// high bits as well. Swift's own hash is seeded anew in every run.
  static func stableHash(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return hash ^ (hash >> 31)
  }
}

private func cube(_ value: Double) -> Double { value * value * value }

/// sRGB's transfer function (IEC 61966-2-1), cut to 0 to 1.
private func encoded(_ linear: Double) -> Double {
  let bounded = min(max(linear, 0), 1)
  return bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * pow(bounded, 1 / 2.4) - 0.055
}
