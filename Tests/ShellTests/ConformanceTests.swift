import Configuration
import Foundation
import Testing

@testable import Shell

/// Checks the counts of clauses in the accessibility report, and the time-outs on the visitors' page.
struct ConformanceTests {
  private static let states = ["met", "partly", "not met", "machine", "operator", "does not apply"]

  private static func text(_ path: String) throws -> String {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  /// The cells of each row of the tables in a part of a page.
  private static func rows(_ text: some StringProtocol) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The rows about clauses of the standard, or about points of the Act.
  private static func clauses(ofTheAct: Bool) throws -> [[String]] {
    rows(try text("docs/conformance.md")).filter { row in
      row.count == 5 && states.contains(row[1]) && (row[0].first?.isNumber != true) == ofTheAct
    }
  }

  /// The number of clauses in a row: `11.8.1–5` are five.
  private static func count(_ clause: String) -> Int {
    guard let range = clause.prefixMatch(of: #/(?:\d+\.)*(\d+)–(\d+) /#), let first = Int(range.1),
      let last = Int(range.2)
    else { return 1 }
    return last - first + 1
  }

  @Test(arguments: [("EN 301 549", "clauses", false), ("European Accessibility Act", "points", true)])
  func countsMatchTheRows(name: String, unit: String, isAct: Bool) throws {
    let rows = try Self.clauses(ofTheAct: isAct)
    let counts = Self.states.map { state in
      rows.filter { $0[1] == state }.map { Self.count($0[0]) }.reduce(0, +)
    }
    let parts = zip(counts, Self.states).map { "\($0) \($1)" }.joined(separator: ", ")
    let line = "\(name): \(counts.reduce(0, +)) \(unit): \(parts)."
    #expect(try Self.text("docs/conformance.md").contains("\n\(line)\n"), "\(line)")
    #expect(counts.reduce(0, +) > 25)
  }

  @Test func everyClauseAppearsOnce() throws {
    let names = try [false, true].flatMap { try Self.clauses(ofTheAct: $0).map { $0[0] } }
    #expect(Set(names).count == names.count)
  }

  @Test func metClausesNameATest() throws {
    for row in try [false, true].flatMap(Self.clauses(ofTheAct:)) where row[1] == "met" {
      #expect(row[3].contains(/`\w+Tests\.[a-z]\w+`/), "\(row[0])")
    }
  }

  /// The rows of the table of time-outs.
  private static func timeOuts() throws -> [[String]] {
    let page = try text("docs/accessibility.md")
    let section = try #require(page.range(of: "\n## Time-outs\n"))
    return rows(page[section.upperBound...]).dropFirst().filter { $0.count == 6 }
  }

  @Test func timeOutsHaveTheDefaultsOfTheirKeys() throws {
    let rows = try Self.timeOuts()
    let waits = ConfigurationKey.all.filter { if case .wait = $0.kind { true } else { false } }
    #expect(waits.count >= 4)
    let others = [
      ConfigurationSection.tile["time-limit"], ConfigurationSection.access["scan-interval"],
      ConfigurationSection.admin["within"],
    ]
    for key in waits + others {
      let found = rows.filter { $0[1].contains("`\(key.name)`") }
      let value = key.defaultValue?.replacing("\"", with: "") ?? key.defaultWords
      #expect(!found.isEmpty, "\(key.name)")
      for row in found { #expect(row[2] == value, "\(row[0])") }
    }
  }

  @Test func timeOutsWithoutKeysMatchTheLauncher() throws {
    let rows = try Self.timeOuts()
    for (name, seconds) in [
      ("dark screen outside of hours", IdleMonitor.closedGrace), ("PIN pad", PINPad.lifetime),
      ("system page", SystemPage.lifetime), ("setting up again", FirstRunPanel.lifetime),
      ("message about a program", Notice.programLifetime),
    ] {
      let row = try #require(rows.first { $0[0] == name }, "\(name)")
      #expect(row[2] == Quantity.text(seconds: seconds), "\(name)")
    }
  }
}
