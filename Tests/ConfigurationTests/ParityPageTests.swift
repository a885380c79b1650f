import Foundation
import Testing

/// Checks the statements of the parity page with the original carousels, and the tests that it names.
struct ParityPageTests {
  private static let rows: [[String]] = {
    let text = (try? page()) ?? ""
    return text.split(separator: "\n").filter {
      $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true
    }
    .map { line in line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }()

  private static func page() throws -> String {
    try String(contentsOf: Repository.file("docs/parity.md"), encoding: .utf8)
  }

  @Test func everyFeatureIsListedOnce() {
    #expect(Self.rows.compactMap { Int($0[0]) } == Array(1...261))
  }

  @Test func countsMatchTheRows() throws {
    let states = Self.rows.map { $0[3] }
    let (works, out) = (states.count { $0 == "works" }, states.count { $0 == "does not apply" })
    #expect(works + out == 261)
    #expect(try Self.page().contains("261 features: \(works) work, \(out) do not apply."))
  }

  /// `Suite.function` names a function of a suite below Tests.
  @Test func everyNamedTestExists() throws {
    let tests = try Repository.tests()
    var named = 0
    for row in Self.rows where row[3] == "works" {
      let names = row[4].matches(of: /`([A-Za-z0-9]+)\.([A-Za-z0-9]+)`/)
      #expect(!names.isEmpty || row[4].contains("`packaging/outside-package`"), "row \(row[0])")
      for name in names {
        named += 1
        let (suite, function) = (name.1, name.2)
        #expect(
          tests.contains { $0.words.contains(suite) && $0.functions.contains(function) },
          "row \(row[0]): \(suite).\(function)")
      }
    }
    #expect(named >= 250)
  }
}

extension Repository {
  /// The words and the function names of each test file.
  fileprivate static func tests() throws -> [(words: Set<Substring>, functions: Set<Substring>)] {
    let directory = file("Tests")
    let names = FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.map {
      let text = try String(contentsOf: directory.appending(path: $0), encoding: .utf8)
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return (Set(words), Set(zip(words, words.dropFirst()).filter { $0.0 == "func" }.map(\.1)))
    }
  }
}
