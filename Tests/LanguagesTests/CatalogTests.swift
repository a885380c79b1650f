import Languages
import SeededRandom
import Testing

struct CatalogTests {
  /// The bytes of a catalog in the format of `msgfmt` without a hash table.
  private func bytes(_ texts: [(String, String)], isSwapped: Bool = false) -> [UInt8] {
    var tables: [UInt8] = []
    var strings: [UInt8] = []
    let start = 28 + 16 * texts.count
    for text in texts.map(\.0) + texts.map(\.1) {
      tables += number(text.utf8.count, isSwapped) + number(start + strings.count, isSwapped)
      strings += Array(text.utf8) + [0]
    }
    let fields = [0x9504_12de, 0, texts.count, 28, 28 + 8 * texts.count, 0, 0]
    return fields.flatMap { number($0, isSwapped) } + tables + strings
  }

  private func number(_ value: Int, _ isSwapped: Bool) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isSwapped ? bytes.reversed() : bytes
  }

  private let header =
    "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=3; plural=n==0 ? 0 : n==1 ? 1 : 2;\n"

  private var german: [(String, String)] {
    [
      ("", header), ("Close", "Schließen"), ("Empty", ""),
      ("%d minute ago\0%d minutes ago", "eben\0vor einer Minute\0vor %d Minuten"),
    ]
  }

  @Test(arguments: [false, true]) func textsAreFoundInAnyByteOrder(isSwapped: Bool) throws {
    let catalog = try Catalog(language: "de", bytes: bytes(german, isSwapped: isSwapped))
    #expect(catalog.translation(of: "Close") == "Schließen")
    #expect(catalog.translation(of: "Open") == nil && catalog.translation(of: "Empty") == nil)
    #expect(catalog.translation(of: "%d minute ago", count: 0) == "eben")
    #expect(catalog.translation(of: "%d minute ago", count: 1) == "vor einer Minute")
    #expect(catalog.translation(of: "%d minute ago", count: 7) == "vor %d Minuten")
    #expect(catalog.translation(of: "%d hour ago", count: 7) == nil)
  }

  @Test func catalogWithoutPluralRuleHasTwoForms() throws {
    let catalog = try Catalog(language: "de", bytes: bytes([("%d day\0%d days", "%d Tag\0%d Tage")]))
    #expect(catalog.translation(of: "%d day", count: 1) == "%d Tag")
    #expect(catalog.translation(of: "%d day", count: 0) == "%d Tage")
  }

  @Test func everyCatalogPieceIsReadOrRefused() throws {
    let whole = bytes(german)
    for length in 0..<whole.count {
      // A missing final terminator may go unnoticed. Therefore at least two bytes are missing.
      #expect(throws: CatalogError.self, "\(length)") {
        _ = try Catalog(language: "de", bytes: Array(whole.prefix(min(length, whole.count - 2))))
      }
    }
  }

  @Test func brokenBytesDoNoHarm() {
    var generator = SeededGenerator(seed: 20_261)
    let whole = bytes(german)
    for _ in 0..<5000 {
      var broken = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        broken[Int.random(in: broken.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let catalog = try? Catalog(language: "de", bytes: broken)
      _ = catalog?.translation(of: "%d minute ago", count: 3)
    }
  }

  @Test func otherEncodingsAndFilesAreRefused() {
    #expect(throws: CatalogError.notUnicode) {
      try Catalog(language: "de", bytes: bytes([("", "Content-Type: text/plain; charset=ISO-8859-1\n")]))
    }
    #expect(throws: CatalogError.notACatalog) {
      try Catalog(language: "de", bytes: Array("msgid \"\"".utf8))
    }
    #expect(throws: CatalogError.tooLarge) {
      try Catalog(language: "de", bytes: [UInt8](repeating: 0, count: Catalog.largest + 1))
    }
  }

  @Test(arguments: [
    ("ar", true), ("ar-eg", true), ("he", true), ("fa", true), ("de", false), ("az", false),
    ("az-arab", true),
    ("ar-latn", false), ("", false),
  ])
  func directionFollowsTheScript(language: String, isRightToLeft: Bool) {
    #expect(WritingDirection.isRightToLeft(language) == isRightToLeft)
  }
}
