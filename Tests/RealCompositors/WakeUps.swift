import Foundation

/// Waits until a process wakes at most once per period, and does wake.
///
/// A busy machine does the work of a start late. Therefore a process that wakes more often may rest later. It
/// also delays beats and messages alike, so the limit belongs to the time that passed.
///
/// - Parameters:
///   - process: The process, with all its threads.
///   - period: The period in seconds.
///   - pass: Lets several periods pass.
/// - Throws: `CompositorFailure` if the process keeps waking more often, and all errors of `pass`.
public func awaitOneWakeUp(of process: pid_t, per period: Double, while pass: () throws -> Void) throws {
  var last = ""
  _ = try Patience.wait(for: "one wake-up per period, not \(last)") {
    let (start, earlier) = (Patience.now, try voluntarySwitches(of: process))
    try pass()
    let count = try voluntarySwitches(of: process) - earlier
    // The first and the last period count in full, although only parts of them passed.
    let most = Int((Patience.now - start) / period) + 2
    last = "\(count), with a limit of \(most)"
    return (1...most).contains(count) ? true : nil
  }
}

/// Voluntary context switches of all threads of a process, from `/proc/PID/task/TID/status`.
private func voluntarySwitches(of process: pid_t) throws -> Int {
  let tasks = "/proc/\(process)/task"
  return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
    let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return sum + (line.flatMap { Int($0.split(whereSeparator: \.isWhitespace).last ?? "") } ?? 0)
  }
}
