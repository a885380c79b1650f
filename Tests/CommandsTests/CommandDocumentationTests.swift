import Commands
import Foundation
import Testing

/// Compares help and manual pages with the table of commands.
///
/// After a change of the table, `ROTUNDA_UPDATE=1 swift test --filter DocumentationTests` rewrites the
/// synopses.
@Suite(.serialized) struct CommandDocumentationTests {
  private static let updates = ProcessInfo.processInfo.environment["ROTUNDA_UPDATE"] != nil

  private static let pages = [
    ("rotunda.1", Help.manualSynopsis), ("rotunda-ctl.1", Help.controlManualSynopsis),
  ]

  private func manual(_ name: String) -> URL {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { directory.deleteLastPathComponent() }
    return directory.appending(path: "docs/man/\(name)")
  }

  private func synopsis(_ name: String) throws -> (page: String, range: Range<String.Index>) {
    let page = try String(contentsOf: manual(name), encoding: .utf8)
    let start = try #require(page.range(of: ".Sh SYNOPSIS\n")).upperBound
    let end = try #require(page.range(of: ".Sh DESCRIPTION\n")).lowerBound
    return (page, start..<end)
  }

  @Test(.enabled(if: updates, "only writes files: ROTUNDA_UPDATE=1")) func synopsesAreRewritten() throws {
    for (name, text) in Self.pages {
      let (page, range) = try synopsis(name)
      let updated = page.replacingCharacters(in: range, with: text)
      try updated.write(to: manual(name), atomically: true, encoding: .utf8)
    }
  }

  @Test func manualSynopsesMatchTheTable() throws {
    for (name, text) in Self.pages {
      let (page, range) = try synopsis(name)
      #expect(String(page[range]) == text, "\(name)")
    }
  }

  @Test func theManualPagesExplainEveryOption() throws {
    let main = try String(contentsOf: manual("rotunda.1"), encoding: .utf8)
    let control = try String(contentsOf: manual("rotunda-ctl.1"), encoding: .utf8)
    for command in CommandTable.commands {
      for option in command.options {
        #expect((main + control).contains(".It \(option.manual)\n"), "\(option)")
      }
    }
    for verb in CommandTable.verbs {
      for option in verb.options { #expect(control.contains(".It \(option.manual)\n"), "\(option)") }
    }
  }

  @Test func helpExplainsEveryOptionOfEveryCommand() {
    for command in CommandTable.commands {
      for option in command.options {
        let isExplained = (Help.text + "\n" + Help.controlText).contains("\n  --\(option.name) ")
        #expect(isExplained || Help.text.contains("\n  --\(option.name)\n"), "\(option)")
      }
    }
  }

  @Test func helpFitsATerminalOfAHundredColumns() {
    for line in (Help.text + "\n" + Help.controlText).split(separator: "\n") {
      #expect(line.count <= 100, "\(line)")
      #expect(line.last != " ")
    }
  }

  @Test func helpListsTheSynopsesBelowEachOther() {
    let lines = Help.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "Usage: rotunda [--config FILE] [--windowed]")
    #expect(lines.contains("       rotunda session [--compositor NAME] [--config FILE] [-- WORD...]"))
    #expect(lines.contains("       rotunda panels [--seat NAME] SOCKET"))
    #expect(lines.contains("       rotunda ctl VERB [--json] [--bus NAME] [--seat NAME]"))
    let preview = lines.firstIndex { $0.contains("rotunda preview") } ?? 0
    #expect(lines[preview].hasPrefix("       rotunda preview --output FILE [--config FILE]"))
    #expect(lines[preview + 1].hasPrefix("                       ["))
    #expect(Help.controlText.contains("\n  message TEXT [--seconds N]\n                  show a message"))
    #expect(Help.text.contains("\n  config keys     list every configuration key"))
  }
}
