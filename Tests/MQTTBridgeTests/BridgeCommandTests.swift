import MQTTBridge
import SeededRandom
import Testing

@Suite struct BridgeCommandTests {
  private static let topics = BridgeTopics(prefix: "museum/rotunda", name: "lobby")
  private static let base = "museum/rotunda/lobby/command"

  private static func read(
    _ topic: String, _ payload: [UInt8], isRetained: Bool = false
  ) -> Result<BridgeCommand, BridgeRefusal> {
    do throws(BridgeRefusal) {
      return .success(
        try BridgeCommand(
          BrokerMessage(topic: topic, payload: payload, isRetained: isRetained), topics))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("home", "PRESS", BridgeCommand.home), ("home", "", .home), ("lock", "", .lock), ("reload", "", .reload),
    ("screenshot", "x", .screenshot), ("open", "café", .open(tile: "café")),
    ("message", "Hello\nall", .message("Hello\nall", seconds: 10)),
    ("message/0", "Hello", .message("Hello", seconds: 0)),
    ("message/86400", "Hello", .message("Hello", seconds: 86_400)), ("urgent", "Out!", .urgent("Out!")),
    ("screen", "on", .screen(isOn: true)), ("screen", "off", .screen(isOn: false)),
    ("brightness", "0", .brightness(percent: 0)), ("brightness", "40", .brightness(percent: 40)),
    ("brightness", "100", .brightness(percent: 100)),
  ]) func commandsAreRead(topic: String, payload: String, command: BridgeCommand) {
    #expect(Self.read("\(Self.base)/\(topic)", Array(payload.utf8)) == .success(command))
  }

  @Test(arguments: [
    "museum/rotunda/lobby/command", "museum/rotunda/lobby/command/", "museum/rotunda/lobby/commands/home",
    "museum/rotunda/lobby/home", "museum/rotunda/lobby2/command/home", "command/home", "", "/",
    "museum/rotunda/lobby/command/home/1", "museum/rotunda/lobby/command/Home",
    "museum/rotunda/lobby/command/message/1/2", "museum/rotunda/lobby/command//home",
  ]) func otherTopicsAreUnknown(topic: String) {
    #expect(Self.read(topic, []) == .failure(.unknownTopic))
  }

  @Test func retainedCommandsAreRefused() {
    for order in BridgeTopics.Order.allCases {
      #expect(
        Self.read(Self.topics.topic(for: order), Array("on".utf8), isRetained: true) == .failure(.retained))
    }
  }

  @Test(arguments: [
    ("open", ""), ("message", ""), ("urgent", ""), ("screen", ""), ("screen", "ON"), ("screen", "on\n"),
    ("message/", "a"), ("message/+1", "a"), ("message/-1", "a"), ("message/86401", "a"),
    ("message/99999999999999999999", "a"), ("message/1e3", "a"), ("message/٣", "a"), ("open", "a\0b"),
    ("brightness", ""), ("brightness", "101"), ("brightness", "-1"), ("brightness", "+1"),
    ("brightness", "4e1"), ("brightness", "40 "), ("brightness", "40.0"), ("brightness", "٤"),
    ("brightness", "99999999999999999999"), ("brightness", "40\0"), ("brightness", "on"),
  ]) func invalidPayloadsAreRefused(topic: String, payload: String) {
    guard
      case .failure(.invalid(let order, let reason)) = Self.read(
        "\(Self.base)/\(topic)", Array(payload.utf8))
    else {
      Issue.record("\(topic) \(payload) is accepted")
      return
    }
    #expect(topic.hasPrefix(order.rawValue) && !reason.isEmpty)
  }

  @Test(arguments: [
    [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x41, 0xe2, 0x82],
  ])
  func onlyValidTextIsRead(payload: [UInt8]) {
    guard case .failure(.invalid(.open, _)) = Self.read("\(Self.base)/open", payload) else {
      Issue.record("\(payload) is accepted")
      return
    }
    guard case .failure(.invalid(.brightness, _)) = Self.read("\(Self.base)/brightness", payload) else {
      Issue.record("\(payload) is a brightness")
      return
    }
  }

  @Test func lengthIsLimited() {
    let limit = BridgeCommand.longestPayload
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: limit)
    guard case .success = Self.read("\(Self.base)/urgent", text) else {
      Issue.record("the longest text is refused")
      return
    }
    for order in BridgeTopics.Order.allCases {
      guard case .failure(.invalid(order, _)) = Self.read(Self.topics.topic(for: order), text + [0x61]) else {
        Issue.record("\(order) takes a longer payload")
        continue
      }
    }
  }

  /// Whatever comes, the reader ends, and what it accepts has a call.
  @Test func randomMessagesAreReadOrRefused() {
    var random = SeededGenerator(seed: 24)
    for _ in 0..<20_000 {
      let levels = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        ["home", "open", "message", "urgent", "screen", "command", "0", "1", "", "é", "\0"]
          .randomElement(using: &random) ?? ""
      }
      let payload = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let topic = (["museum/rotunda/lobby/command"] + levels).joined(separator: "/")
      if case .success(let command) = Self.read(topic, payload) { #expect(!command.calls.isEmpty) }
    }
  }
}
