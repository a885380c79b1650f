import State
import Testing

@Suite struct ProcessLanguageTests {
  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], ["de_DE.UTF-8"]),
      (["LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], ["fr_FR.UTF-8"]),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "de:es"], ["de", "es", "en_US.UTF-8"]),
      (["LANG": "C.UTF-8"], []),
      (["LANG": "C.UTF-8", "LANGUAGE": "de"], ["de"]),
      (["LC_ALL": "C", "LANGUAGE": "de"], []),
      ([:], []),
    ] as [([String: String], [String])])
  func localesNameLanguages(variables: [String: String], expected: [String]) {
    #expect(ProcessEnvironment(variables: variables).languages == expected)
  }
}
