import Configuration
import Geometry
import Programs
import Scene
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

  /// However much there is to say, and however small the screen: the picture on the tile in the middle stays in sight.
  @Test(arguments: [Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(3840, 2160)])
  func aLongMessageLeavesTheTileInTheMiddleInSight(size: Size) throws {
    let stage = ShellStage(size: size)
    let words = String(repeating: "/srv/a/long/way/to/a/program that does not know its options ", count: 40)
    stage.shell.show(
      Notice(
        .startFailed(tile: "Floor plan", command: [words], .notFound), expires: nil, retry: "Tile 0"),
      into: &stage.effects)
    // As large as it may get.
    var notice = try #require(stage.shell.notice)
    for line in [\Notice.detail, \Notice.button] {
      let room = notice[keyPath: line]?.picture.size
      notice[keyPath: line]?.size = room
    }
    notice.title?.size = PixelSize(400, Int(stage.shell.metrics.fontSize * 1.6))
    let frame = try #require(stage.shell.noticeFrame(notice))
    let tile = stage.shell.shelf.tileSize
    #expect(frame.origin.y > size.height / 2 + tile.height * 0.1)
  }
}
