import Glibc
import Synchronization

/// Writes lines about one topic to standard error, in the format of the journal.
///
/// A line is `<4>gestures: text`: the priority, which journald removes and stores, the topic, and the text.
/// Control characters in the text are made visible. Therefore names of apps and files cannot forge a second
/// line or control a terminal. A line is a single `write`, cut off at `LogLine.maximumBytes`. Therefore it
/// never mixes with lines of other threads. Writing never waits for the reader. A line that cannot be written
/// immediately is dropped. The next one reports the number of dropped lines.
package struct Log: Sendable {
  /// The topic of the lines: a word in lower case.
  package let topic: String

  /// The least urgent priority to write; `.info` by default.
  package static var threshold: LogPriority {
    get { LogPriority(rawValue: storedThreshold.load(ordering: .relaxed)) ?? .info }
    set { storedThreshold.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let storedThreshold = Atomic<UInt8>(LogPriority.info.rawValue)
  /// Terminals do not interpret priorities.
  private static let writesPriorities = isatty(STDERR_FILENO) == 0

  package init(_ topic: String) {
    self.topic = topic
  }

  /// Reports a failure that an operator must repair.
  package func error(_ text: @autoclosure () -> String) { write(.error, text) }
  /// Reports a problem that the launcher works around.
  package func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  /// Reports a rare but normal event that operators want to find in the journal.
  package func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  /// Reports a normal event.
  package func info(_ text: @autoclosure () -> String) { write(.info, text) }
  /// Reports details for developers.
  package func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  private func write(_ priority: LogPriority, _ text: () -> String) {
    guard priority.rawValue <= Self.threshold.rawValue else { return }
    // The text comes first, because it may contain `errno`, which the other calls can change.
    let text = text()
    LogOutput.write(LogLine(priority: Self.writesPriorities ? priority : nil, topic: topic, text: text))
  }

  /// Counts a dropped line of another output. The next line here reports it.
  package static func countDropped() { LogOutput.countDropped() }
}

/// The urgency of a line: the numbers of syslog(3), which journald reads from the `<n>` before a line.
package enum LogPriority: UInt8, Sendable, CaseIterable {
  /// LOG_ERR: a failure that an operator must repair.
  case error = 3
  /// LOG_WARNING: a problem that the launcher works around.
  case warning = 4
  /// LOG_NOTICE: a rare but normal event.
  case notice = 5
  /// LOG_INFO: a normal event.
  case info = 6
  /// LOG_DEBUG: details for developers.
  case debug = 7
}

/// One line for standard error.
package struct LogLine: Sendable {
  /// The line in UTF-8, with its line feed.
  package let bytes: [UInt8]
  /// Whether it begins with a priority.
  let hasPriority: Bool

  /// PIPE_BUF of Linux: the size up to which a `write` to a pipe is atomic.
  package static let maximumBytes = 4096

  /// Creates a line. Without a priority, it has no `<n>`.
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

  /// Reports whether a scalar is a control character (C0, DEL, C1), a line separator, or a mark that changes
  /// the text order on terminals.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Limits the line to one atomic write, minus the line feed, without cutting a character.
  private static func cut(_ line: String) -> [UInt8] {
    let bytes = Array(line.utf8)
    guard bytes.count >= maximumBytes else { return bytes }
    let mark = Array("…".utf8)
    var end = maximumBytes - 1 - mark.count
    while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return bytes[..<end] + mark
  }
}
