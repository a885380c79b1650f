@testable import MQTTBridge
import Testing

/// The messages of a kiosk, and their occasions.
@Suite struct BridgeTests {
  private static let topics = BridgeTopics(prefix: "rotunda", name: "lobby")

  private static func bridge(discoveryTopic: String? = nil) -> Bridge {
    Bridge(topics, name: "lobby", discoveryTopic: discoveryTopic)
  }

  static func report(
    screen: String = "carousel", version: String = "1.0", uptime: Int = 5, brightness: Int? = nil
  ) -> LauncherReport {
    LauncherReport(
      screen: screen, tile: "red", program: "", isIdle: false, version: version, problems: 0, uptime: uptime,
      lastError: "", brightness: brightness)
  }

  /// A bridge that is connected to both sides.
  private static func connected() -> Bridge {
    var bridge = bridge()
    _ = bridge.connected()
    _ = bridge.read(report())
    return bridge
  }

  /// The publications as lines: the topic's last level, its payload, and `!` if it is retained.
  private func lines(_ effects: [Bridge.Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .read: return "read"
      case .call(let number, let call): return "call \(number) \(call)"
      case .publish(let publication):
        let name = publication.topic.dropFirst("rotunda/lobby/".count)
        let text = String(decoding: publication.payload, as: UTF8.self)
        return "\(name)\(publication.isRetained ? "!" : "") \(text)"
      }
    }
  }

  private func state(_ report: LauncherReport, opened: Int = 0, failed: Int = 0, messages: Int = 0) -> String
  {
    let brightness = report.brightness.map { "\($0)" } ?? "null"
    return "state! {\"screen\":\"\(report.screen)\",\"tile\":\"red\",\"program\":\"\",\"idle\":false,"
      + "\"brightness\":\(brightness),"
      + "\"version\":\"\(report.version)\",\"problems\":0,\"error\":\"\",\"uptime\":\(report.uptime),"
      + "\"opened\":\(opened),\"failed\":\(failed),\"messages\":\(messages)}"
  }

  private func message(_ order: String, _ payload: String = "", isRetained: Bool = false) -> BrokerMessage {
    BrokerMessage(
      topic: "rotunda/lobby/command/\(order)", payload: Array(payload.utf8), isRetained: isRetained)
  }

  @Test func stateFollowsTheConnection() {
    var bridge = Self.bridge()
    #expect(lines([.publish(bridge.will)]) == ["availability! offline"])
    #expect(lines(bridge.read(Self.report())) == [])
    #expect(lines(bridge.connected()) == ["availability! online", state(Self.report()), "read"])
    #expect(lines(bridge.read(Self.report())) == [])
    #expect(lines(bridge.read(Self.report(uptime: 6))) == [state(Self.report(uptime: 6))])
    bridge.disconnected()
    #expect(lines(bridge.read(Self.report(uptime: 7))) == [])
    // The broker may have lost everything.
    #expect(
      lines(bridge.connected()) == ["availability! online", state(Self.report(uptime: 7)), "read"])
  }

  @Test func availabilityIsThatOfTheLauncher() {
    var bridge = Self.bridge()
    #expect(lines(bridge.connected()) == ["availability! offline", "read"])
    #expect(lines(bridge.read(nil)) == [])
    #expect(lines(bridge.read(Self.report())) == ["availability! online", state(Self.report())])
    #expect(lines(bridge.read(nil)) == ["availability! offline"])
    #expect(lines(bridge.read(nil)) == [])
    #expect(lines(bridge.read(Self.report())) == ["availability! online", state(Self.report())])
  }

  @Test func stateHasTheBrightness() {
    var bridge = Self.connected()
    #expect(lines(bridge.read(Self.report(brightness: 40))) == [state(Self.report(brightness: 40))])
    #expect(lines(bridge.received(message("brightness", "70"))) == ["call 1 brightness(percent: 70)"])
    #expect(lines(bridge.answered(1, .done)) == [#"result {"command":"brightness","ok":true}"#, "read"])
    #expect(lines(bridge.read(Self.report(brightness: 70))) == [state(Self.report(brightness: 70))])
    #expect(lines(bridge.read(Self.report())) == [state(Self.report())])
  }

  @Test(arguments: [
    (LauncherEvent.opened(tile: "a\"b"), #"{"event_type":"opened","tile":"a\"b"}"#),
    (.closed(tile: "a", reason: "x\n"), #"{"event_type":"closed","tile":"a","reason":"x\n"}"#),
    (.failed(tile: "a"), #"{"event_type":"failed","tile":"a"}"#),
    (.message("Hi"), #"{"event_type":"message","text":"Hi"}"#), (.idle(true), #"{"event_type":"idle"}"#),
    (.idle(false), #"{"event_type":"visitor"}"#), (.error("e"), #"{"event_type":"error","text":"e"}"#),
  ]) func eventsArePublished(event: LauncherEvent, text: String) {
    var bridge = Self.connected()
    #expect(lines(bridge.happened(event)) == ["event \(text)", "read"])
    #expect(LauncherEvent.types.contains { text.contains("\"\($0)\"") })
  }

  @Test func eventsOfTheMeantimeOnlyCount() {
    var bridge = Self.connected()
    bridge.disconnected()
    for event in [LauncherEvent.opened(tile: "a"), .opened(tile: "a"), .failed(tile: "a"), .message("m")] {
      #expect(lines(bridge.happened(event)) == ["read"])
    }
    #expect(
      lines(bridge.connected()) == [
        "availability! online", state(Self.report(), opened: 2, failed: 1, messages: 1), "read",
      ])
  }

  @Test func commandsCallTheLauncherAndAreAnswered() {
    var bridge = Self.connected()
    #expect(lines(bridge.received(message("open", "red"))) == ["call 1 open(tile: \"red\")"])
    #expect(lines(bridge.answered(1, .done)) == [#"result {"command":"open","ok":true}"#, "read"])
    #expect(lines(bridge.answered(1, .done)) == [])
    #expect(lines(bridge.received(message("home"))) == ["call 2 home"])
    #expect(
      lines(bridge.answered(2, .refused(name: "x.NotAllowed", "no"))) == [
        #"result {"command":"home","ok":false,"error":"x.NotAllowed","message":"no"}"#, "read",
      ])
  }

  /// The screen can already be on, and [control] can forbid to turn it on.
  @Test func urgentMessageTurnsTheScreenOnFirst() {
    var bridge = Self.connected()
    #expect(lines(bridge.received(message("urgent", "Fire"))) == ["call 1 unblank"])
    #expect(
      lines(bridge.answered(1, .refused(name: "x", ""))) == ["call 1 message(\"Fire\", seconds: 0)"])
    #expect(lines(bridge.answered(1, .done)) == [#"result {"command":"urgent","ok":true}"#, "read"])
  }

  @Test func pictureIsPublishedAndKept() {
    var bridge = Self.connected()
    _ = bridge.received(message("screenshot"))
    #expect(
      lines(bridge.answered(1, .picture(Array("PNG".utf8)))) == [
        "screenshot! PNG", #"result {"command":"screenshot","ok":true}"#, "read",
      ])
  }

  @Test func retainedAndUnknownMessagesDoNothing() {
    var bridge = Self.connected()
    #expect(bridge.received(message("open", "red", isRetained: true)).isEmpty)
    #expect(bridge.received(message("format", "c:")).isEmpty)
    #expect(lines(bridge.received(message("screen", "dim"))).count == 1)
  }

  /// A late command would surprise visitors.
  @Test func commandsWithoutALauncherAreRefused() {
    var bridge = Self.bridge()
    _ = bridge.connected()
    #expect(
      lines(bridge.received(message("home"))) == [
        #"result {"command":"home","ok":false,"error":"org.freedesktop.DBus.Error.ServiceUnknown","#
          + #""message":"no launcher is running"}"#
      ])
    #expect(lines(bridge.read(Self.report())) == ["availability! online", state(Self.report())])
  }

  @Test func onlyAFewCommandsRunAtOnce() {
    var bridge = Self.connected()
    for number in 1...8 { #expect(lines(bridge.received(message("home"))) == ["call \(number) home"]) }
    #expect(lines(bridge.received(message("home")))[0].contains("LimitsExceeded"))
    _ = bridge.answered(3, .done)
    #expect(lines(bridge.received(message("home"))) == ["call 9 home"])
  }
}
