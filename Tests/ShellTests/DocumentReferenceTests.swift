import Foundation
import Testing

/// Compares files, symbols, tests and links in documents with the repository.
struct DocumentReferenceTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: repository.appending(path: path).path)
  }

  /// The documents of the repository, as relative paths.
  private static func documents() throws -> [String] {
    try ["", "docs/", "docs/decisions/"].flatMap { directory in
      try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: directory).path)
        .filter { $0.hasSuffix(".md") }.sorted().map { directory + $0 }
    }
  }

  /// Paths in the repository that stand in backquotes. A path with any other character is a pattern.
  private static func paths(in text: String) -> [String] {
    let pattern = /`((?:Sources|Tests|Benchmarks|Protocols|packaging|examples|po|themes)\/[\w.+\/-]*)`/
    return text.matches(of: pattern).map { String($0.output.1) }
  }

  /// The targets of links in a page, without web addresses, fragments and code.
  private static func links(in text: String) -> [String] {
    let prose = text.replacing(/`[^`\n]*`/, with: "")
    return prose.matches(of: /\]\(([^)#:\s]+)(?:#[^)]*)?\)/).map { String($0.output.1) }
  }

  /// The locations that a page names: a file and a symbol in it.
  private static func answers(in text: String) -> [(file: String, symbol: String)] {
    text.matches(of: /`(Sources\/[^`]+)`,\s+`([^`]+)`/).map { (String($0.output.1), String($0.output.2)) }
  }

  /// Tests in backquotes: a suite and its function.
  private static func tests(in text: String) -> [(suite: String, function: String)] {
    text.matches(of: /`(\w+Tests)\.([a-z]\w+)`/).map { (String($0.output.1), String($0.output.2)) }
  }

  @Test func everyNamedFileExists() throws {
    var count = 0
    for document in try Self.documents() {
      for path in Self.paths(in: try Self.text(document)) {
        count += 1
        #expect(Self.exists(path), "\(document) names \(path)")
      }
    }
    #expect(count > 60)
  }

  @Test func everyLinkLeadsToAFile() throws {
    var count = 0
    for document in try Self.documents() {
      let directory = (document as NSString).deletingLastPathComponent
      for link in Self.links(in: try Self.text(document)) {
        count += 1
        #expect(Self.exists("\(directory)/\(link)"), "\(document) links to \(link)")
      }
    }
    #expect(count > 60)
  }

  @Test func everyAnswerNamesAFileAndASymbol() throws {
    let answers = Self.answers(in: try Self.text("docs/where.md"))
    #expect(answers.count >= 30)
    for (file, symbol) in answers {
      let source = try #require(try? Self.text(file), "\(file)")
      let words = source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      #expect(words.contains { $0 == symbol }, "\(file) has no \(symbol)")
    }
  }

  @Test(arguments: [("ARCHITECTURE.md", 12), ("docs/conformance.md", 80)])
  func everyNamedTestRuns(document: String, least: Int) throws {
    let tests = Self.tests(in: try Self.text(document))
    #expect(tests.count > least)
    let listed = try FileManager.default.subpathsOfDirectory(
      atPath: Self.repository.appending(path: "Tests").path)
    for (suite, function) in tests {
      let files = listed.filter { $0.hasSuffix("/\(suite).swift") }
      #expect(
        try files.contains { Self.runs(function, in: try Self.text("Tests/\($0)")) },
        "\(document): \(suite).\(function) is no test that runs")
    }
  }

  /// Whether a source has an enabled test of that name.
  private static func runs(_ function: String, in source: String) -> Bool {
    guard let place = source.range(of: "func \(function)(") else { return false }
    let before = source[..<place.lowerBound]
    let start = before.range(of: "\n\n", options: .backwards)?.upperBound ?? before.startIndex
    let attributes = before[start...]
    return attributes.contains("@Test") && !attributes.contains(".disabled")
  }

  @Test func referencesAreFoundInText() {
    let text =
      "See `Sources/A/B.swift`, `run`, [that](docs/x.md#part), [this](https://x.org), `ATests.works`."
    #expect(Self.paths(in: text) == ["Sources/A/B.swift"])
    #expect(Self.links(in: text) == ["docs/x.md"])
    #expect(Self.answers(in: text).map(\.symbol) == ["run"])
    #expect(Self.tests(in: text).map(\.function) == ["works"])
    let source =
      "  @Test(arguments: [1])\n  func works(a: Int) {}\n\n  func helps() {}\n\n  @Test(.disabled()) func rests() {}"
    for (name, runs) in [("works", true), ("helps", false), ("rests", false), ("fails", false)] {
      #expect(Self.runs(name, in: source) == runs, "\(name)")
    }
  }
}
