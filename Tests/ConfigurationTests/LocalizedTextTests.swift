import Configuration
import Testing

@Suite struct LocalizedTextTests {
  private static let plan = LocalizedText(
    "Floor plan",
    translations: [
      "de": "Lageplan", "de-AT": "Grundriss", "fr": "Plan", "pt_BR": "Planta", "zh-Hant": "平面圖",
      "sr-Latn": "Tlocrt",
    ])

  @Test(
    "a text answers in the first language that it knows",
    arguments: [
      ([], "Floor plan"),
      (["de"], "Lageplan"),
      (["de_DE.UTF-8"], "Lageplan"),
      (["DE-at"], "Grundriss"),
      (["de_AT@euro", "fr"], "Grundriss"),
      (["it", "fr"], "Plan"),
      (["pt"], "Floor plan"),
      (["pt-br"], "Planta"),
      (["zh-Hant-TW"], "平面圖"),
      (["sr_RS@latin"], "Tlocrt"),
      (["sr_RS"], "Floor plan"),
      (["C", "POSIX", "", "C.UTF-8", "--", "de\0", "\u{FEFF}de"], "Floor plan"),
    ] as [([String], String)])
  func resolves(languages: [String], expected: String) {
    #expect(Self.plan.resolved(for: languages) == expected)
  }

  @Test func overlongLanguageTagIsIgnored() {
    #expect(Self.plan.resolved(for: [String(repeating: "de-", count: 100_000)]) == "Floor plan")
  }

  @Test func aTextWithoutTranslationsIsItself() {
    #expect(LocalizedText("x").resolved(for: ["de"]) == "x")
    #expect(("x" as LocalizedText).resolved(for: []) == "x")
  }
}
