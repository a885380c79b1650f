import Configuration
import Foundation
import Testing

@Suite struct DocumentationTests {
  @Test(arguments: ConfigurationSection.allCases)
  func theManualPageListsEveryKeyAsTheTableHasIt(section: ConfigurationSection) throws {
    let page = try ManualPage()
    #expect(page.text.contains(ManualPage.keys(of: section)))
  }

  @Test func theManualPageListsNoOtherKeys() throws {
    let page = try ManualPage()
    let items = page.text.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }
    let names = items.map { String($0.dropFirst(7)).replacing("\\-", with: "-") }
    #expect(names == ConfigurationKey.all.map(\.name))
  }

  @Test func theExampleBeginsWithTheReference() throws {
    let example = try String(contentsOf: Repository.file("examples/rotunda.toml"), encoding: .utf8)
    #expect(example.contains(ConfigurationReference.text))
  }
}
