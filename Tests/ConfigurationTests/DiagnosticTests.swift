import Configuration
import Testing

@Suite struct DiagnosticTests {
  @Test(
    "a diagnostic has the format of a compiler's",
    arguments: [
      (Diagnostic(.error, file: "a", message: "is a directory"), "a: error: is a directory"),
      (
        Diagnostic(
          .error, file: "a", line: 3, column: 1, key: "carousel.layuot", message: "no such key",
          suggestion: "layout"),
        "a:3:1: error: carousel.layuot: no such key, did you mean 'layout'?"
      ),
      (Diagnostic(.warning, file: "a", line: 9, column: 2, message: "m"), "a:9:2: warning: m"),
      (Diagnostic(.warning, file: "a", line: 9, key: "k", message: "m"), "a:9: warning: k: m"),
    ])
  func describes(diagnostic: Diagnostic, expected: String) {
    #expect(diagnostic.description == expected)
  }

  @Test func diagnosticsSortByFileLineAndColumn() {
    let sorted = [
      Diagnostic(.error, file: "a", message: "m"),
      Diagnostic(.error, file: "a", line: 2, column: 9, message: "m"),
      Diagnostic(.error, file: "a", line: 10, column: 1, message: "m"),
      Diagnostic(.warning, file: "a", line: 10, column: 2, message: "m"),
      Diagnostic(.error, file: "b", line: 1, column: 1, message: "m"),
    ]
    #expect(sorted.reversed().sorted() == sorted)
  }
}
