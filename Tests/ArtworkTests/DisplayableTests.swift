import Testing

@testable import Artwork

struct DisplayableTests {
  @Test(arguments: [
    ("Clock", "Clock"), ("a\nb\tc", "a b c"), ("a\u{0}b\u{7}c\u{1B}[31m", "abc[31m"), ("  a   b  ", "a b"),
    ("user\u{202E}gpj.exe", "usergpj.exe"), ("\u{202D}x", "x"), ("a\u{2028}b\u{85}c", "a b c"),
    ("a\r\nb", "a b"), ("שלום\u{200F}!", "שלום\u{200F}!"), ("\u{2068}name\u{2069}", "\u{2068}name\u{2069}"),
    ("", ""),
    ("\u{9F}\u{7F}", ""),
  ])
  func labelIsOneDrawableLine(text: String, expected: String) {
    #expect(text.displayableLabel == expected)
  }

  @Test(arguments: [("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\tb", "a\tb"), ("a\n\nb", "a\n\nb"), ("\u{0}", "")])
  func aTextKeepsItsParagraphs(text: String, expected: String) {
    #expect(text.displayableText == expected)
  }

  @Test func longTextIsCutBeforeShaping() {
    let marks = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(marks.displayableLabel.unicodeScalars.count == String.longestLabel + 1)
    #expect(
      String(repeating: "a", count: 100_000).displayableText.unicodeScalars.count == String.longestText + 1)
    #expect(String(repeating: "a", count: String.longestLabel).displayableLabel.last == "a")
  }
}
