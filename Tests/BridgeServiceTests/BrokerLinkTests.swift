import EventLoop
import Foundation
import MQTTBroker
import Testing

@testable import BridgeService
@testable import MQTTBridge

/// Connections to a real Mosquitto.
@MainActor
@Suite(.serialized, .enabled(if: MQTTBroker.isInstalled, "needs mosquitto"))
struct BrokerLinkTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func link(_ settings: BrokerSettings) throws -> BrokerLink {
    try BrokerLink(
      settings, Bridge(BridgeTopics(prefix: "rotunda", name: "lobby"), name: "lobby", discoveryTopic: "ha"),
      loop: loop)
  }

  private func settings(_ broker: MQTTBroker) -> BrokerSettings {
    BrokerSettings(host: "127.0.0.1", port: broker.port, client: "rotunda-lobby")
  }

  private func wait(_ what: String, _ seconds: Double = 60, until condition: () -> Bool) throws {
    let limit = EventLoop.now + seconds
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    #expect(condition(), "\(what)")
  }

  /// Returns whether the link gets a connection. It tries again only after two seconds.
  private func connects(_ settings: BrokerSettings) throws -> Bool {
    let link = try link(settings)
    var outcome: Bool?
    link.onChange = { outcome = outcome ?? $0 }
    link.onLoss = { outcome = outcome ?? false }
    link.start()
    try wait("an outcome") { outcome != nil }
    link.stop()
    return outcome == true
  }

  @Test func commandsArriveAndReportsLeave() throws {
    let broker = try MQTTBroker()
    let subscriber = try MQTTSubscriber(broker, "#")
    let link = try link(settings(broker))
    var calls: [LauncherCall] = []
    link.onCall = { number, call in
      calls.append(call)
      link.answered(number, .done)
    }
    link.start()
    try wait("a connection") { link.isConnected }
    link.read(
      LauncherReport(
        screen: "page", tile: "é", program: "", isIdle: true, version: "1", problems: 0, uptime: 1,
        lastError: ""))
    try wait("the state") { subscriber.messages.contains { $0.object?["tile"] as? String == "é" } }
    try broker.publish("rotunda/lobby/command/open", "green")
    try wait("the call") { calls == [.open(tile: "green")] }
    try wait("the result") { subscriber.messages.contains { $0.topic == "rotunda/lobby/result" } }
    #expect(subscriber.messages.contains { $0.topic == "ha/device/rotunda-lobby/config" })
    link.stop()
    try wait("the farewell") {
      subscriber.messages.last { $0.topic == "rotunda/lobby/availability" }?.text == "offline"
    }
  }

  /// A machine with a broker that does not answer, as behind a broken network.
  @Test func suspendedBrokerIsLeftAndFoundAgain() throws {
    let broker = try MQTTBroker()
    kill(broker.processIdentifier, SIGSTOP)
    let link = try link(settings(broker))
    link.start()
    var losses = 0
    link.onLoss = { losses += 1 }
    try wait("the end of patience", 90) { losses > 0 }
    kill(broker.processIdentifier, SIGCONT)
    try wait("a connection") { link.isConnected }
  }

  @Test func largePictureIsPublished() throws {
    let broker = try MQTTBroker()
    let subscriber = try MQTTSubscriber(broker, "rotunda/lobby/screenshot")
    let link = try link(settings(broker))
    let picture = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    link.onCall = { number, _ in link.answered(number, .picture(picture)) }
    link.start()
    try wait("a connection") { link.isConnected }
    link.read(
      LauncherReport(
        screen: "", tile: "", program: "", isIdle: true, version: "1", problems: 0, uptime: 1, lastError: ""))
    try broker.publish("rotunda/lobby/command/screenshot", "")
    try wait("the picture") { subscriber.size == 1 }
    #expect(subscriber.messages.last?.payload == picture)
  }

  // MARK: Rights

  /// A broker with an authority, and the kiosk's certificate, made by openssl.
  private func authority(in directory: String) throws {
    let script = """
      authority() {
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$1" \\
          -keyout "$1.key" -out "$1.pem"
      }
      certify() {
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" \\
          -keyout "$1.key" -out "$1.csr"
        openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out "$1.pem" \\
          -extfile <(echo "subjectAltName=$2")
      }
      cd "$D"
      authority ca
      authority other
      certify broker IP:127.0.0.1
      certify elsewhere DNS:elsewhere.example.org
      certify kiosk DNS:kiosk
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-ec", script]
    process.environment = ["PATH": "/usr/bin:/bin", "D": directory]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test func certificatesDecideWhoConnects() throws {
    let broker = try MQTTBroker()
    let files = broker.directory.path
    try authority(in: files)
    func restart(certificate: String) throws {
      try broker.restart(
        """
        allow_anonymous true
        cafile \(files)/ca.pem
        certfile \(files)/\(certificate).pem
        keyfile \(files)/\(certificate).key
        require_certificate true
        """)
    }
    func encrypted(_ authority: String, kiosk: String? = "kiosk") -> BrokerSettings {
      var settings = settings(broker)
      settings.encryption = BrokerSettings.Encryption(
        authorityFile: "\(files)/\(authority).pem", certificateFile: kiosk.map { "\(files)/\($0).pem" },
        keyFile: kiosk.map { "\(files)/\($0).key" })
      return settings
    }
    try restart(certificate: "broker")
    #expect(try connects(encrypted("ca")))
    #expect(try !connects(encrypted("other")))
    #expect(try !connects(encrypted("ca", kiosk: nil)))
    #expect(try !connects(encrypted("ca", kiosk: "other")))
    #expect(try !connects(encrypted("no-such-file")))
    var machine = settings(broker)
    machine.encryption = BrokerSettings.Encryption()
    #expect(try !connects(machine))
    try restart(certificate: "elsewhere")
    #expect(try !connects(encrypted("ca")))
  }

  /// Two packets can arrive in one record of TLS, and the socket then wakes the loop only once.
  @Test func encryptedCommandsComeInCrowds() throws {
    let broker = try MQTTBroker()
    let files = broker.directory.path
    try authority(in: files)
    try broker.restart(
      "allow_anonymous true\ncertfile \(files)/broker.pem\nkeyfile \(files)/broker.key")
    broker.clientOptions = ["--cafile", "\(files)/ca.pem"]
    var secure = settings(broker)
    secure.encryption = BrokerSettings.Encryption(authorityFile: "\(files)/ca.pem")
    let link = try link(secure)
    var calls = 0
    link.onCall = { number, _ in
      calls += 1
      link.answered(number, .done)
    }
    link.start()
    try wait("a connection") { link.isConnected }
    link.read(
      LauncherReport(
        screen: "", tile: "", program: "", isIdle: true, version: "1", problems: 0, uptime: 1, lastError: ""))
    try broker.publishLines("rotunda/lobby/command/open", (0..<200).map { "tile\($0)" })
    try wait("all calls") { calls == 200 }
  }

  @Test func passwordDecidesWhoConnects() throws {
    let broker = try MQTTBroker()
    let files = broker.directory.path
    let process = try Process.run(
      URL(filePath: "/usr/bin/mosquitto_passwd"),
      arguments: ["-b", "-c", "\(files)/users", "kiosk", "right password"])
    process.waitUntilExit()
    try broker.restart("allow_anonymous false\npassword_file \(files)/users")
    func credentials(_ text: String, _ permissions: mode_t = 0o640) throws -> BrokerSettings {
      let path = try broker.directory.write("credentials", text)
      chmod(path, permissions)
      var settings = settings(broker)
      settings.credentialsFile = path
      return settings
    }
    #expect(try connects(credentials("kiosk\nright password\n")))
    #expect(try !connects(credentials("kiosk\nwrong password\n")))
    #expect(try !connects(settings(broker)))
    #expect(try !connects(credentials("kiosk\nright password\n", 0o644)))
    #expect(try !connects(credentials("kiosk")))
  }

  @Test(arguments: [
    ("a\nb", true), ("a\nb\n", true), ("a b\n c \n", true), ("", false), ("a", false), ("a\n", false),
    ("\nb", false), ("a\nb\nc", false), ("a\n\n", false), ("a\0\nb", false),
  ]) func loginHasTwoLines(text: String, isValid: Bool) {
    #expect((BrokerLogin(text: Array(text.utf8)) != nil) == isValid)
    #expect(BrokerLogin(text: [0xff, 0x0a, 0x61]) == nil)
  }

  @Test func loginDoesNotAppearInLogs() throws {
    let login = try #require(BrokerLogin(text: Array("kiosk\nsecret".utf8)))
    var dumped = ""
    dump(login, to: &dumped)
    #expect(!"\(login) \(String(reflecting: login)) \(dumped)".contains("secret"))
  }
}
