import CHyphen
import Glibc

/// Finds the places where long words can be broken, with libhyphen and the installed hyphenation
/// dictionaries.
///
/// A dictionary is read when a word is too long for its line, and not kept. Only the answers are. Use it on
/// one thread.
final class Hyphenation {
  /// The smallest number of letters at both ends of a broken word.
  static let fewestLetters = 3
  /// The smallest length of a word that is broken. Shorter words look better in a smaller font than in two
  /// parts.
  static let longWord = 15
  /// Debian's folder of dictionaries.
  static let folder = "/usr/share/hyphen"
  /// The number of answers at which the cache is cleared.
  private static let mostAnswers = 512

  private struct Question: Hashable {
    let word: String
    let language: String
  }

  private let folder: String
  /// The indexes of the characters that a hyphen may precede.
  private var answers: [Question: [Int]] = [:]

  init(folder: String = Hyphenation.folder) { self.folder = folder }

  /// Reports whether words of a language can be broken.
  func knows(_ language: String) -> Bool { chyphen_is_there() && dictionary(of: language) != nil }

  /// Returns `text` with soft hyphens in its words of at least `letters` letters, where the language allows
  /// them. Words with soft hyphens keep those. Without a dictionary the text stays as it is.
  func hyphenated(_ text: String, language: String, from letters: Int) -> String {
    guard text.utf8.count >= letters else { return text }
    var (result, place) = (String.UnicodeScalarView(), text.startIndex)
    for word in text.words
    where word.unicodeScalars.count >= letters && !word.unicodeScalars.contains(.softHyphen) {
      result += text.unicodeScalars[place..<word.startIndex]
      let places = places(in: word.lowercased(), of: word.unicodeScalars.count, language)
      for (index, scalar) in word.unicodeScalars.enumerated() {
        if places.contains(index) { result.append(.softHyphen) }
        result.append(scalar)
      }
      place = word.endIndex
    }
    result += text.unicodeScalars[place...]
    return String(result)
  }

  /// - Parameter count: the number of characters in the word. If the lowercase word has another length, the
  ///   result is empty.
  private func places(in word: String, of count: Int, _ language: String) -> [Int] {
    guard word.unicodeScalars.count == count else { return [] }
    let question = Question(word: word, language: language)
    if let known = answers[question] { return known }
    if answers.count >= Self.mostAnswers { answers.removeAll() }
    let found = Self.syllables(find(word, language)).filter {
      $0 >= Self.fewestLetters && $0 <= count - Self.fewestLetters
    }
    answers[question] = found
    return found
  }

  /// Removes places that leave a syllable of a single letter. If patterns have two adjacent places, one of
  /// them is usually wrong, and the other looks odd.
  private static func syllables(_ places: [Int]) -> [Int] {
    var result: [Int] = []
    for place in places.sorted() where result.last.map({ place - $0 > 1 }) ?? true { result.append(place) }
    return result
  }

  private func find(_ word: String, _ language: String) -> [Int] {
    guard chyphen_is_there(), let dictionary = dictionary(of: language),
      let bytes = Self.encode(word, dictionary.encoding)
    else { return [] }
    let excerpt = dictionary.excerpt(for: bytes)
    var places = [UInt8](repeating: 0, count: bytes.count)
    let isFound = (bytes + [0]).withUnsafeBytes { word in
      chyphen_find(
        excerpt, excerpt.count, word.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &places)
    }
    return isFound ? places.indices.filter { places[$0] != 0 }.map { $0 + 1 } : []
  }

  /// Converts a word to the encoding of a dictionary; nil if the encoding lacks a letter.
  private static func encode(_ word: String, _ encoding: String) -> [UInt8]? {
    var source = Array(word.utf8)
    guard source.count <= CHYPHEN_LONGEST else { return nil }
    guard encoding != "UTF-8" else { return source }
    let windows = "microsoft-"
    let name = encoding.hasPrefix(windows) ? String(encoding.dropFirst(windows.count)) : encoding
    guard let conversion = iconv_open(name, "UTF-8"), Int(bitPattern: conversion) != -1 else { return nil }
    defer { iconv_close(conversion) }
    // Every encoding of a dictionary, except UTF-8, has one byte per letter.
    return source.withUnsafeMutableBytes { source in
      var from = source.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = source.count
      var isConverted = false
      let result = [UInt8](unsafeUninitializedCapacity: source.count) { buffer, count in
        var to = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var room = buffer.count
        isConverted = iconv(conversion, &from, &left, &to, &room) != -1 && left == 0
        count = buffer.count - room
      }
      return isConverted ? result : nil
    }
  }

  private func dictionary(of language: String) -> HyphenPatterns? {
    Self.names(language).lazy.compactMap { HyphenPatterns(path: "\(self.folder)/hyph_\($0).dic") }.first
  }

  /// Returns the possible names of a language's dictionary, the best first: `de_AT`, `de`, `de_DE`.
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

  /// The usual regions of languages whose region code differs from the language code.
  private static let usual = [
    "af": "ZA", "be": "BY", "cs": "CZ", "da": "DK", "el": "GR", "en": "US", "et": "EE", "nb": "NO",
    "nn": "NO",
    "sl": "SI", "sv": "SE", "uk": "UA", "zu": "ZA",
  ]
}

extension Unicode.Scalar {
  static let softHyphen: Unicode.Scalar = "\u{AD}"

  /// Whether this is a letter of a script that separates words with spaces and hyphenates them.
  fileprivate var isBreakable: Bool {
    properties.isAlphabetic
      && (value < 0x590 || (0x10A0...0x10FF).contains(value) || (0x1E00...0x1FFF).contains(value))
  }
}

extension String {
  /// The runs of letters, including soft hyphens between them.
  fileprivate var words: [Substring] {
    unicodeScalars.split { !$0.isBreakable && $0 != .softHyphen }.map { self[$0.startIndex..<$0.endIndex] }
  }

  /// Reports whether a line begins in the middle of a word.
  func breaksWords(at starts: [Int]) -> Bool {
    starts.contains { start in
      guard start > 0, start < utf8.count else { return false }
      let place = utf8.index(startIndex, offsetBy: start)
      return unicodeScalars[unicodeScalars.index(before: place)].isBreakable
        && unicodeScalars[place].isBreakable
    }
  }

  /// Returns the text with a different break if a line would begin with the last one or two letters of a
  /// word. `starts` are the line starts in bytes of UTF-8.
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
