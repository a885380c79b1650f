import Glibc
import Synchronization

/// Writes lines about one topic to standard error, as the journal understands them.
///
/// A line is `<4>gestures: text`: the priority that journald strips off and files, the topic, and the text with
/// every control character made visible, so that no app name or file name can forge a second line or drive a
/// terminal. A line is one `write`, cut at `LogLine.maximumBytes`, and so never mixes with another thread's.
/// No line waits for its reader. One that cannot be written at once is dropped, and the next that can be says how many were.
public struct Log: Sendable {
  /// What the lines are about: a lower-case word.
  public let topic: String

  /// The least urgent priority that is still written; `.info` at first.
  public static var threshold: LogPriority {
    get { LogPriority(rawValue: storedThreshold.load(ordering: .relaxed)) ?? .info }
    set { storedThreshold.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let storedThreshold = Atomic<UInt8>(LogPriority.info.rawValue)
  /// A terminal has no use for the priorities.
  private static let writesPriorities = isatty(STDERR_FILENO) == 0

  /// A log about `topic`.
  public init(_ topic: String) {
    self.topic = topic
  }

  /// Something failed that somebody has to repair.
  public func error(_ text: @autoclosure () -> String) { write(.error, text) }
  /// Something is not as it should be, and the launcher works around it.
  public func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  /// Something rare and normal that an operator wants to find in the journal.
  public func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  /// Something normal.
  public func info(_ text: @autoclosure () -> String) { write(.info, text) }
  /// For developers.
  public func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  private func write(_ priority: LogPriority, _ text: () -> String) {
    guard priority.rawValue <= Self.threshold.rawValue else { return }
    LogOutput.write(
      LogLine(priority: Self.writesPriorities ? priority : nil, topic: topic, text: text()))
  }

  /// A line that was to go elsewhere was dropped: the next line here says so.
  package static func countDropped() { LogOutput.countDropped() }
}
