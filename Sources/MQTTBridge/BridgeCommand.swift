/// A command from the broker.
package enum BridgeCommand: Hashable, Sendable {
  case home, lock, reload, screenshot
  case open(tile: String)
  /// Shows a message for a number of seconds; 0 until a touch.
  case message(String, seconds: UInt32)
  /// Turns on the screen, and shows a message until a touch.
  case urgent(String)
  /// Turns the screen on or off.
  case screen(isOn: Bool)
  case brightness(percent: UInt32)

  package var order: BridgeTopics.Order {
    switch self {
    case .home: .home
    case .lock: .lock
    case .reload: .reload
    case .screenshot: .screenshot
    case .open: .open
    case .message: .message
    case .urgent: .urgent
    case .screen: .screen
    case .brightness: .brightness
    }
  }

  /// The calls that perform it, one after the other. The answer of the last counts.
  package var calls: [LauncherCall] {
    switch self {
    case .home: [.home]
    case .lock: [.lock]
    case .reload: [.reload]
    case .screenshot: [.screenshot]
    case .open(let tile): [.open(tile: tile)]
    case .message(let text, let seconds): [.message(text, seconds: seconds)]
    case .urgent(let text): [.unblank, .message(text, seconds: 0)]
    case .screen(let isOn): [isOn ? .unblank : .blank]
    case .brightness(let percent): [.brightness(percent: percent)]
    }
  }
}

/// A call to the launcher.
package enum LauncherCall: Hashable, Sendable {
  case home, lock, reload, blank, unblank, screenshot
  case open(tile: String)
  case message(String, seconds: UInt32)
  case brightness(percent: UInt32)
}

/// A message of the broker.
package struct BrokerMessage: Hashable, Sendable {
  package let topic: String
  package let payload: [UInt8]
  /// Whether the broker kept it from an earlier time.
  package let isRetained: Bool

  package init(topic: String, payload: [UInt8], isRetained: Bool) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }
}

/// The reason why a message is no command.
package enum BridgeRefusal: Error, Hashable, Sendable {
  /// The broker kept it. It can be from yesterday.
  case retained
  case unknownTopic
  /// A command with an invalid payload.
  case invalid(BridgeTopics.Order, String)
}

extension BridgeCommand {
  /// The longest payload in bytes: a message of 1000 characters, each of four bytes.
  package static let longestPayload = 4000
  /// The seconds of a message whose topic has none, as `rotunda ctl message` has.
  package static let messageTime: UInt32 = 10
  private static let longestTime: UInt32 = 86_400

  /// Reads a message of the broker.
  package init(_ message: BrokerMessage, _ topics: BridgeTopics) throws(BridgeRefusal) {
    guard let levels = topics.levels(ofCommand: message.topic), let first = levels.first,
      let order = BridgeTopics.Order(rawValue: String(first)), levels.count <= (order == .message ? 2 : 1)
    else { throw .unknownTopic }
    guard !message.isRetained else { throw .retained }
    guard message.payload.count <= Self.longestPayload else {
      throw .invalid(order, "the payload is longer than \(Self.longestPayload) bytes")
    }
    guard let text = String(validating: message.payload, as: UTF8.self), !text.utf8.contains(0) else {
      throw .invalid(order, "the payload is not text in UTF-8")
    }
    switch order {
    case .home: self = .home
    case .lock: self = .lock
    case .reload: self = .reload
    case .screenshot: self = .screenshot
    case .open: self = .open(tile: try Self.filled(text, order))
    case .urgent: self = .urgent(try Self.filled(text, order))
    case .message: self = .message(try Self.filled(text, order), seconds: try Self.seconds(levels))
    case .screen:
      switch text {
      case "on": self = .screen(isOn: true)
      case "off": self = .screen(isOn: false)
      default: throw .invalid(order, "the payload must be on or off")
      }
    case .brightness:
      guard let percent = Self.number(text), percent <= 100 else {
        throw .invalid(order, "the payload must be a whole number from 0 to 100")
      }
      self = .brightness(percent: percent)
    }
  }

  private static func filled(_ text: String, _ order: BridgeTopics.Order) throws(BridgeRefusal) -> String {
    guard !text.isEmpty else { throw .invalid(order, "the payload is empty") }
    return text
  }

  private static func seconds(_ levels: [Substring]) throws(BridgeRefusal) -> UInt32 {
    guard levels.count == 2 else { return messageTime }
    guard let seconds = number(levels[1]), seconds <= longestTime else {
      throw .invalid(.message, "the topic ends in seconds, from 0 to \(longestTime)")
    }
    return seconds
  }

  /// Reads a number that has only digits.
  private static func number(_ text: some StringProtocol) -> UInt32? {
    let isPlain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isPlain ? UInt32(text) : nil
  }
}
