import Foundation
import Testing

/// Compares the walks through the sources in ARCHITECTURE.md with the sources.
struct ArchitectureTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The steps of a walk: a file below `Sources`, and the function if the step names one.
  private static func steps(of text: String) -> [(file: String, function: String?)] {
    text.matches(of: /(?m)^\d+\. `([^`]+\.swift)`(?:, `(\w+)`)?/).map {
      (String($0.output.1), $0.output.2.map(String.init))
    }
  }

  @Test func everyStepOfAWalkExists() throws {
    let text = try String(contentsOf: Self.repository.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let steps = Self.steps(of: text)
    #expect(steps.count > 20)
    for (file, function) in steps {
      let url = Self.repository.appending(path: "Sources").appending(path: file)
      let source = try? String(contentsOf: url, encoding: .utf8)
      let found = try #require(source, "\(file) is not there")
      if let function { #expect(found.contains("func \(function)("), "\(file) has no \(function)") }
    }
  }

  @Test func aDragPassesAtMostTwelveFiles() throws {
    let text = try String(contentsOf: Self.repository.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let walk = try #require(text.firstMatch(of: /(?s)\*\*A drag\*\*.*?\*\*A key\*\*/)).output
    let files = Set(Self.steps(of: String(walk)).map(\.file))
    #expect(files.count <= 12 && files.count > 8)
  }

  @Test func walkStepsAreParsed() {
    let steps = Self.steps(of: "1. `A/B.swift`, `run`: it runs\n2. `C.swift`: a table\nno step")
    #expect(steps.map(\.file) == ["A/B.swift", "C.swift"] && steps.map(\.function) == ["run", nil])
  }
}
