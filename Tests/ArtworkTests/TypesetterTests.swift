import Testing

@testable import Artwork

struct TypesetterTests {
  /// Chinese and Japanese share code points for many characters with different shapes.
  @Test func everyTextIsSetInItsOwnLanguage() {
    let typesetter = Typesetter(languages: ["de_DE.UTF-8"])
    for (language, expected) in [("ja", "ja"), ("zh_TW", "zh-tw"), ("", "de-de"), ("zh", "zh"), ("zh", "zh")]
    {
      let style = TextStyle(
        family: "sans-serif", language: language, fontSize: 20, width: 500, limit: .lines(1))
      _ = typesetter.set("直", style)
      #expect(typesetter.contextLanguage == expected)
    }
  }
}
