import JSONFormat

/// Decides what a kiosk publishes at its broker, and what its commands do.
///
/// Nothing waits for a broker or a launcher that is not there. The bridge publishes the state again after a
/// reconnection. It drops events and commands from before, because a late command surprises visitors.
package struct Bridge: Hashable, Sendable {
  /// A message for the broker.
  package struct Publication: Hashable, Sendable {
    package let topic: String
    package let payload: [UInt8]
    package let isRetained: Bool

    init(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
      (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }
  }

  package enum Effect: Hashable, Sendable {
    case publish(Publication)
    /// Calls the launcher. `answered` follows.
    case call(Int, LauncherCall)
    /// Reads the state of the launcher. `read` follows.
    case read
  }

  /// The answer of the launcher.
  package enum Answer: Hashable, Sendable {
    case done
    /// The screen as PNG.
    case picture([UInt8])
    /// The launcher refused or was not there: the error's name on D-Bus, and its text.
    case refused(name: String, String)
  }

  /// A command that the launcher performs.
  private struct Running: Hashable, Sendable {
    let order: BridgeTopics.Order
    var rest: ArraySlice<LauncherCall>
  }

  package let topics: BridgeTopics
  /// The discovery for Home Assistant; nil for none.
  private let discovery: HomeAssistant?
  private var isConnected = false
  private var report: LauncherReport?
  /// Whether a launcher reported a brightness. That remains true: a screen keeps its backlight, and a new
  /// launcher may not have read it yet.
  private var hasBrightness = false
  private var counts = EventCounts()
  /// The state that the broker has.
  private var published: String?
  private var running: [Int: Running] = [:]
  private var latest = 0

  /// The most commands at a time. The launcher itself limits their rate.
  private static let mostRunning = 8
  /// The largest picture in bytes.
  package static let largestPicture = 8 << 20

  /// - Parameter discoveryTopic: Home Assistant's topic for discovery; nil hides the kiosk from it.
  package init(_ topics: BridgeTopics, name: String, discoveryTopic: String?) {
    self.topics = topics
    discovery = discoveryTopic.map { HomeAssistant(topics, name: name, topic: $0) }
  }

  /// The message that the broker publishes when the bridge is gone.
  package var will: Publication { publication(.availability, "offline") }

  // MARK: The broker

  package mutating func connected() -> [Effect] {
    isConnected = true
    return configuration + presence + [.read]
  }

  package mutating func disconnected() { isConnected = false }

  /// Handles a message of the broker.
  package mutating func received(_ message: BrokerMessage) -> [Effect] {
    do throws(BridgeRefusal) {
      let command = try BridgeCommand(message, topics)
      guard report != nil else { return answer(command.order, Self.absence) }
      guard running.count < Self.mostRunning else { return answer(command.order, Self.business) }
      latest += 1
      let calls = command.calls
      running[latest] = Running(order: command.order, rest: calls.dropFirst())
      return calls.first.map { [.call(latest, $0)] } ?? []
    } catch {
      guard case .invalid(let order, let reason) = error else { return [] }
      return answer(order, .refused(name: "org.freedesktop.DBus.Error.InvalidArgs", reason))
    }
  }

  private static let absence = Answer.refused(
    name: "org.freedesktop.DBus.Error.ServiceUnknown", "no launcher is running")
  private static let business = Answer.refused(
    name: "org.freedesktop.DBus.Error.LimitsExceeded", "too many commands at once")

  // MARK: The launcher

  /// Takes the state of the launcher; nil if no launcher answers.
  package mutating func read(_ report: LauncherReport?) -> [Effect] {
    let (wasThere, version, hadBrightness) = (self.report != nil, self.report?.version, hasBrightness)
    self.report = report
    if report?.brightness != nil { hasBrightness = true }
    guard isConnected else { return [] }
    let isDescribed = report == nil || report?.version == version && hasBrightness == hadBrightness
    let renewed = isDescribed ? [] : configuration
    guard wasThere == (report != nil) else { return presence + renewed }
    return changedState + renewed
  }

  package mutating func happened(_ event: LauncherEvent) -> [Effect] {
    counts.add(event)
    return (isConnected ? [.publish(publication(.event, event.json.text))] : []) + [.read]
  }

  /// Takes the answer to a call.
  package mutating func answered(_ number: Int, _ answer: Answer) -> [Effect] {
    guard var command = running.removeValue(forKey: number) else { return [] }
    if let next = command.rest.popFirst() {
      running[number] = command
      return [.call(number, next)]
    }
    var effects: [Effect] = []
    if case .picture(let bytes) = answer, isConnected {
      effects.append(.publish(Publication(topics.topic(of: .screenshot), bytes, isRetained: true)))
    }
    return effects + self.answer(command.order, answer) + [.read]
  }

  // MARK: Messages

  /// The availability, and the state if there is one.
  private var presence: [Effect] {
    mutating get {
      published = nil
      return [.publish(publication(.availability, report == nil ? "offline" : "online"))] + changedState
    }
  }

  /// The state, unless the broker has it.
  private var changedState: [Effect] {
    mutating get {
      guard let report else { return [] }
      let text = report.json(counts).text
      guard text != published else { return [] }
      published = text
      return [.publish(publication(.state, text))]
    }
  }

  private var configuration: [Effect] {
    discovery.map {
      [.publish($0.configuration(version: report?.version, hasBrightness: hasBrightness))]
    } ?? []
  }

  private func answer(_ order: BridgeTopics.Order, _ answer: Answer) -> [Effect] {
    guard isConnected else { return [] }
    var members: [(String, JSON)] = [("command", .string(order.rawValue))]
    switch answer {
    case .done, .picture: members.append(("ok", .boolean(true)))
    case .refused(let name, let text):
      members += [("ok", .boolean(false)), ("error", .string(name)), ("message", .string(text))]
    }
    return [.publish(publication(.result, JSON.object(members).text))]
  }

  private func publication(_ report: BridgeTopics.Report, _ text: String) -> Publication {
    Publication(topics.topic(of: report), Array(text.utf8), isRetained: report.isRetained)
  }
}
