import Languages
import Testing

@testable import Shell

/// The console page that visitors see when the kiosk does not start.
@Suite struct FailurePageTests {
  @Test func pageExplainsTheFailureAndTheContact() {
    let page = FailurePage(.software, code: "polkit", contact: "Please call 030 1234567")
    let text = page.lines(in: .english, columns: 80).joined(separator: "\n")
    #expect(
      text == """
        This screen is out of order

        Some of its software is missing. It keeps trying by itself.

        Please call 030 1234567

        Please mention this code: polkit
        """)
  }

  @Test func withoutAContactVisitorsAreSentToStaff() {
    for contact in [nil, "", "  ", "请致电"] {
      let lines = FailurePage(.unknown, contact: contact).lines(in: .english, columns: 80)
      #expect(lines.last == "Please tell a member of staff.", "\(contact ?? "none")")
    }
  }

  @Test(arguments: ["de", "es", "fr"]) func pageUsesLanguagesOfTheConsole(language: String)
    throws
  {
    let words = try #require(try Localizer.compiled(language))
    for reason in [FailurePage.Reason.software, .screen, .graphicsCard, .stoodStill, .unknown] {
      let page = FailurePage(reason, code: "seat")
      let lines = page.lines(in: words, columns: 200)
      let english = page.lines(in: .english, columns: 200)
      #expect(lines.count == english.count && lines != english)
      #expect(zip(lines, english).allSatisfy { $0.isEmpty || $0 != $1 }, "\(lines)")
      #expect(!lines.joined().contains("?") && lines.joined().contains("seat"), "\(lines)")
    }
  }

  @Test(arguments: ["ar", "ja", "zh"]) func otherLanguagesFallBackToEnglish(language: String) throws {
    let words = try #require(try Localizer.compiled(language))
    let page = FailurePage(.graphicsCard, code: "graphics")
    #expect(page.lines(in: words, columns: 80) == page.lines(in: .english, columns: 80))
  }

  /// `ESC [ 12 ; 2 ]` switches Linux to another console (console_codes(4)).
  @Test func operatorTextCannotControlTheConsole() {
    let page = FailurePage(.unknown, code: "a\u{1B}b", contact: "x\u{1B}[12;2]y\u{9B}12;2]z\u{7F}\r\u{8}")
    let text = page.console(in: .english, columns: 80, rows: 25)
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
    // The page's own sequences: bright letters, no cursor, an empty screen, the top left corner.
    #expect(controls.allSatisfy { $0 == "\u{1B}" } && controls.count == 4, "\(controls)")
    #expect(text.contains("x?[12;2]y?12;2]z???"))
  }

  @Test(arguments: [(80, 25), (160, 45), (40, 12), (20, 5), (1, 1)])
  func pageFitsEveryLegibleConsole(columns: Int, rows: Int) throws {
    let page = FailurePage(
      .stoodStill, code: "seat", contact: "Bitte rufen Sie die Kasse an: „030 – 1234567“ … danke")
    let lines = page.lines(in: try #require(try Localizer.compiled("de")), columns: columns)
    if columns >= 40 { #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)") }
    let text = page.console(in: .english, columns: columns, rows: rows)
    if rows >= 12 { #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= rows) }
  }

  @Test func typographyIsSimplifiedForTheConsole() {
    let page = FailurePage(.unknown, contact: "“Kasse” – l’été…\u{A0}!")
    #expect(page.lines(in: .english, columns: 80).last == "\"Kasse\" - l'été... !")
  }
}
