import Foundation

/// Counts how often the threads of a process wake. A busy machine delays beats and messages alike, so the
/// count belongs to the time that passed and not to a number of messages.
public struct WakeUps {
  private let process: pid_t
  private let start = ContinuousClock.now
  private let earlier: Int

  /// Starts to count.
  ///
  /// - Throws: An error if the process has ended.
  public init(of process: pid_t) throws {
    self.process = process
    earlier = try Self.voluntarySwitches(of: process)
  }

  /// Returns the number of wake-ups since the start, and the most that one wake-up per period allows.
  ///
  /// - Throws: An error if the process has ended.
  public func count(period: Double) throws -> (wakeUps: Int, most: Int) {
    let count = try Self.voluntarySwitches(of: process) - earlier
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // The first and the last period count in full, although only parts of them passed.
    return (count, Int(seconds / period) + 2)
  }

  /// Voluntary context switches of all threads of a process, from `/proc/PID/task/TID/status`.
  private static func voluntarySwitches(of process: pid_t) throws -> Int {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line.flatMap { Int($0.split(whereSeparator: \.isWhitespace).last ?? "") } ?? 0)
    }
  }
}
