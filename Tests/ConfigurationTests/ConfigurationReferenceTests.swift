import Configuration
import Testing

@Suite struct ConfigurationReferenceTests {
  private let lines = ConfigurationReference.text.split(separator: "\n", omittingEmptySubsequences: false)

  @Test func everyKeyStandsInTheReferenceOnce() {
    for key in ConfigurationKey.all {
      let assignments = lines.filter { $0.hasPrefix("\(key.name) = ") || $0.hasPrefix("#\(key.name) = ") }
      // Two sections may have a key of the same name.
      let homes = ConfigurationKey.all.count { $0.name == key.name }
      #expect(assignments.count == homes, "\(key.dottedName)")
      #expect(!key.example.isEmpty)
    }
    for section in ConfigurationSection.allCases {
      #expect(lines.contains { $0 == section.header || $0 == "#\(section.header)" })
    }
  }

  @Test func noLineIsTooLong() {
    #expect(lines.allSatisfy { $0.count <= 78 })
  }
}
