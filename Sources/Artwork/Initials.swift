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
