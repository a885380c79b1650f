import Testing

@testable import Artwork

struct FontSurveyTests {
  /// The packages of packaging/packages.run cover all languages of the launcher's texts.
  @Test(arguments: [
    "Größe", "Où est-ce ?", "¿Adónde?", "مرحبا", "欢迎光临", "いらっしゃいませ 展覧会", "환영합니다", "Добро пожаловать", "🙂",
  ])
  func packagedFontsCoverAllLanguages(of text: String) {
    #expect(FontSurvey().canWrite(text))
  }

  @Test func missingLetterIsDetected() {
    // The last code point of a private-use plane.
    #expect(!FontSurvey().canWrite("\u{10FFFD}"))
  }
}
