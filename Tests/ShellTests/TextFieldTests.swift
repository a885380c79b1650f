import SeededRandom
import Testing

@testable import Shell

/// A line of text, and its caret.
struct TextFieldTests {
  private func typed(_ texts: String..., kind: TextField.Kind = .text, limit: Int = 200) -> TextField {
    var field = TextField(kind, limit: limit)
    for text in texts { field.insert(text) }
    return field
  }

  @Test func textGoesInAtTheCaret() {
    var field = typed("mueum")
    field.moveCaret(to: 2)
    field.insert("s")
    #expect(field.text == "museum" && field.caret == 3)
    #expect(field.deleteBackward() && field.text == "mueum" && field.caret == 2)
  }

  @Test func combiningMarksBelongToTheirLetter() {
    var field = typed("e", "\u{301}", "👩‍👩‍👧", "क", "ि")
    #expect(field.caret == 3 && field.text == "e\u{301}👩‍👩‍👧कि")
    field.deleteBackward()
    field.deleteBackward()
    #expect(field.text == "e\u{301}" && field.caret == 1)
  }

  @Test func stackedMarksAreLimited() {
    var field = typed("a")
    for _ in 0..<100 { field.insert("\u{301}") }
    #expect(field.text.unicodeScalars.count < 12)
  }

  @Test func voicedSoundsChangeTheLetterBefore() {
    #expect(typed("か", "\u{309B}", "は", "\u{309C}").text == "がぱ")
    #expect(typed("\u{309B}").text.isEmpty && typed("ん", "\u{309B}").text == "ん")
  }

  @Test func anAccentWaitsForItsLetter() {
    var field = typed("caf")
    field.hold("\u{301}")
    #expect(field.text == "caf")
    field.insert("e")
    field.insert("e")
    #expect(Array(field.text.unicodeScalars) == Array("caf\u{E9}e".unicodeScalars))
  }

  @Test(arguments: [
    (TextField.Kind.address, "https:// example.org/ä?b=1", "https://example.org/ä?b=1"),
    (.number(isWhole: true), "-1-2.5x3", "-1253"), (.number(isWhole: false), "1.5.2", "1.52"),
    (.text, "a\nb\tc\u{202E}d\u{0}", "abcd"), (.password, "pass word", "pass word"),
  ])
  func fieldKindFiltersCharacters(kind: TextField.Kind, text: String, taken: String) {
    var field = TextField(kind)
    field.insert(text)
    #expect(field.text == taken)
  }

  @Test func textLengthIsLimited() {
    var field = typed("abc", "def", limit: 4)
    #expect(field.text == "abcd" && field.insert("x") == false && field.caret == 4)
  }

  @Test func passwordIsNeverRevealed() {
    let field = typed("secret", kind: .password)
    #expect(field.shown == "••••••" && field.last == nil)
    #expect(!"\(field)".contains("secret") && !String(reflecting: field).contains("secret"))
    #expect(!"\(TextRequest(id: ElementID("x"), label: "", field: field))".contains("secret"))
  }

  @Test(arguments: [("متحف 1", true), ("1 Museum", false), ("בית", true), ("123", nil)] as [(String, Bool?)])
  func theFirstLetterDecidesTheDirection(text: String, isRight: Bool?) {
    #expect(TextField(text: text).runsRightToLeft == isRight)
  }

  @Test(arguments: 0..<20) func theCaretStaysInTheText(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var field = TextField(limit: 30)
    let pieces = ["a", "é", "\u{301}", "か", "\u{309B}", "👨‍👩‍👧", " ", "م", "", "long text here", "\u{200D}"]
    for _ in 0..<300 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: field.deleteBackward()
      case 1: field.moveCaret(by: Int.random(in: -40...40, using: &random))
      default: field.insert(pieces.randomElement(using: &random) ?? "")
      }
      #expect(
        (0...field.characters.count).contains(field.caret) && field.characters.count <= 30, "seed \(seed)")
    }
  }
}
