/// The letters of an on-screen keyboard: rows of keys with their texts.
///
/// It is derived from the rows of a physical keyboard in xkb. It contains only letters. Digits and symbols
/// have a page of their own.
package struct KeyboardLayout: Hashable, Sendable {
  /// A key that types letters.
  package struct Key: Hashable, Sendable {
    /// The text of the key, without and with Shift.
    package var text, shifted: String
    /// Other forms of its letter, the most frequent first.
    package var variants: [String]

    package init(_ text: String, shifted: String? = nil, variants: [String] = []) {
      (self.text, self.variants) = (text, variants)
      self.shifted = shifted ?? text.uppercased()
    }
  }

  /// The rows of a physical keyboard: the texts of each key by level, the plain one first. A level without
  /// text is empty.
  package struct Source: Hashable, Sendable {
    package typealias Row = [[String]]
    package var digits, upper, home, lower: Row

    package init(digits: Row, upper: Row, home: Row, lower: Row) {
      (self.digits, self.upper, self.home, self.lower) = (digits, upper, home, lower)
    }
  }

  /// The language tag of its letters.
  package var language: String
  /// The language's name in itself.
  package var name: String
  package var rows: [[Key]]

  package init(language: String, name: String, rows: [[Key]]) {
    (self.language, self.name, self.rows) = (language, name, rows)
  }

  /// Takes the letters of a physical keyboard. Returns nil if it has too few to write with.
  package init?(language: String, name: String, _ source: Source) {
    // Some letters are on two keys.
    var seen: Set<String> = []
    var rows = [source.upper, source.home, source.lower].map { row in
      row.filter { Self.isOfLetters($0) && seen.insert($0[0]).inserted }
    }
    guard rows.reduce(0, { $0 + $1.count }) >= Self.fewestKeys else { return nil }
    let known = Set(rows.joined().compactMap { $0.first.map(LetterForms.base) })
    // Letters on keys that are digits on other keyboards: accented letters, which become variants here, or
    // separate letters.
    let extra = source.digits.filter(Self.isOfLetters)
    let own = extra.filter { !known.contains(LetterForms.base($0[0])) }
    let accented = extra.filter { known.contains(LetterForms.base($0[0])) }.map { $0[0] }
    if own.count > Self.mostExtra { rows.insert(own, at: 0) } else { rows[0] += own }
    let present = Set(rows.joined().map { Self.typed($0[0]) })
    self.init(
      language: language, name: name,
      rows: rows.map { row in
        row.map { levels in Self.key(levels, accented: accented, present: present) }
      })
  }

  /// The smallest number of keys of an alphabet, and the largest number of letters from the digit row that
  /// join the first row.
  private static let (fewestKeys, mostExtra) = (16, 2)
  private static let mostVariants = 8

  private static func isOfLetters(_ levels: [String]) -> Bool {
    levels.first.map { !$0.isEmpty && LetterForms.isLetters($0) } == true
  }

  /// Returns the text of a key. Some keyboards have two letters as a single character.
  private static func typed(_ text: String) -> String { LetterForms.ligatures[text] ?? text }

  private static func key(_ levels: [String], accented: [String], present: Set<String>) -> Key {
    let text = typed(levels[0])
    let second = levels.dropFirst().first ?? ""
    let shifted = LetterForms.isLetters(second) ? typed(second) : text.uppercased()
    var variants: [String] = []
    func add(_ form: String) {
      guard variants.count < mostVariants, form != text, form != shifted, !variants.contains(form),
        !present.contains(form)
      else { return }
      variants.append(form)
    }
    for form in accented where LetterForms.base(form) == text { add(form) }
    for form in LetterForms.forms(of: text) { add(form) }
    for form in levels.dropFirst(2) where LetterForms.isLetters(form) && form.lowercased() == form {
      add(typed(form))
    }
    return Key(text, shifted: shifted, variants: variants)
  }

  /// The 26 Latin letters in their usual order, if no description is available.
  package static let latin = KeyboardLayout(
    language: "en", name: LanguageName.own(of: "en"),
    rows: ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map { row in
      row.map { Key(String($0), variants: LetterForms.forms(of: String($0))) }
    })

  /// Whether it has the letters for addresses.
  package var isLatin: Bool {
    let letters = Set(rows.joined().map(\.text))
    return "abcdefghijklmnopqrstuvwxyz".allSatisfy { letters.contains(String($0)) }
  }
}

extension KeyboardLayout {
  /// The keyboard with hiragana instead of katakana, because xkb describes Japanese keyboards in katakana.
  package var asHiragana: KeyboardLayout {
    func soft(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            // Both alphabets have the same order in Unicode.
            (0x30A1...0x30F6).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0x60) ?? scalar : scalar
          }))
    }
    var layout = self
    layout.rows = rows.map { row in
      row.map { Key(soft($0.text), shifted: soft($0.shifted), variants: $0.variants.map(soft)) }
    }
    return layout
  }
}

/// The xkb keyboard of a language.
package struct KeyboardSource: Hashable, Sendable {
  /// xkb's layout and variant. The variant may be empty.
  package var layout, variant: String

  package init(_ layout: String, _ variant: String = "") { (self.layout, self.variant) = (layout, variant) }

  /// Parses an operator's name: `ch`, or `ch:fr` with a variant. Returns nil for an invalid name.
  package init?(named name: String) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let isName = { (part: String) in
      !part.isEmpty && part.utf8.allSatisfy { $0 == 0x5F || $0 == 0x2D || Self.isAlphanumeric($0) }
    }
    guard (1...2).contains(parts.count), parts.allSatisfy(isName), name.utf8.count <= 64 else { return nil }
    self.init(parts[0], parts.count > 1 ? parts[1] : "")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Keyboards whose names differ from their language's tag, by tag.
  private static let known: [String: KeyboardSource] = [
    "en": .init("us"), "en-gb": .init("gb"), "en-ie": .init("ie"), "en-ca": .init("us"),
    "de-ch": .init("ch"), "de-at": .init("at"), "fr-ca": .init("ca"), "fr-ch": .init("ch", "fr"),
    "fr-be": .init("be"), "nl": .init("us"), "nl-be": .init("be"), "pt-br": .init("br"),
    "es-mx": .init("latam"), "es-ar": .init("latam"), "es-cl": .init("latam"), "es-co": .init("latam"),
    "es-pe": .init("latam"), "ca": .init("es", "cat"), "gl": .init("es"), "eu": .init("es"),
    "ar": .init("ara"), "fa": .init("ir"), "ur": .init("pk"), "he": .init("il"), "el": .init("gr"),
    "uk": .init("ua"), "be": .init("by"), "sr": .init("rs"), "bs": .init("ba"), "sl": .init("si"),
    "sq": .init("al"), "cs": .init("cz"), "da": .init("dk"), "sv": .init("se"), "nb": .init("no"),
    "nn": .init("no"), "et": .init("ee"), "ga": .init("ie"), "cy": .init("gb"), "ka": .init("ge"),
    "hy": .init("am"), "kk": .init("kz"), "hi": .init("in"), "mr": .init("in"), "bn": .init("bd"),
    "ta": .init("in", "tam_unicode"), "ml": .init("in", "mal"), "te": .init("in", "tel"),
    "ne": .init("np"), "si": .init("lk"), "km": .init("kh"), "vi": .init("us"), "ja": .init("jp"),
    "ko": .init("us"), "zh": .init("us"), "ms": .init("us"), "id": .init("us"), "af": .init("us"),
    "sw": .init("us"), "eo": .init("epo"),
  ]

  /// Chooses the keyboard of a language.
  package init(language tag: String) {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    let language = parts.first ?? "en"
    let region = parts.dropFirst().last { $0.utf8.count == 2 }
    if let region, let source = Self.known["\(language)-\(region)"] {
      self = source
    } else {
      self = Self.known[language] ?? KeyboardSource(named: language) ?? .init("us")
    }
  }
}
