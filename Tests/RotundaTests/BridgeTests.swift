import Commands
import Foundation
import MessageBus
import MQTTBroker
import TestCompositor
import Testing

/// The launcher, `rotunda bridge` and a Mosquitto.
@Suite(
  .serialized, .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"),
  .enabled(if: MQTTBroker.isInstalled, "needs mosquitto"))
struct BridgeTests {
  /// A kiosk with a bridge to a broker, and all messages of the kiosk.
  private final class Stage {
    let broker: MQTTBroker
    let kiosk: ControlledKiosk
    let subscriber: MQTTSubscriber
    private var process: Process?

    init(configuration: String = "", startsBridge: Bool = true) throws {
      broker = try MQTTBroker()
      subscriber = try MQTTSubscriber(broker, "rotunda/lobby/#")
      kiosk = try ControlledKiosk(
        configuration: """
          [bridge]
          host = "127.0.0.1"
          port = \(broker.port)
          tls = false
          name = "lobby"
          refresh = "5s"
          \(configuration)
          """)
      if startsBridge { try start() }
    }

    deinit { end(SIGKILL) }

    func start() throws {
      let earlier = arrivals
      try launch()
      // It subscribes first.
      try wait("the bridge") { arrivals > earlier && state != nil }
    }

    /// Starts the bridge without a wait for its connection.
    func launch() throws {
      let process = Process()
      process.executableURL = URL(filePath: Kiosk.binary)
      process.arguments = ["bridge", "--bus", "session", "--config", kiosk.files.path("rotunda.toml")]
      process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        .merging(kiosk.environment) { $1 }
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      self.process = process
    }

    private var arrivals: Int { messages("availability").count { $0.text == "online" } }

    var isRunning: Bool { process?.isRunning == true }

    @discardableResult
    func end(_ signal: Int32) -> Int32 {
      guard let process, process.isRunning else { return -1 }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationStatus
    }

    func messages(_ name: String) -> [MQTTSubscriber.Message] {
      subscriber.messages.filter { $0.topic == "rotunda/lobby/\(name)" }
    }

    var state: [String: Any]? { messages("state").last?.object }
    var availability: String? { messages("availability").last?.text }
    var events: [[String: Any]] { messages("event").compactMap(\.object) }
    var results: [[String: Any]] { messages("result").compactMap(\.object) }

    func hasEvent(_ type: String, _ member: String = "", _ value: String = "") -> Bool {
      events.contains {
        $0["event_type"] as? String == type && (member.isEmpty || $0[member] as? String == value)
      }
    }

    func command(_ order: String, _ payload: String = "", isRetained: Bool = false) throws {
      try broker.publish("rotunda/lobby/command/\(order)", payload, isRetained: isRetained)
    }

    func wait(_ what: String, _ condition: () -> Bool) throws {
      try waitUntil("\(what); \(messages("result").map(\.text)), \(messages("state").last?.text ?? "")") {
        condition()
      }
    }
  }

  @Test func stateIsPublishedAndKept() throws {
    let stage = try Stage()
    try stage.wait("the availability") { stage.availability == "online" }
    #expect(stage.state?["screen"] as? String == "carousel" && stage.state?["tile"] as? String == "red")
    #expect(stage.state?["version"] as? String == Help.versionNumber)
    let late = try MQTTSubscriber(stage.broker, "rotunda/lobby/+")
    try stage.wait("kept messages") { late.messages.count >= 2 }
    #expect(late.messages.allSatisfy { $0.isRetained })
    #expect(Set(late.messages.map(\.topic)) == ["rotunda/lobby/availability", "rotunda/lobby/state"])
  }

  @Test func commandsReachTheLauncherAndEventsComeBack() throws {
    let stage = try Stage()
    try stage.command("open", "green")
    try stage.wait("the program") { stage.state?["program"] as? String == "green" }
    #expect(stage.hasEvent("opened", "tile", "green"))
    #expect(stage.state?["opened"] as? Int == 1)
    try stage.command("home", "PRESS")
    try stage.wait("the tiles") { stage.state?["screen"] as? String == "carousel" }
    try stage.command("message/60", "We close\nin ten minutes")
    try stage.wait("the message") { stage.hasEvent("message", "text", "We close\nin ten minutes") }
    try stage.command("screen", "off")
    try stage.wait("the dark screen") { stage.state?["screen"] as? String == "dark" }
    try stage.command("urgent", "Please leave the building")
    try stage.wait("the urgent message") {
      stage.hasEvent("message", "text", "Please leave the building")
        && stage.state?["screen"] as? String != "dark"
    }
    try stage.command("reload")
    try stage.wait("six answers") { stage.results.count == 6 }
    #expect(stage.results.allSatisfy { $0["ok"] as? Bool == true })
    #expect(
      stage.results.map { $0["command"] as? String } == [
        "open", "home", "message", "screen", "urgent", "reload",
      ])
  }

  @Test func pictureIsTakenOnRequest() throws {
    let stage = try Stage()
    try stage.command("screenshot")
    try stage.wait("the picture") { !stage.messages("screenshot").isEmpty }
    let picture = try #require(stage.messages("screenshot").first)
    #expect(picture.payload.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    #expect(picture.payload.suffix(8).elementsEqual([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]))
    try stage.command("open", "green")
    try stage.wait("the program") { stage.state?["program"] as? String == "green" }
    try stage.command("screenshot")
    try stage.wait("a refusal") {
      stage.results.last?["error"] as? String == "org.rotunda.Launcher1.Error.NotSeen"
    }
  }

  @Test func configurationLimitsCommands() throws {
    let stage = try Stage(configuration: "[control]\nallow = [\"home\"]")
    try stage.command("open", "green")
    try stage.wait("a refusal") { stage.results.count == 1 }
    #expect(stage.results[0]["error"] as? String == "org.rotunda.Launcher1.Error.NotAllowed")
    try stage.command("home")
    try stage.wait("the answer") { stage.results.count == 2 }
    #expect(stage.results[1]["ok"] as? Bool == true && !stage.hasEvent("opened"))
  }

  @Test func failedProgramIsAnEvent() throws {
    let stage = try Stage(configuration: "[[tile]]\nname = \"broken\"\nrun = [\"/bin/false\"]")
    try stage.command("open", "broken")
    try stage.wait("the failure") { stage.hasEvent("failed", "tile", "broken") }
    try stage.wait("its count") { stage.state?["failed"] as? Int == 1 }
  }

  // MARK: Losses

  @Test func brokerReportsALostKiosk() throws {
    let stage = try Stage()
    try stage.wait("the availability") { stage.availability == "online" }
    stage.end(SIGKILL)
    try stage.wait("the will") { stage.availability == "offline" }
    try stage.start()
    try stage.wait("the return") { stage.availability == "online" }
    #expect(stage.end(SIGTERM) == 0)
    try stage.wait("the farewell") { stage.availability == "offline" }
  }

  @Test func launcherComesAndGoes() throws {
    let stage = try Stage()
    try stage.wait("the availability") { stage.availability == "online" }
    stage.kiosk.bus.kill()
    try stage.wait("the loss") { stage.availability == "offline" }
    try stage.command("home")
    try stage.wait("a refusal") { stage.results.last?["ok"] as? Bool == false }
    try stage.kiosk.bus.start()
    try stage.wait("the return") { stage.availability == "online" }
    try stage.command("home")
    try stage.wait("an answer") { stage.results.last?["ok"] as? Bool == true }
  }

  /// A killed broker forgets all messages. It gets them again.
  @Test func brokerIsKilledAndComesBack() throws {
    let stage = try Stage()
    try stage.wait("the state") { stage.state != nil }
    stage.broker.kill()
    try stage.broker.start()
    let later = try MQTTSubscriber(stage.broker, "rotunda/lobby/#")
    try stage.wait("the return") { later.messages.contains { $0.topic.hasSuffix("/state") } }
    #expect(later.messages.contains { $0.topic.hasSuffix("/availability") && $0.text == "online" })
    try stage.command("open", "green")
    try stage.wait("the program") { stage.hasEvent("opened", "tile", "green") }
  }

  // MARK: Hostile brokers

  /// Commands that the broker kept from yesterday do nothing, not even after a new connection.
  @Test func commandsOfYesterdayAreIgnored() throws {
    let stage = try Stage(startsBridge: false)
    try stage.command("open", "green", isRetained: true)
    try stage.command("screen", "off", isRetained: true)
    try stage.start()
    try stage.command("message", "Today")
    try stage.wait("today's command") { stage.hasEvent("message", "text", "Today") }
    stage.end(SIGKILL)
    try stage.start()
    try stage.command("home")
    try stage.wait("today's command") { stage.results.count == 2 }
    #expect(!stage.hasEvent("opened") && stage.state?["screen"] as? String != "dark")
  }

  @Test func hostileMessagesDoNoHarm() throws {
    let stage = try Stage()
    let trap = stage.kiosk.files.path("escaped")
    let payloads: [[UInt8]] = [
      [], [0], [0xff, 0xfe], [UInt8](repeating: 0x41, count: 5000), Array("\u{1B}]0;x\u{07}%s%n".utf8),
      Array("$(touch \(trap)); touch \(trap)".utf8), Array("../../../bin/sh".utf8),
      [UInt8](repeating: 0, count: 1 << 20), Array("{\"tile\":\"green\"}".utf8),
    ]
    let orders = [
      "open", "message", "message/99999999999", "message/-1", "urgent", "screen", "no-such", "open/green", "",
      "home/../open",
    ]
    for order in orders {
      for payload in payloads { try stage.broker.publish("rotunda/lobby/command/\(order)", payload) }
    }
    try stage.wait("the last command") {
      (try? stage.command("screen", "on")) != nil
        && stage.results.last?["command"] as? String == "screen" && stage.results.last?["ok"] as? Bool == true
    }
    #expect(stage.isRunning && stage.kiosk.kiosk.launcher.exit == nil)
    #expect(!stage.hasEvent("opened") && !FileManager.default.fileExists(atPath: trap))
  }

  // MARK: Configuration

  @Test func bridgeWithoutABrokerEndsAtOnce() throws {
    let files = try KioskFiles()
    let file = try files.write("[[tile]]\nrun = [\"true\"]\n", to: "rotunda.toml")
    let outcome = try Outcome(
      Kiosk.binary, ["bridge", "--bus", "session", "--config", file],
      environment: ["DBUS_SESSION_BUS_ADDRESS": ControlledKiosk.nowhere(files)])
    #expect(outcome.status == 0 && outcome.errors.contains("there is no bridge: [bridge] has no host"))
  }

  @Test func changedSectionAppliesAtOnce() throws {
    let stage = try Stage()
    let path = stage.kiosk.files.path("rotunda.toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let moved = try MQTTSubscriber(stage.broker, "rotunda/hall/#")
    try stage.kiosk.files.write(
      text.replacing("name = \"lobby\"", with: "name = \"hall\""), to: "rotunda.toml")
    try stage.wait("the new name") { moved.messages.contains { $0.topic == "rotunda/hall/state" } }
    try stage.wait("the farewell") { stage.availability == "offline" }
  }

  @Test func mistakeKeepsTheEarlierSection() throws {
    let stage = try Stage()
    let path = stage.kiosk.files.path("rotunda.toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // Without a valid name, the kiosk would have the machine's. Without a host, the bridge would end.
    for (old, new) in [("\"lobby\"", "\"a/b\""), ("\"127.0.0.1\"", "\"\"")] {
      try stage.kiosk.files.write(text.replacing(old, with: new), to: "rotunda.toml")
      // The time in which a bridge that applied it would have ended or moved.
      sleep(2)
      #expect(stage.isRunning && stage.availability == "online", "\(new)")
    }
    // The file has the section again, with another value.
    let moved = try MQTTSubscriber(stage.broker, "rotunda/hall/#")
    try stage.kiosk.files.write(text.replacing("\"lobby\"", with: "\"hall\""), to: "rotunda.toml")
    try stage.wait("the new name") { moved.messages.contains { $0.topic == "rotunda/hall/state" } }
  }

  @Test func bridgeBeginsWhenTheFileIsReadable() throws {
    let stage = try Stage(startsBridge: false)
    let path = stage.kiosk.files.path("rotunda.toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try stage.kiosk.files.write("[[tile\n", to: "rotunda.toml")
    try stage.launch()
    sleep(2)
    #expect(stage.isRunning && stage.state == nil)
    try stage.kiosk.files.write(text, to: "rotunda.toml")
    try stage.wait("the state") { stage.state != nil }
  }
}
