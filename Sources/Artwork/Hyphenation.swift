import CHyphen

/// Where long words may be broken: the dictionaries of hyphens that are installed, each read when the first word needs it.
///
/// For one thread.
final class Hyphenation {
  /// So many letters stay together at both ends of a word.
  static let fewestLetters = 3
  /// A word of fewer letters looks better in smaller letters than in two parts.
  static let longWord = 15
  /// Debian's folder of dictionaries.
  static let folder = "/usr/share/hyphen"

  private let folder: String
  /// By language; nil where there is none.
  private var dictionaries: [String: Dictionary?] = [:]

  init(folder: String = Hyphenation.folder) { self.folder = folder }

  /// Whether words of a language can be broken.
  func knows(_ language: String) -> Bool { dictionary(language) != nil }

  /// `text` with soft hyphens in its words of at least so many letters, where the language allows a hyphen. The text itself where
  /// it has some already, and where no dictionary is installed.
  func hyphenated(_ text: String, language: String, from letters: Int) -> String {
    guard text.utf8.count >= letters, !text.unicodeScalars.contains(.softHyphen),
      let longest = text.words.map(\.unicodeScalars.count).max(), longest >= letters,
      let dictionary = dictionary(language)
    else { return text }
    var (result, place) = (String.UnicodeScalarView(), text.startIndex)
    for word in text.words where word.unicodeScalars.count >= letters {
      result += text.unicodeScalars[place..<word.startIndex]
      let breaks = dictionary.breaks(in: word)
      for (index, scalar) in word.unicodeScalars.enumerated() {
        if breaks.contains(index) { result.append(.softHyphen) }
        result.append(scalar)
      }
      place = word.endIndex
    }
    result += text.unicodeScalars[place...]
    return String(result)
  }

  private func dictionary(_ language: String) -> Dictionary? {
    if let known = dictionaries[language] { return known }
    let found = Self.names(language).lazy.compactMap { Dictionary("\(self.folder)/hyph_\($0).dic") }.first
    dictionaries[language] = found
    return found
  }

  /// How a dictionary of a language may be called, the best first: `de_AT`, `de`, `de_DE`.
  private static func names(_ language: String) -> [String] {
    let subtags = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    guard let first = subtags.first?.lowercased(), (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return [] }
    let region = subtags.dropFirst().last {
      $0.utf8.count == 2 && $0.utf8.allSatisfy { $0 < 0x7B && $0 > 0x40 }
    }
    return (region.map { ["\(first)_\($0.uppercased())"] } ?? [])
      + [first, "\(first)_\(first.uppercased())"] + (usual[first].map { ["\(first)_\($0)"] } ?? [])
  }

  /// Where a language is not at home in a country of its own name.
  private static let usual = [
    "af": "ZA", "be": "BY", "cs": "CZ", "da": "DK", "el": "GR", "en": "US", "et": "EE", "nb": "NO",
    "nn": "NO",
    "sl": "SI", "sv": "SE", "uk": "UA", "zu": "ZA",
  ]

  /// A dictionary in memory.
  private final class Dictionary {
    private let dictionary: OpaquePointer

    init?(_ path: String) {
      guard let dictionary = chyphen_open(path) else { return nil }
      self.dictionary = dictionary
    }

    deinit { chyphen_close(dictionary) }

    /// Before which of a word's letters a hyphen may stand.
    func breaks(in word: Substring) -> Set<Int> {
      let lower = word.lowercased()
      let count = word.unicodeScalars.count
      // Letters that become two in small ones would move the places.
      guard lower.unicodeScalars.count == count else { return [] }
      var found = [UInt8](repeating: 0, count: lower.utf8.count)
      guard chyphen_find(dictionary, lower, lower.utf8.count, &found) else { return [] }
      let least = Hyphenation.fewestLetters
      return Set(
        found.indices.filter { found[$0] != 0 }.map { $0 + 1 }.filter { $0 >= least && $0 <= count - least })
    }
  }
}

extension Unicode.Scalar {
  fileprivate static let softHyphen: Unicode.Scalar = "\u{AD}"

  /// A letter of a script that puts spaces between its words and hyphens into them.
  fileprivate var isBreakable: Bool {
    properties.isAlphabetic
      && (value < 0x590 || (0x10A0...0x10FF).contains(value) || (0x1E00...0x1FFF).contains(value))
  }
}

extension String {
  /// Its runs of letters.
  fileprivate var words: [Substring] {
    unicodeScalars.split { !$0.isBreakable }.map { self[$0.startIndex..<$0.endIndex] }
  }

  /// Whether a line begins in the middle of a word.
  func breaksWords(at starts: [Int]) -> Bool {
    starts.contains { start in
      guard start > 0, start < utf8.count else { return false }
      let place = utf8.index(startIndex, offsetBy: start)
      return unicodeScalars[unicodeScalars.index(before: place)].isBreakable
        && unicodeScalars[place].isBreakable
    }
  }

  /// The text with a place to break moved, so that a line that begins at one of `starts`, bytes of UTF-8, in the middle of a word
  /// leaves no fewer than three letters for it.
  func withoutShortRests(_ starts: [Int]) -> String {
    for start in starts where start > 0 && start < utf8.count {
      let place = utf8.index(startIndex, offsetBy: start)
      guard unicodeScalars[unicodeScalars.index(before: place)].isBreakable, unicodeScalars[place].isBreakable
      else { continue }
      let rest = unicodeScalars[place...].prefix { $0.isBreakable }
      let head = unicodeScalars[..<place].reversed().prefix { $0.isBreakable }.count
      let missing = Hyphenation.fewestLetters - rest.count
      guard missing > 0, head - missing >= Hyphenation.fewestLetters else { continue }
      let moved = unicodeScalars.index(place, offsetBy: -missing)
      return String(self[..<moved]) + "\u{200B}" + String(self[moved...])
    }
    return self
  }
}
