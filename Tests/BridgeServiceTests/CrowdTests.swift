import EventLoop
import Foundation
import LongCheck
import MQTTBroker
import SeededRandom
import Testing

@testable import BridgeService
@testable import MQTTBridge

/// A thousand kiosks at one broker, on this machine. `make check-long` prints the figures.
@MainActor
@Suite(.serialized, .enabled(if: MQTTBroker.isInstalled, "needs mosquitto"))
struct CrowdTests {
  /// A hundred kiosks show in the usual check that a crowd works at all.
  private static let count = LongCheck.isOn ? 1000 : 100
  private static let rounds = 20

  private func report(_ uptime: Int) -> LauncherReport {
    LauncherReport(
      screen: "carousel", tile: "red", program: "", isIdle: false, version: "1", problems: 0, uptime: uptime,
      lastError: "")
  }

  /// The resident memory of a process in KiB.
  private func memory(_ process: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.split(separator: " ").dropLast().last ?? ""))
  }

  private func wait(_ loop: EventLoop, _ what: String, until condition: () -> Bool) throws {
    let limit = EventLoop.now + 300
    while !condition() {
      guard EventLoop.now < limit else {
        Issue.record("waited for \(what)")
        return
      }
      try loop.step(timeout: 0.05)
    }
  }

  @Test(.timeLimit(.minutes(15))) func crowdLosesItsBrokerAndComesBack() throws {
    // Each client of the library has three descriptors.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let former = limit
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    defer {
      var former = former
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &former)
    }

    let loop = try EventLoop()
    let broker = try MQTTBroker()
    let before = (own: try memory(getpid()), broker: try memory(broker.processIdentifier))
    var (connected, returns) = (0, [Double]())
    let links = try (0..<Self.count).map { number in
      let name = "kiosk\(number)"
      let link = try BrokerLink(
        BrokerSettings(host: "127.0.0.1", port: broker.port, client: "rotunda-\(name)"),
        Bridge(BridgeTopics(prefix: "rotunda", name: name), name: name, discoveryTopic: "homeassistant"),
        loop: loop, generator: SeededGenerator(seed: UInt64(number)))
      link.onChange = { isConnected in
        connected += isConnected ? 1 : -1
        if isConnected { returns.append(EventLoop.now) }
      }
      link.start()
      return link
    }
    defer { for link in links { link.stop() } }
    try wait(loop, "all kiosks") { connected == Self.count }
    let after = (own: try memory(getpid()), broker: try memory(broker.processIdentifier))

    // Every state reaches a subscriber.
    let subscriber = try MQTTSubscriber(broker, "rotunda/+/state")
    let start = EventLoop.now
    for round in 1...Self.rounds {
      for link in links { link.read(report(round)) }
      try loop.step(timeout: 0)
    }
    let expected = Self.count * Self.rounds
    var next = EventLoop.now
    try wait(loop, "all states") {
      guard EventLoop.now >= next else { return false }
      next = EventLoop.now + 0.5
      return subscriber.size >= expected
    }
    let rate = Double(expected) / (EventLoop.now - start)

    broker.kill()
    try wait(loop, "all losses") { connected == 0 }
    returns = []
    try broker.start()
    let restart = EventLoop.now
    try wait(loop, "all kiosks again") { connected == Self.count }
    let seconds = Dictionary(grouping: returns) { Int($0 - restart) }.mapValues(\.count)
    let kept = try MQTTSubscriber(broker, "rotunda/+/state")
    try wait(loop, "all states again") { kept.size >= Self.count }
    #expect(Set(kept.messages.map(\.topic)).count == Self.count)
    print(
      """
      \(Self.count) bridges: \((after.own - before.own) / Self.count) KiB each in the client, \
      \((after.broker - before.broker) / Self.count) KiB each in the broker, \(Int(rate)) states a second, all \
      back after \(Int(((returns.max() ?? 0) - restart).rounded(.up))) s, at most \
      \(seconds.values.max() ?? 0) in one second
      """)
  }
}
