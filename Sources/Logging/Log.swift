import Glibc
import Synchronization

/// Writes lines about one topic to standard error, as the journal understands them.
///
/// A line is `<4>gestures: text`: the priority that journald strips off and files, the topic, and the text
/// with every control character made visible, so that no app name or file name can forge a second line or
/// drive a terminal. A line is one `write`, cut at `LogLine.maximumBytes`, and so never mixes with another
/// thread's. No line waits for its reader. One that cannot be written at once is dropped, and the next that
/// can be says how many were.
package struct Log: Sendable {
  /// What the lines are about: a lower-case word.
  package let topic: String

  /// The least urgent priority that is still written; `.info` at first.
  package static var threshold: LogPriority {
    get { LogPriority(rawValue: storedThreshold.load(ordering: .relaxed)) ?? .info }
    set { storedThreshold.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let storedThreshold = Atomic<UInt8>(LogPriority.info.rawValue)
  /// A terminal has no use for the priorities.
  private static let writesPriorities = isatty(STDERR_FILENO) == 0

  package init(_ topic: String) {
    self.topic = topic
  }

  /// Something failed that an operator has to repair.
  package func error(_ text: @autoclosure () -> String) { write(.error, text) }
  /// Something is not as it should be, and the launcher works around it.
  package func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  /// Something rare and normal that an operator wants to find in the journal.
  package func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  /// Something normal.
  package func info(_ text: @autoclosure () -> String) { write(.info, text) }
  /// For developers.
  package func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  private func write(_ priority: LogPriority, _ text: () -> String) {
    guard priority.rawValue <= Self.threshold.rawValue else { return }
    // First: a text may have `errno` in it, which everything else here may change.
    let text = text()
    LogOutput.write(LogLine(priority: Self.writesPriorities ? priority : nil, topic: topic, text: text))
  }

  /// A line that was to go elsewhere was dropped: the next line here says so.
  package static func countDropped() { LogOutput.countDropped() }
}

/// How urgent a line is: the numbers of syslog(3), which journald reads from the `<n>` in front of a line.
package enum LogPriority: UInt8, Sendable, CaseIterable {
  /// LOG_ERR: something failed that an operator has to repair.
  case error = 3
  /// LOG_WARNING: not as it should be, worked around.
  case warning = 4
  /// LOG_NOTICE: rare and normal.
  case notice = 5
  /// LOG_INFO: normal.
  case info = 6
  /// LOG_DEBUG: for developers.
  case debug = 7
}

/// One line as it goes to standard error.
package struct LogLine: Sendable {
  /// The line in UTF-8, its line feed included.
  package let bytes: [UInt8]
  /// Whether it begins with its priority.
  let hasPriority: Bool

  /// PIPE_BUF of Linux: what one `write` to a pipe carries without mixing with other writers'.
  package static let maximumBytes = 4096

  /// A line from its parts; `priority` nil leaves the `<n>` out.
  package init(priority: LogPriority?, topic: String, text: String) {
    hasPriority = priority != nil
    var line = priority.map { "<\($0.rawValue)>" } ?? ""
    line += topic
    line += ": "
    for scalar in text.unicodeScalars {
      Self.append(scalar, to: &line)
    }
    bytes = Self.cut(line) + [UInt8(ascii: "\n")]
  }

  private static func append(_ scalar: Unicode.Scalar, to line: inout String) {
    switch scalar {
    case "\n": line += "\\n"
    case "\r": line += "\\r"
    case "\t": line += "\\t"
    case _ where isDangerous(scalar): line += "\\u{\(String(scalar.value, radix: 16))}"
    default: line.unicodeScalars.append(scalar)
    }
  }

  /// Controls (C0, DEL, C1), line separators, and the marks that make a terminal show text in another order.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// At most the bytes of one atomic write, without the line feed, and no character cut in two.
  private static func cut(_ line: String) -> [UInt8] {
    let bytes = Array(line.utf8)
    guard bytes.count >= maximumBytes else { return bytes }
    let mark = Array("…".utf8)
    var end = maximumBytes - 1 - mark.count
    while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return bytes[..<end] + mark
  }
}
