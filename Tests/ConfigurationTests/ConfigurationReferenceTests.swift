import Configuration
import Testing

@Suite struct ConfigurationReferenceTests {
  private let lines = ConfigurationReference.text.split(separator: "\n", omittingEmptySubsequences: false)

  @Test func everyKeyStandsInTheReferenceOnce() {
    for key in ConfigurationKey.all {
      let assignments = lines.filter { $0.hasPrefix("\(key.name) = ") || $0.hasPrefix("#\(key.name) = ") }
      // Two sections may have keys of the same name.
      let homes = ConfigurationKey.all.count { $0.name == key.name }
      #expect(assignments.count == homes, "\(key.dottedName)")
      #expect(!key.example.isEmpty)
    }
    for section in ConfigurationSection.allCases {
      #expect(lines.contains { $0 == section.header || $0 == "#\(section.header)" })
    }
  }

  @Test func inEverySectionTheBasicKeysComeFirst() {
    for section in ConfigurationSection.allCases {
      let basic = section.keys.count { $0.level == .basic }
      #expect(section.keys.prefix(basic).allSatisfy { $0.level == .basic }, "\(section)")
    }
    let headings = lines.filter { ["# Basic keys", "# Expert keys"].contains($0) }.map(String.init)
    let expected = ConfigurationSection.allCases.flatMap { section in
      let levels = Set(section.keys.map(\.level))
      return ConfigurationKey.Level.allCases.filter(levels.contains).map { "# \($0.heading)" }
    }
    #expect(headings == expected)
  }

  @Test func basicReferenceHasExactlyTheBasicKeys() throws {
    var section: ConfigurationSection?
    var keys: [ConfigurationKey] = []
    for line in ConfigurationReference.basicText.split(separator: "\n") where !line.hasPrefix("# ") {
      let plain = line.hasPrefix("#") ? line.dropFirst() : line
      if plain.hasPrefix("[") {
        section = ConfigurationSection.allCases.first { $0.header == plain }
        #expect(section != nil, "\(line)")
      } else {
        let name = try #require(plain.split(separator: " ").first)
        keys.append(try #require(section?.key(named: String(name)), "\(line)"))
      }
    }
    #expect(keys == ConfigurationKey.all.filter { $0.level == .basic })
    #expect(!ConfigurationReference.basicText.contains("# Expert keys"))
  }

  @Test func noLineIsTooLong() {
    #expect(lines.allSatisfy { $0.count <= 78 })
  }
}
