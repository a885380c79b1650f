import Configuration
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Shell

struct MessageTests {
  @Test(arguments: [
    (["foot"], "foot"), (["printf", "a b"], "printf 'a b'"), (["x", ""], "x ''"),
    (["/usr/bin/env", "A=1"], "/usr/bin/env A=1"), (["say", "it's"], "say 'it'\\''s'"),
  ])
  func commandsAreQuoted(command: [String], expected: String) {
    #expect(Message.quoted(command) == expected)
  }

  @Test func signalsAreNamed() {
    #expect(ExitReason.signaled(signal: 11, coreDumped: true).text(in: .english).contains("SIGSEGV"))
    #expect(ExitReason.signaled(signal: 63, coreDumped: false).text(in: .english) == "Signal 63 ended it.")
    #expect(ExitReason.exited(status: 4).text(in: .english).contains("exit status 4"))
  }

  @Test func theJournalGetsOneLine() {
    let message = Message.startFailed(tile: "Clock", command: ["clock"], .notFound)
    let line = message.fullText(in: .english).line
    #expect(line == "“Clock” cannot be opened: The program was not found.; Command: clock")
  }

  private static let reasons: [ExitReason] = [
    .exited(status: 3), .signaled(signal: 11, coreDumped: false), .signaled(signal: 11, coreDumped: true),
    .signaled(signal: 9, coreDumped: false), .outOfMemory, .perhapsOutOfMemory,
  ]

  /// Each kind of exit has its own words without numbers and commands, for visitors. The journal has those.
  @Test func exitMessagesExplainAndAdvise() {
    let messages = Self.reasons.map { Message.endedBadly(tile: "Clock", command: ["/opt/clock", "-9"], $0) }
    let said = messages.map { $0.text(in: .english) }
    #expect(Set(said.map(\.detail)).count == Self.reasons.count)
    for text in said {
      #expect(text.title == "“Clock” has stopped" && text.detail.hasSuffix("a member of staff."))
      #expect(!text.detail.contains("clock") && !text.detail.contains { $0.isNumber })
      #expect(!text.detail.contains("signal") && !text.detail.contains("SIG"))
    }
    for message in messages {
      #expect(message.fullText(in: .english).detail.hasSuffix("Command: /opt/clock -9"))
    }
    #expect(Set(messages.map { $0.fullText(in: .english).detail }).count == Self.reasons.count)
  }

  @Test(arguments: 1...31) func crashesAndKillsHaveDifferentTexts(signal: Int32) {
    let text = ExitReason.signaled(signal: signal, coreDumped: false).plainText(in: .english)
    let isFault = [3, 4, 5, 6, 7, 8, 11, 24, 25, 31].contains(signal)
    #expect(text == (isFault ? "It closed unexpectedly." : "Another program on this machine closed it."))
  }

  @Test func automaticRestartAsksForNoHelp() {
    let crash = Message.endedBadly(tile: "Clock", command: ["clock"], Self.reasons[1])
    let message = Message.restarting(because: crash, seconds: 4)
    #expect(message.text(in: .english).detail == "It restarts in 4 seconds.\nIt closed unexpectedly.")
    #expect(message.fullText(in: .english).detail.contains("SIGSEGV"))
  }

  /// As much room is below the last line, or below the button, as above the first line.
  @Test(arguments: [nil, "Tile 0"] as [String?]) func messageEnclosesItsContent(retry: String?) throws {
    let stage = ShellStage()
    let failure = Message.startFailed(tile: "Floor plan", command: ["plan"], .notFound)
    stage.shell.withOutbox(&stage.effects) { $0.show(Notice(failure, expires: nil, retry: retry)) }
    stage.draw()
    #expect(stage.settle())
    stage.draw()
    let notice = try #require(stage.shell.notice)
    let area = try #require(stage.shell.panels.notice.frame(of: notice))
    func place(_ writing: Writing?) throws -> Rectangle {
      let wanted = try #require(writing).picture
      let sprite = try #require(
        stage.frame.sprites.first {
          if case .picture(wanted, _) = $0.fill { true } else { false }
        })
      let center = try #require(sprite.transform.project(.zero))
      return Rectangle(center: center + stage.center, size: sprite.size)
    }
    let (title, detail) = (try place(notice.title), try place(notice.detail))
    #expect(title.origin.y > area.origin.y && detail.origin.y >= title.maxY - 0.01)
    let button = stage.shell.panels.notice.buttonFrame(of: notice)
    #expect((button == nil) == (retry == nil))
    if let button { #expect(button.origin.y > detail.maxY) }
    let end = button?.maxY ?? detail.maxY
    #expect(abs((area.maxY - end) - (title.origin.y - area.origin.y)) < 1)
  }

  /// Even a long message on a small screen leaves the selected tile's picture visible.
  @Test(arguments: [Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(3840, 2160)])
  func longMessageLeavesTheSelectedTileVisible(size: Size) throws {
    let stage = ShellStage(size: size) { $0.header = HeaderSettings() }
    let words = String(repeating: "/srv/a/long/way/to/a/program that does not know its options ", count: 40)
    let failure = Message.startFailed(tile: "Floor plan", command: [words], .notFound)
    stage.shell.withOutbox(&stage.effects) { $0.show(Notice(failure, expires: nil, retry: "Tile 0")) }
    // The maximum size of the message.
    var notice = try #require(stage.shell.notice)
    for line in [\Notice.detail, \Notice.button] {
      let room = notice[keyPath: line]?.picture.size
      notice[keyPath: line]?.size = room
    }
    notice.title?.size = PixelSize(400, Int(stage.shell.metrics.fontSize * 1.6))
    let frame = try #require(stage.shell.panels.notice.frame(of: notice))
    let tile = try #require(stage.shell.panels.frame(of: .face))
    #expect(frame.origin.y > tile.origin.y + tile.size.height * 0.6)
  }
}
