import Configuration
import Foundation
import Testing

/// Compares the documentation of the keys with the table of keys.
///
/// After a change of the table, `ROTUNDA_UPDATE=1 swift test --filter DocumentationTests` rewrites the keys'
/// part of the manual page and of the example.
@Suite(.serialized) struct DocumentationTests {
  private static let updates = ProcessInfo.processInfo.environment["ROTUNDA_UPDATE"] != nil
  private static let example = Repository.file("examples/rotunda.toml")
  private static let manual = Repository.file("docs/man/rotunda.toml.5")
  private static let themeManual = Repository.file("docs/man/rotunda-theme.5")

  @Test(.enabled(if: updates, "only writes files: ROTUNDA_UPDATE=1")) func keysAreRewritten() throws {
    let (basic, expert) = (ManualPage.keys(of: .basic), ManualPage.keys(of: .expert))
    try Self.replace(in: Self.manual, from: ".Sh BASIC KEYS\n", to: ".Sh ACTIONS\n", with: basic)
    try Self.replace(
      in: Self.manual, from: ".Sh ACTIONS\n", to: ".Sh EXPERT KEYS\n", with: ManualPage.actions())
    try Self.replace(in: Self.manual, from: ".Sh EXPERT KEYS\n", to: ".Sh FILES\n", with: expert)
    let tokens = ThemeToken.Group.allCases.map(ManualPage.tokens).joined()
    try Self.replace(in: Self.themeManual, from: ".Sh TOKENS\n", to: ".Sh ARRANGEMENT\n", with: tokens)
    try Self.replace(
      in: Self.example, from: "examples/packages.\n\n", to: "\n# The tiles of this kiosk.",
      with: ConfigurationReference.text)
  }

  @Test(arguments: ConfigurationSection.allCases, ConfigurationKey.Level.allCases)
  func manualListsEveryKeyAsTheTable(
    section: ConfigurationSection, level: ConfigurationKey.Level
  ) throws {
    let page = try String(contentsOf: Self.manual, encoding: .utf8)
    let keys = ManualPage.keys(of: section, level)
    #expect(keys.isEmpty || page.contains(keys))
  }

  @Test func theManualPageListsEveryActionOnce() throws {
    let page = try String(contentsOf: Self.manual, encoding: .utf8)
    #expect(page.contains(ManualPage.actions()))
    #expect(ActionReference.entries.allSatisfy { !$0.meaning.isEmpty })
    #expect(!page.contains("\"none\", \"home\""), "the actions are listed elsewhere")
  }

  @Test func theManualPageListsNoOtherKeys() throws {
    let page = try String(contentsOf: Self.manual, encoding: .utf8)
    let items = page.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }
    let names = items.map { String($0.dropFirst(7)).replacing("\\-", with: "-") }
    let keys = ConfigurationKey.Level.allCases.map { level in
      ConfigurationKey.all.filter { $0.level == level }.map(\.name)
    }
    #expect(names == keys[0] + ActionReference.entries.map(\.word) + keys[1])
  }

  @Test func manualHasTheSectionsThatKeysName() throws {
    let page = try String(contentsOf: Self.manual, encoding: .utf8)
    let named = page.matches(of: /below ([A-Z]{3,})/).map(\.1)
    #expect(named.contains("BROWSERS"))
    for section in named { #expect(page.contains("\n.Sh \(section)\n"), "\(section)") }
  }

  @Test(arguments: ThemeToken.Group.allCases)
  func theManualPageOfThemesListsEveryToken(group: ThemeToken.Group) throws {
    let page = try String(contentsOf: Self.themeManual, encoding: .utf8)
    #expect(page.contains(ManualPage.tokens(of: group)))
  }

  @Test func theExampleBeginsWithTheReference() throws {
    let example = try String(contentsOf: Self.example, encoding: .utf8)
    #expect(example.contains(ConfigurationReference.text) == true)
  }

  private static func replace(in file: URL, from start: String, to end: String, with text: String) throws {
    let content = try String(contentsOf: file, encoding: .utf8)
    let opening = try #require(content.range(of: start))
    let closing = try #require(content.range(of: end, range: opening.upperBound..<content.endIndex))
    let updated = content.replacingCharacters(in: opening.upperBound..<closing.lowerBound, with: text)
    try updated.write(to: file, atomically: true, encoding: .utf8)
  }
}
