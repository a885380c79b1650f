import MQTTBridge

/// A broker and a launcher that send arbitrary messages to the bridge.
///
/// The input is a sequence of pieces. Each has a byte for the kind. A message also has its topic and its
/// payload, each with its length before it.
enum BrokerFuzzing {
  private static let topics = BridgeTopics(prefix: "rotunda", name: "lobby")
  private static let base = "rotunda/lobby/"
  private static let discovery = "homeassistant/device/rotunda-lobby/config"
  private static let orders = BridgeTopics.Order.allCases.map { topics.topic(for: $0) }

  static func run(_ bytes: [UInt8]) {
    var input = FuzzedBytes(bytes)
    var bridge = Bridge(topics, name: "lobby", discoveryTopic: "homeassistant")
    var calls: [Int] = []
    while !input.isEmpty {
      let effects = step(&input, &bridge, &calls)
      rule(effects.count <= 4, "one message has many effects")
      for effect in effects {
        switch effect {
        case .publish(let publication): check(publication)
        case .call(let number, _): calls.append(number)
        case .read: break
        }
      }
      rule(Set(calls).count <= 8, "more calls than the limit")
    }
  }

  private static func step(
    _ input: inout FuzzedBytes, _ bridge: inout Bridge, _ calls: inout [Int]
  ) -> [Bridge.Effect] {
    switch input.byte() % 10 {
    case 0: return bridge.connected()
    case 1:
      bridge.disconnected()
      return []
    case 2: return bridge.read(report(&input))
    case 3: return bridge.read(nil)
    case 4: return bridge.happened(event(&input))
    case 5:
      guard !calls.isEmpty else { return [] }
      let answers: [Bridge.Answer] = [.done, .picture([1]), .refused(name: "", text(&input))]
      return bridge.answered(calls.removeFirst(), input.choice(answers))
    case let kind:
      let topic = kind < 9 ? input.choice(orders) + (kind < 8 ? "" : text(&input)) : text(&input)
      let isRetained = input.byte() % 4 == 0
      let payload = input.bytes(Int(input.byte()))
      let effects = bridge.received(BrokerMessage(topic: topic, payload: payload, isRetained: isRetained))
      rule(!isRetained || effects.isEmpty, "a command of yesterday has an effect")
      return effects
    }
  }

  private static func text(_ input: inout FuzzedBytes) -> String {
    String(decoding: input.bytes(Int(input.byte())), as: UTF8.self)
  }

  private static func report(_ input: inout FuzzedBytes) -> LauncherReport {
    var report = LauncherReport(
      screen: text(&input), tile: text(&input), program: text(&input), isIdle: input.byte() % 2 == 0,
      version: text(&input), problems: Int(input.byte()), uptime: Int(input.word()), lastError: text(&input))
    // Without a byte of its own: kept inputs mean what they meant.
    report.brightness = report.problems % 2 == 0 ? nil : report.problems
    return report
  }

  private static func event(_ input: inout FuzzedBytes) -> LauncherEvent {
    input.choice([
      .opened(tile: text(&input)), .closed(tile: "", reason: text(&input)), .message(text(&input)),
      .error(text(&input)), .idle(true), .failed(tile: ""),
    ])
  }

  private static func check(_ publication: Bridge.Publication) {
    rule(
      publication.topic == discovery
        || publication.topic.hasPrefix(base) && !publication.topic.hasPrefix("\(base)command"),
      "a message goes to a topic of others: \(publication.topic)")
    guard publication.payload.first == UInt8(ascii: "{") else { return }
    rule(
      publication.payload.allSatisfy { $0 >= 0x20 } && publication.payload.last == UInt8(ascii: "}"),
      "a message is not JSON on one line")
  }
}
