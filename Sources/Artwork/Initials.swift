import Glibc
import RotundaGeometry

/// The one or two letters that stand for a name.
struct Initials: Hashable {
  /// Zero to two grapheme clusters, upper case where the script has one.
  let letters: [Character]

  /// The first grapheme clusters of the first two words of `name`. A word without a letter, a digit or an emoji
  /// counts only when there is no other.
  init(_ name: String) {
    let words = name.split(whereSeparator: \.isWhitespace)
    let spoken = words.compactMap { word in word.first(where: Initials.speaks) }
    let chosen = spoken.isEmpty ? words.prefix(1).compactMap(\.first) : Array(spoken.prefix(2))
    letters = chosen.map(Initials.uppercase)
  }

  /// As they are written. A non-joiner between them keeps Arabic letters from running into each other.
  var text: String { letters.map(String.init).joined(separator: "\u{200C}") }

  private static func speaks(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || isEmoji(character)
  }

  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation
      || (first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}"))
  }

  /// Upper case, except where that is more than one letter (ß becomes SS).
  private static func uppercase(_ character: Character) -> Character {
    let upper = character.uppercased()
    return upper.count == 1 ? upper.first ?? character : character
  }
}

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

extension String {
  /// Longest label, in Unicode scalars, that is shaped at all. Two lines hold far less; a megabyte from a
  /// broken desktop entry must not keep the rasteriser busy.
  static let longestLabel = 400
  /// Longest text block, in Unicode scalars, that is shaped at all.
  static let longestText = 8000

  /// As one line that can be drawn: line ends and tabs become spaces, control characters and overrides of the
  /// writing direction go away, and what is longer than `longestLabel` ends in an ellipsis.
  var displayableLabel: String {
    let text = displayable(limit: String.longestLabel) { $0.isLineEnd || $0 == "\t" ? " " : $0 }
    return text.split(separator: " ").joined(separator: " ")
  }

  /// As paragraphs that can be drawn: like a label, but line feeds and tabs stay.
  var displayableText: String {
    displayable(limit: String.longestText) { $0.isLineEnd ? "\n" : $0 }
  }

  private func displayable(limit: Int, _ replacement: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    var count = 0
    for scalar in unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n" && previous == "\r" { continue }
      let replaced = replacement(scalar)
      guard !replaced.isUndrawable else { continue }
      guard count < limit else {
        result.append("…")
        break
      }
      result.append(replaced)
      count += 1
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Carriage return, line feed, vertical tab, form feed, next line, line and paragraph separator.
  fileprivate var isLineEnd: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// What has no shape and must not have an effect: control characters other than line feed and tab, and the
  /// overrides that would make a name read as another (isolates and marks, which names in two scripts need, stay).
  fileprivate var isUndrawable: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202D, 0x202E: true
    default: properties.generalCategory == .surrogate
    }
  }
}
