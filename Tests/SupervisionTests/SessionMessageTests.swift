import SeededRandom
import Supervision
import Testing

/// Messages in the pipe between launcher and session.
struct SessionMessageTests {
  static let messages: [SessionMessage] = [
    .launcher(processID: 4711), .ready, .alive, .failing, .stopping, .console, .status("6 tiles"),
    .status(""), .status("a=b"),
  ]

  @Test(arguments: messages)
  func aMessageArrivesAsItWasSent(message: SessionMessage) {
    var received: [SessionMessage] = []
    var reader = SessionMessageReader()
    reader.read(message.line) { received.append($0) }
    #expect(received == [message])
  }

  @Test func linesFollowTheServiceManagersProtocol() {
    #expect(String(decoding: SessionMessage.ready.line, as: UTF8.self) == "READY=1\n")
    #expect(String(decoding: SessionMessage.alive.line, as: UTF8.self) == "WATCHDOG=1\n")
    #expect(
      String(decoding: SessionMessage.status("a\nMAINPID=1").line, as: UTF8.self) == "STATUS=a MAINPID=1\n")
  }

  @Test(arguments: [
    "", "=", "READY", "READY=0", "READY=11", "ready=1", "MAINPID=1", "FDSTORE=1", "WATCHDOG=0",
    "WATCHDOG=triggered",
    "WATCHDOG_USEC=1", "CONSOLE=0", "LAUNCHER=", "LAUNCHER=1", "LAUNCHER=0", "LAUNCHER=-5",
    "LAUNCHER=99999999999",
    " READY=1",
  ])
  func otherLinesAreRejected(line: String) {
    #expect(SessionMessage(line: line.utf8) == nil)
  }

  @Test func tooLongLineIsSkipped() {
    var received: [SessionMessage] = []
    var reader = SessionMessageReader()
    reader.read(Array("STATUS=\(String(repeating: "x", count: 5000))\nREADY=1\n".utf8)) {
      received.append($0)
    }
    #expect(received == [.ready])
    #expect(
      SessionMessage.status(String(repeating: "é", count: 5000)).line.count == SessionMessage.maximumBytes)
  }

  @Test func messagesSurviveAnyCutting() {
    var random = SeededGenerator(seed: 7)
    let bytes = Self.messages.flatMap(\.line)
    for _ in 0..<200 {
      var received: [SessionMessage] = []
      var reader = SessionMessageReader()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...9, using: &random))
        reader.read(rest.prefix(count)) { received.append($0) }
        rest = rest.dropFirst(count)
      }
      #expect(received == Self.messages)
    }
  }
}
