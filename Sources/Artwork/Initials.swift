/// One or two letters that represent a name.
struct Initials: Hashable {
  /// Zero to two grapheme clusters, in upper case if the script has it.
  let letters: [Character]

  /// Takes the first grapheme clusters of the first two words of `name`. A word without a letter, a digit or
  /// an emoji counts only if no other word exists.
  init(_ name: String) {
    let words = name.split(whereSeparator: \.isWhitespace)
    let spoken = words.compactMap { word in word.first(where: Initials.speaks) }
    let chosen = spoken.isEmpty ? words.prefix(1).compactMap(\.first) : Array(spoken.prefix(2))
    letters = chosen.map(Initials.uppercase)
  }

  /// The letters as a text. A zero-width non-joiner keeps Arabic letters from connecting.
  var text: String { letters.map(String.init).joined(separator: "\u{200C}") }

  private static func speaks(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || isEmoji(character)
  }

  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation
      || (first.properties.isEmoji && character.unicodeScalars.contains("\u{FE0F}"))
  }

  /// Returns the upper case, unless it has more than one letter (ß becomes SS).
  private static func uppercase(_ character: Character) -> Character {
    let upper = character.uppercased()
    return upper.count == 1 ? upper.first ?? character : character
  }
}

extension String {
  /// The longest label to shape, in Unicode scalars. Two lines hold far less. A megabyte from a broken
  /// desktop entry must not keep the rasterizer busy.
  static let longestLabel = 400
  /// The longest text block to shape, in Unicode scalars.
  static let longestText = 8000

  /// The text as one displayable line: line ends and tabs become spaces. Control characters and overrides of
  /// the writing direction are removed. A text longer than `longestLabel` ends in an ellipsis.
  var displayableLabel: String {
    let text = displayable(limit: String.longestLabel) { $0.isLineEnd || $0 == "\t" ? " " : $0 }
    return text.split(separator: " ").joined(separator: " ")
  }

  /// The text as displayable paragraphs: like a label, but line feeds and tabs stay.
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

  /// Whether the scalar has no shape and must have no effect. These are control characters other than line
  /// feed and tab, and direction overrides, which can disguise a name. Isolates and marks stay, because names
  /// in two scripts need them.
  fileprivate var isUndrawable: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202D, 0x202E: true
    default: properties.generalCategory == .surrogate
    }
  }
}
