/// A message from the launcher to its session: one line over a socket.
///
/// The words are those of sd_notify(3) where it has them. The session ignores all others, so a launcher
/// cannot control its session.
package enum SessionMessage: Hashable, Sendable {
  /// The launcher's process ID. The first message.
  case launcher(processID: Int32)
  /// The launcher's first frame is on the screen.
  case ready
  /// All is well.
  case alive
  /// The compositor does not answer or does not draw: both must be restarted.
  case failing
  case stopping
  /// The launcher is about to end because the operator wants a console.
  case console
  /// The launcher's current activity, in one line.
  case status(String)

  /// The most bytes of a line with its line feed: more than any status needs.
  package static let maximumBytes = 512

  /// Parses a line without its line feed. Returns nil if it is invalid.
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

/// Assembles messages from pieces of a socket's stream.
package struct SessionMessageReader: Sendable {
  private var line: [UInt8] = []
  /// Whether the rest of the current line is ignored because it is too long.
  private var skips = false

  package init() {}

  /// Reads bytes, and calls `take` for each complete message. Ignores other lines.
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
