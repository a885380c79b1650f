import Programs
import SeededRandom
import Testing

/// Messages between launchers and the service that starts programs.
@Suite struct ProgramMessageTests {
  private static let order = ProgramStartOrder(
    program: 7, configuration: "/etc/rotunda/rotunda.toml", tile: "floor plan – 1. Stock", origin: .tap,
    language: "de",
    display: "/run/rotunda-visit/wayland/wayland-1", token: "abc")

  @Test(arguments: [
    ProgramOrder.start(order),
    .start(
      ProgramStartOrder(program: 0, configuration: "/a", tile: "", origin: .off, display: "/b")),
    .start(
      ProgramStartOrder(program: .max, configuration: "/a", tile: "x", origin: .value(-0.125), display: "/b")),
    .start(
      ProgramStartOrder(
        program: 1, configuration: "/a", tile: "x", origin: .code(ScannedCode("tap\n;rm --x")!), display: "/b"
      )),
    .stop(program: 3, grace: 2.5), .stopAll(grace: 0), .lookForHalted,
  ])
  func anOrderArrivesAsItWasSent(order: ProgramOrder) throws {
    #expect(ProgramOrder(bytes: try #require(order.bytes)) == order)
  }

  @Test(
    arguments: [
      .event(program: 1, .ended(.exited(status: 3))),
      .event(program: 2, .ended(.signaled(signal: 11, coreDumped: true))),
      .event(program: 3, .ended(.outOfMemory)), .event(program: 4, .ended(.perhapsOutOfMemory)),
      .event(program: 5, .unlimited("why")), .event(program: 6, .startFailed(.notFound)),
      .event(program: 7, .startFailed(.notExecutable)),
      .event(program: 8, .startFailed(.workingDirectory("/x y"))),
      .event(program: 9, .startFailed(.noNetwork)),
      .event(program: 10, .startFailed(.refused(errno: 5, text: "ü"))),
      .halted([]), .halted([1, 2]), .allGone,
    ] as [ProgramReport])
  func aReportArrivesAsItWasSent(report: ProgramReport) throws {
    #expect(ProgramReport(bytes: try #require(report.bytes)) == report)
  }

  @Test(arguments: [
    "", "\0", "start\0", "start", "stop\07\0", "stop\0x\01\0", "stop\07\0nan\0", "stop\07\0-1\0",
    "stop\07\01e9\0",
    "stop-all\0inf\0", "halted?\0more\0", "halted?", "rm\0", "start\07\0/a\0x\0launcher\0\0/b\0\0",
    "start\07\0/a\0x\0code:\0\0/b\0\0", "start\07\0/a\0x\0code\0\0/b\0\0",
    "start\07\0/a\0x\0inf\0\0/b\0\0", "start\07\0/a\0x\0tap\0\0/b\0", "start\07\0/a\0x\0tap\0\0/b\0\0x\0",
  ])
  func invalidOrderIsRefused(text: String) {
    #expect(ProgramOrder(bytes: Array(text.utf8)) == nil)
  }

  @Test func orderWithACommandIsRefused() throws {
    var command = Command(["/bin/sh", "-c", "true"])
    command.origin = .launcher
    var order = Self.order
    order.origin = command.origin
    // The message can be encoded, but the receiver rejects it.
    #expect(ProgramOrder(bytes: try #require(ProgramOrder.start(order).bytes)) == nil)
  }

  @Test func tooLongOrNULMessagesAreNotSent() {
    var order = Self.order
    order.tile = "a\0b"
    #expect(ProgramOrder.start(order).bytes == nil)
    order.tile = String(repeating: "x", count: ProgramOrder.mostBytes)
    #expect(ProgramOrder.start(order).bytes == nil)
  }

  @Test func aLongExplanationIsCut() throws {
    let text = String(repeating: "🙂\0", count: 1 << 16)
    let report = ProgramReport.event(program: 1, .startFailed(.refused(errno: 1, text: text)))
    guard
      case .event(1, .startFailed(.refused(1, let cut)))? = ProgramReport(bytes: try #require(report.bytes))
    else {
      Issue.record("the report is not readable")
      return
    }
    #expect(!cut.isEmpty && cut.utf8.count <= 1024)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func spoiltMessagesAreReadLiterallyOrRefused(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var bytes = try #require(ProgramOrder.start(Self.order).bytes)
      for _ in 0..<generator.integer(1...4) {
        let index = generator.integer(0...(bytes.count - 1))
        switch generator.integer(0...2) {
        case 0: bytes[index] = UInt8(generator.integer(0...255))
        case 1: bytes.remove(at: index)
        default: bytes.insert(0, at: index)
        }
      }
      if let order = ProgramOrder(bytes: bytes) {
        let again = try #require(order.bytes, "seed \(seed)")
        #expect(ProgramOrder(bytes: again) == order, "seed \(seed)")
      }
      _ = ProgramReport(bytes: bytes)
    }
  }
}
