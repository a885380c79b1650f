import Configuration
import Programs
import Testing

@testable import Shell

struct MessageTests {
  @Test(arguments: [
    (["foot"], "foot"), (["printf", "a b"], "printf 'a b'"), (["x", ""], "x ''"),
    (["/usr/bin/env", "A=1"], "/usr/bin/env A=1"), (["say", "it's"], "say 'it'\\''s'"),
  ])
  func commandsAreWrittenSoThatWordsStayApart(command: [String], expected: String) {
    #expect(Message.quoted(command) == expected)
  }

  @Test func signalsAreNamed() {
    #expect(ExitReason.signaled(signal: 11, coreDumped: true).text(in: .english).contains("SIGSEGV"))
    #expect(ExitReason.signaled(signal: 63, coreDumped: false).text(in: .english) == "Signal 63 ended it.")
    #expect(ExitReason.exited(status: 4).text(in: .english).contains("exit status 4"))
  }

  @Test func manyProblemsAreCutShortOnTheScreen() {
    let problems = (1...9).map { Diagnostic(.error, file: "f.toml", line: $0, column: 1, message: "wrong") }
    let text = Message.configuration(problems).text(in: .english)
    #expect(text.title.contains("9"))
    #expect(text.detail.split(separator: "\n").count == 5)
  }

  @Test func theJournalGetsOneLine() {
    let message = Message.startFailed(tile: "Clock", command: ["clock"], .notFound)
    #expect(!message.text(in: .english).line.contains("\n"))
  }
}
