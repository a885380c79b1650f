import Testing

@testable import Artwork

struct FontSurveyTests {
  /// What packaging/packages.run installs has to be enough for every language that the launcher's words are
  /// in.
  @Test(arguments: [
    "Größe", "Où est-ce ?", "¿Adónde?", "مرحبا", "欢迎光临", "いらっしゃいませ 展覧会", "환영합니다", "Добро пожаловать", "🙂",
  ])
  func thePackagesOfTheMakefileHaveTheLetters(of text: String) {
    #expect(FontSurvey().canWrite(text))
  }

  @Test func aLetterThatNoFontHasIsMissed() {
    // The last code point of a plane for private use.
    #expect(!FontSurvey().canWrite("\u{10FFFD}"))
  }
}
