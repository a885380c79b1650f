import Testing

@testable import Languages

/// The layout of hardware keyboards for the on-screen keyboard.
struct KeyboardLayoutTests {
  private func row(_ text: String) -> [[String]] { text.map { [String($0), $0.uppercased()] } }

  private func layout(
    digits: [[String]] = [], upper: String = "qwertyuiop", home: String = "asdfghjkl",
    lower: String = "zxcvbnm"
  ) -> KeyboardLayout? {
    KeyboardLayout(
      language: "xx", name: "Test",
      .init(digits: digits, upper: row(upper), home: row(home), lower: row(lower)))
  }

  private func texts(_ layout: KeyboardLayout?) -> [String] {
    layout?.rows.map { $0.map(\.text).joined() } ?? []
  }

  @Test func signsAndDigitsAreDropped() {
    let layout = layout(digits: row("1234567890-="), upper: "qwertyuiop[]", home: "asdfghjkl;'\\")
    #expect(texts(layout) == ["qwertyuiop", "asdfghjkl", "zxcvbnm"])
  }

  @Test func accentsOfTheDigitsBelongToTheirLetters() {
    let french = layout(digits: [["&", "1"], ["é", "2"], ["è", "7"], ["ç", "9"], ["à", "0"]])
    #expect(texts(french) == ["qwertyuiop", "asdfghjkl", "zxcvbnm"])
    let e = french?.rows.joined().first { $0.text == "e" }
    #expect(e?.variants.prefix(2) == ["é", "è"])
    #expect(french?.rows.joined().first { $0.text == "c" }?.variants.first == "ç")
  }

  @Test func lettersOnDigitKeysStay() {
    #expect(texts(layout(digits: [["њ", "Њ"]])) == ["qwertyuiopњ", "asdfghjkl", "zxcvbnm"])
    #expect(texts(layout(digits: row("ぬふあう"))) == ["ぬふあう", "qwertyuiop", "asdfghjkl", "zxcvbnm"])
  }

  @Test func letterWithItsOwnKeyIsNoVariant() {
    let german = layout(upper: "qwertzuiopü", home: "asdfghjklöä")
    #expect(german?.rows.joined().first { $0.text == "o" }?.variants.contains("ö") == false)
    #expect(german?.rows.joined().first { $0.text == "s" }?.variants.first == "ß")
  }

  @Test func twoLettersOnOneKeyAreTwoLetters() {
    let arabic = KeyboardLayout(
      language: "ar", name: "",
      .init(
        digits: [], upper: row("ضصثقفغعهخحجد"), home: row("شسيبلاتنمكط"), lower: [["\u{FEFB}", "\u{FEF5}"]]))
    #expect(arabic?.rows[2].first?.text == "لا" && arabic?.rows[2].first?.shifted == "لآ")
  }

  @Test func incompleteLayoutIsRejected() {
    #expect(layout(upper: "abc", home: "def", lower: "") == nil)
  }

  @Test func katakanaBecomesHiragana() {
    let kana = layout(upper: "タテイスカンナニラセ", home: "チトシハキクマノリ", lower: "ツサソヒコミモ")
    #expect(texts(kana?.asHiragana) == ["たていすかんなにらせ", "ちとしはきくまのり", "つさそひこみも"])
  }

  @Test func latinKeyboardsWriteAddresses() {
    #expect(KeyboardLayout.latin.isLatin && layout()?.isLatin == true)
    #expect(layout(upper: "йцукенгшщзхъ", home: "фывапролджэ", lower: "ячсмитьбю")?.isLatin == false)
  }

  @Test(arguments: [
    ("en", "us", ""), ("de", "de", ""), ("de-CH", "ch", ""), ("fr-CH", "ch", "fr"), ("es-MX", "latam", ""),
    ("ar", "ara", ""), ("ja", "jp", ""), ("zh-Hans-CN", "us", ""), ("pl", "pl", ""), ("cs-CZ", "cz", ""),
    ("../x", "us", ""), ("", "us", ""),
  ])
  func everyLanguageHasAKeyboard(tag: String, layout: String, variant: String) {
    #expect(KeyboardSource(language: tag) == KeyboardSource(layout, variant))
  }

  @Test(arguments: [
    "", "a/b", "../etc", "de:", ":x", "a:b:c", "de nodeadkeys", String(repeating: "a", count: 65),
  ])
  func invalidNamesAreRejected(name: String) { #expect(KeyboardSource(named: name) == nil) }

  @Test(arguments: [
    ("e", "\u{301}", "é"), ("u", "\u{308}", "ü"), ("N", "\u{303}", "Ñ"), ("か", "\u{3099}", "が"),
    ("は", "\u{309A}", "ぱ"), ("ウ", "\u{3099}", "ヴ"),
  ])
  func marksMakeOneCharacter(letter: String, mark: String, result: String) {
    let composed = mark.unicodeScalars.first.flatMap { LetterForms.compose(Character(letter), $0) }
    #expect(composed.map { Array(String($0).unicodeScalars) } == Array(result.unicodeScalars))
  }

  @Test func unrelatedMarksDoNotCompose() {
    #expect(LetterForms.compose("q", "\u{301}") == nil && LetterForms.compose("ん", "\u{3099}") == nil)
  }
}
