/// The topics of a kiosk at an MQTT broker. `docs/bridge.asyncapi.yaml` describes them.
package struct BridgeTopics: Hashable, Sendable {
  /// The messages that the kiosk publishes.
  package enum Report: String, CaseIterable, Sendable {
    /// `online` or `offline`.
    case availability
    /// The launcher's state as JSON.
    case state
    /// Something that happened, as JSON.
    case event
    /// The answer to a command, as JSON.
    case result
    /// The last picture of the screen, as PNG.
    case screenshot

    /// Whether the broker keeps the latest message for later subscribers.
    package var isRetained: Bool {
      switch self {
      case .availability, .state, .screenshot: true
      case .event, .result: false
      }
    }
  }

  /// A command that the kiosk takes.
  package enum Order: String, CaseIterable, Sendable {
    case home, open, message, urgent, screen, brightness, lock, reload, screenshot
  }

  /// The levels that all topics begin with.
  package let base: String

  /// - Parameter prefix: levels above the kiosk's name.
  package init(prefix: String, name: String) { base = "\(prefix)/\(name)" }

  package func topic(of report: Report) -> String { "\(base)/\(report.rawValue)" }
  package func topic(for order: Order) -> String { "\(commands)/\(order.rawValue)" }
  /// The filter that matches all commands.
  package var commandFilter: String { "\(commands)/#" }
  private var commands: String { "\(base)/command" }

  /// Returns the levels of a command's topic below `command`; nil for any other topic.
  func levels(ofCommand topic: String) -> [Substring]? {
    guard topic.hasPrefix("\(commands)/") else { return nil }
    return topic.dropFirst(commands.count + 1).split(separator: "/", omittingEmptySubsequences: false)
  }
}
