import Languages

/// An editable line of text with a caret.
struct TextField: Hashable, Sendable {
  /// The kind of text. It determines the first keys of the keyboard and the accepted characters.
  enum Kind: Hashable, Sendable {
    case text
    /// A web address or a path, without spaces.
    case address
    /// A mail address, without spaces.
    case mail
    /// A telephone number.
    case phone
    /// A number: digits with an optional leading sign. A number that `isWhole` has no decimal point.
    case number(isWhole: Bool)
    /// A secret. The launcher shows dots, does not read it aloud, and does not highlight pressed keys.
    case password
    /// A password of digits.
    case pin

    /// Whether the screen and the screen reader hide the text.
    var isSecret: Bool { self == .password || self == .pin }
  }

  let kind: Kind
  /// The text of an empty field.
  var placeholder: String
  /// The maximum number of characters.
  let limit: Int
  /// Whether the screen shows a password.
  var isRevealed = false
  /// The tag of the text's language; nil for the visitor's.
  var language: String?
  /// The text as grapheme clusters: a letter with all its marks is one character.
  private(set) var characters: [Character]
  /// The number of characters before the caret.
  private(set) var caret: Int
  /// A typed accent that waits for its letter.
  private var accent: Unicode.Scalar?

  /// The default maximum number of characters.
  static let usualLimit = 200
  /// The maximum number of Unicode scalars in a typed character, and in a letter that takes another mark.
  /// Real letters have two or three marks.
  private static let mostMarks = 8

  init(
    _ kind: Kind = .text, text: String = "", placeholder: String = "", limit: Int = usualLimit,
    language: String? = nil
  ) {
    (self.kind, self.placeholder, self.limit, self.language) = (kind, placeholder, max(1, limit), language)
    characters = []
    caret = 0
    insert(text)
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  var isSecret: Bool { kind.isSecret }
  /// Whether the person can let the screen show it. A PIN has digits that one can count.
  var canBeRevealed: Bool { kind == .password }
  /// The visible text; a secret appears as dots.
  var shown: String { isSecret && !isRevealed ? String(repeating: "•", count: characters.count) : text }

  /// Inserts a text at the caret. Returns whether the text changed.
  @discardableResult
  mutating func insert(_ text: String) -> Bool {
    let old = (characters, caret)
    if let mark = LetterForms.voicing(text) {
      change(with: mark)
    } else {
      for character in text { put(accented(character)) }
    }
    return old != (characters, caret)
  }

  /// Keeps an accent for the next letter. Hardware keyboards send accents first.
  mutating func hold(_ accent: Unicode.Scalar) { self.accent = accent }

  private mutating func accented(_ character: Character) -> Character {
    guard let accent else { return character }
    self.accent = nil
    return LetterForms.compose(character, accent) ?? character
  }

  private mutating func put(_ character: Character) {
    guard admits(character), characters.count < limit else { return }
    guard caret > 0, character.isOnlyMarks else {
      characters.insert(character, at: caret)
      caret += 1
      return
    }
    // A combining mark changes the letter before it.
    let letter = characters[caret - 1]
    guard letter.unicodeScalars.count <= Self.mostMarks else { return }
    let joined = String(letter) + String(character)
    if joined.count == 1 {
      characters[caret - 1] = Character(joined)
    } else {
      characters.insert(character, at: caret)
      caret += 1
    }
  }

  /// Adds a mark to the letter before the caret.
  private mutating func change(with mark: Unicode.Scalar) {
    guard caret > 0, let letter = LetterForms.compose(characters[caret - 1], mark) else { return }
    characters[caret - 1] = letter
  }

  private func admits(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard scalars.count <= Self.mostMarks, scalars.allSatisfy({ !$0.isControl }) else { return false }
    switch kind {
    case .text, .password: return true
    case .address, .mail: return !character.isWhitespace
    case .phone: return character.isASCII && (character.isNumber || "+*#-/() ".contains(character))
    case .pin: return character.isASCII && character.isNumber
    case .number(let isWhole):
      if character == "-" || character == "−" { return caret == 0 && characters.first?.isNumber != false }
      if character == "." || character == "," {
        return !isWhole && !characters.contains { $0 == "." || $0 == "," }
      }
      return character.isASCII && character.isNumber
    }
  }

  /// Removes the character before the caret. Returns whether one existed.
  @discardableResult
  mutating func deleteBackward() -> Bool {
    accent = nil
    guard caret > 0 else { return false }
    characters.remove(at: caret - 1)
    caret -= 1
    return true
  }

  /// Replaces the character before the caret.
  mutating func replaceLast(with text: String) {
    guard let character = text.first, caret > 0, admits(character) else { return }
    characters[caret - 1] = character
  }

  mutating func moveCaret(by step: Int) { moveCaret(to: caret + step) }
  mutating func moveCaret(to place: Int) {
    accent = nil
    caret = min(max(0, place), characters.count)
  }

  /// The character before the caret; nil at the beginning and in a password.
  var last: Character? { caret > 0 && !isSecret ? characters[caret - 1] : nil }

  /// Whether the caret is at the beginning of a text. A capital follows.
  var isAtBeginning: Bool { kind == .text && caret == 0 }

  /// Whether the text runs from right to left. The first letter decides, otherwise the language; nil if
  /// neither is known.
  var runsRightToLeft: Bool? {
    for scalar in characters.lazy.flatMap(\.unicodeScalars) where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: return false
      }
    }
    return language.map { WritingDirection.isRightToLeft($0) }
  }
}

extension TextField: CustomStringConvertible, CustomDebugStringConvertible {
  /// A description without the text of a password.
  var description: String { isSecret ? "a password" : "“\(text)”" }
  var debugDescription: String { description }
}

extension Unicode.Scalar {
  /// Whether a text cannot contain it: control characters, line separators, and bidirectional controls.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFC...0xFFFF:
      true
    default: false
    }
  }
}

extension Character {
  /// Whether it consists of combining marks only.
  fileprivate var isOnlyMarks: Bool {
    unicodeScalars.allSatisfy {
      [.nonspacingMark, .spacingMark, .enclosingMark].contains($0.properties.generalCategory)
    }
  }
}
