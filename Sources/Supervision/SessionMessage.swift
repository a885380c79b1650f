/// What the launcher tells the session that it runs in: a line each, over a socket.
///
/// The words are those of sd_notify(3) where it has them. Nothing else is understood, so that a launcher
/// cannot speak for its session.
package enum SessionMessage: Hashable, Sendable {
  /// Which process the launcher is. The first message.
  case launcher(processID: Int32)
  /// Its first frame is on the screen.
  case ready
  /// All is well.
  case alive
  /// The compositor does not answer or does not draw: both have to be started again.
  case failing
  case stopping
  /// It is about to end because the operator wants a console instead.
  case console
  /// What it is doing, in one line.
  case status(String)

  /// A line may have so many bytes, its line feed included: more than any status needs.
  package static let maximumBytes = 512

  /// The message in a line without its line feed; nil when it is none.
  package init?(line: some Sequence<UInt8>) {
    let text = String(decoding: Array(line), as: UTF8.self)
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let value = String(text[text.index(after: equals)...])
    switch text[..<equals] {
    case "LAUNCHER":
      guard let number = Int32(value), number > 1 else { return nil }
      self = .launcher(processID: number)
    case "READY" where value == "1": self = .ready
    case "WATCHDOG" where value == "1": self = .alive
    case "WATCHDOG" where value == "trigger": self = .failing
    case "STOPPING" where value == "1": self = .stopping
    case "CONSOLE" where value == "1": self = .console
    case "STATUS": self = .status(value)
    default: return nil
    }
  }

  /// The line, with its line feed.
  package var line: [UInt8] {
    let bytes = Array(text.utf8.lazy.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 })
    return bytes.prefix(Self.maximumBytes - 1) + [UInt8(ascii: "\n")]
  }

  private var text: String {
    switch self {
    case .launcher(let processID): "LAUNCHER=\(processID)"
    case .ready: "READY=1"
    case .alive: "WATCHDOG=1"
    case .failing: "WATCHDOG=trigger"
    case .stopping: "STOPPING=1"
    case .console: "CONSOLE=1"
    case .status(let text): "STATUS=\(text)"
    }
  }
}

/// Puts messages together again from the pieces in which they come over a socket.
package struct SessionMessageReader: Sendable {
  private var line: [UInt8] = []
  /// Whether the rest of a line is passed over because it is too long.
  private var skips = false

  package init() {}

  /// Takes bytes in; calls `take` for each message that is complete. Other lines are left out.
  package mutating func read(_ bytes: some Sequence<UInt8>, _ take: (SessionMessage) -> Void) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !skips, let message = SessionMessage(line: line) { take(message) }
        line.removeAll(keepingCapacity: true)
        skips = false
      } else if line.count < SessionMessage.maximumBytes - 1 {
        line.append(byte)
      } else {
        skips = true
      }
    }
  }
}
