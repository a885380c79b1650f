import CHyphen
import Foundation
import SeededRandom
import TemporaryFiles
import Testing

@testable import Artwork

/// The excerpt of a dictionary for libhyphen. Dictionaries may contain arbitrary bytes.
struct HyphenPatternsTests {
  private func excerpt(_ text: String, _ word: String) -> [String]? {
    guard let dictionary = HyphenPatterns(Array(text.utf8)) else { return nil }
    return String(decoding: dictionary.excerpt(for: Array(word.utf8)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("UTF-8\na1b\nb1c\nx1y\n", ["UTF-8", "a1b", "b1c"]),
    ("UTF-8\r\n.a1b\r\nc1.\r\n.b1c.\r\n", ["UTF-8", ".a1b", "c1.", ".b1c."]),
    ("ISO8859-1\nLEFTHYPHENMIN 2\nNEXTLEVEL\n1b", ["ISO8859-1", "LEFTHYPHENMIN 2", "NEXTLEVEL", "1b"]),
    ("UTF-8\nNOHYPHEN -,'\nLEFTHYPHENMIN 99999999999\nLEFTHYPHENMIN -1\nNEXTLEVELS\nA1B\n", ["UTF-8"]),
    ("UTF-8\n# a comment\n% another\n\n1\n.\n..1\n", ["UTF-8"]),
    ("UTF-8\na1b3c9/x=y,1,3\n", ["UTF-8", "a2b4c8"]), ("UTF-8\na1b/\n/a1b\n", ["UTF-8", "a2b"]),
    ("UTF-8\nc1a\nabcd\n", ["UTF-8"]), ("UTF-8\na\0b\n\u{1}\n", ["UTF-8"]),
    ("UTF-8\n" + String(repeating: "1", count: 91) + "a\nb1", ["UTF-8", "b1"]),
  ])
  func onlyPatternsOfTheWordArePassedOn(text: String, expected: [String]) {
    #expect(excerpt(text, "abc") == expected)
  }

  @Test(arguments: [
    "", "\n", "UT\nabc", "a name of characters\n", "ISO8859-1-and-much-more\n1a", "\u{7F}ELF\n", "%PDF-1.7\n",
  ])
  func invalidDictionaryIsRefused(text: String) {
    #expect(HyphenPatterns(Array(text.utf8)) == nil)
  }

  @Test func aFileThatRepeatsItselfIsCutShort() throws {
    let lines = try #require(excerpt("UTF-8\n" + String(repeating: "a1b\n", count: 100_000), "abc"))
    #expect(lines.count < 3000)
  }

  /// Returns the breaks of a word, with a German dictionary in a temporary folder.
  private func breaks(_ file: Data, _ word: String = "naturkundemuseum") throws -> String {
    let folder = try TemporaryDirectory()
    try folder.write("hyph_de.dic", file)
    return Hyphenation(folder: folder.path).hyphenated(word, language: "de", from: 6)
      .replacing("\u{AD}", with: "-")
  }

  @Test(
    .enabled(if: chyphen_is_there(), "libhyphen is not installed"),
    arguments: [
      ("UTF-8\n", "naturkundemuseum"), ("UTF-8\nr1k\ne1m\nu1s", "natur-kunde-mu-seum"),
      // A part of a word has at least three letters.
      ("UTF-8\nn1a\na1t\ne1u\nu1m\n", "naturkundemuseum"), ("WINDOWS-0\nr1k\n", "naturkundemuseum"),
      ("ISO8859-1\nr1k\n", "natur-kundemuseum"), ("microsoft-cp1251\nr1k", "natur-kundemuseum"),
      ("UTF-8\nr1k/rr=k,1,1\ne1m\n", "naturkunde-museum"),
      ("UTF-8\nLEFTHYPHENMIN 99\nr1k\n", "naturkundemuseum"),
      ("UTF-8\nNEXTLEVEL\nNEXTLEVEL\nNEXTLEVEL\nr1k\n", "naturkundemuseum"),
    ])
  func smallDictionaryGivesItsBreaks(text: String, expected: String) throws {
    #expect(try breaks(Data(text.utf8)) == expected)
  }

  /// Lines as in a dictionary, and garbage lines. A word keeps all of its letters.
  @Test(arguments: 0..<40) func garbageKeepsTheWordsLetters(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Array(["UTF-8\n", "ISO8859-1\n", "KOI8-R\n"].randomElement(using: &random)!.utf8)
    let pieces = [
      "1", "99999", "na", "tur", ".", "/", "=", ",", "\n", "\n", "museum", "\u{0}", "ü", "NEXTLEVEL\n", " ",
    ]
    for _ in 0..<3000 {
      if seed % 2 == 0 {
        bytes += Array(pieces.randomElement(using: &random)!.utf8)
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
    }
    for word in ["naturkundemuseum", "größenordnungen", String(repeating: "na", count: 120)] {
      let result = try breaks(Data(bytes), word)
      #expect(result.filter { $0 != "-" } == word)
    }
  }

  @Test func aHugeFileIsNotRead() throws {
    var file = Data("UTF-8\nr1k\n".utf8)
    file.count = HyphenPatterns.mostBytes + 1
    #expect(try breaks(file) == "naturkundemuseum")
    #expect(HyphenPatterns(path: "/dev/zero") == nil && HyphenPatterns(path: "/usr/share") == nil)
  }

  /// The English and French dictionaries are small enough to read whole. The library returns the same breaks
  /// for an excerpt and for the whole dictionary.
  @Test(
    .enabled(if: chyphen_is_there() && Hyphenation().knows("en_US"), "hyphen-en-us is not installed"),
    arguments: [
      "representation", "dinosaurs", "archaeological", "exhibitions", "temperature", "underwater",
      "photography",
      "hyphenation", "accessibility", "extraordinary", "interdisciplinary", "conservation", "planetarium",
    ])
  func partialDictionaryBreaksAsTheWhole(word: String) throws {
    let file = try [UInt8](Data(contentsOf: URL(filePath: "\(Hyphenation.folder)/hyph_en_US.dic")))
    let (bytes, dictionary) = (Array(word.utf8), try #require(HyphenPatterns(file)))
    func places(_ patterns: [UInt8]) -> [UInt8]? {
      var places = [UInt8](repeating: 0, count: bytes.count)
      return word.withCString { chyphen_find(patterns, patterns.count, $0, bytes.count, &places) }
        ? places : nil
    }
    let part = dictionary.excerpt(for: bytes)
    #expect(part.count < file.count / 50)
    #expect(places(part) == places(file) && places(file) != nil)
  }
}
