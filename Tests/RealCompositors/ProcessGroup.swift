import Foundation

/// A program under test with all programs that it starts: one process group with one log, ended as a whole.
///
/// The group ends with `end()`, when this object is released, and when the test process dies in any way. A
/// watchdog waits for the end of a pipe that only the test process holds open.
public final class ProcessGroup {
  /// The program's process ID, which is also the ID of its group.
  public let pid: pid_t
  /// The file for standard output and standard error.
  public let log: String

  private let watchdog: pid_t
  private let lifeline: Int32
  private var exitStatus: Int32?
  private var ended = false

  /// Starts a program as an ordinary user.
  ///
  /// - Parameters:
  ///   - arguments: The program, found in `PATH`, and its arguments.
  ///   - environment: The complete environment except `PATH`, which is the test's own.
  ///   - log: The file for its output.
  ///   - directory: The working directory.
  /// - Throws: `CompositorFailure` if it cannot be started.
  public init(
    _ arguments: [String], environment: [String: String], log: String, directory: String = "/"
  ) throws {
    self.log = log
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw CompositorFailure("no lifeline: errno \(errno)")
    }
    defer { close(ends[0]) }
    lifeline = ends[1]
    do {
      let command = [Unprivileged.script, "env", "--chdir=\(directory)"] + arguments
      pid = try spawn(command, environment, .program(log: log))
      watchdog = try spawn(
        ["/bin/sh", "-c", "read -r _; kill -KILL -\(pid)"], [:], .watchdog(input: ends[0]))
    } catch {
      close(lifeline)
      throw error
    }
  }

  deinit {
    end()
  }

  /// Whether the program itself is running.
  public var isRunning: Bool {
    guard exitStatus == nil else { return false }
    var status: Int32 = 0
    if waitpid(pid, &status, WNOHANG) == pid { exitStatus = status }
    return exitStatus == nil
  }

  /// Whether all threads of the program sleep, or it has ended, by the letter after the name in
  /// `/proc/PID/stat` (`man 5 proc`).
  ///
  /// A program that sleeps has read everything sent to it, unless it waits for something else.
  public var isAsleep: Bool {
    let tasks = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.allSatisfy { thread in
      guard let stat = FileManager.default.contents(atPath: "\(tasks)/\(thread)/stat"),
        let end = stat.lastIndex(of: UInt8(ascii: ")"))
      else { return true }
      return stat[end...].dropFirst(2).first == UInt8(ascii: "S")
    }
  }

  /// Seconds so far for which the program's main thread could run but had no processor: the second number of
  /// `/proc/PID/schedstat`.
  public var secondsWithoutProcessor: Double {
    let numbers = try? String(contentsOfFile: "/proc/\(pid)/schedstat", encoding: .utf8).split(separator: " ")
    return (numbers?.dropFirst().first.flatMap { Double($0) } ?? 0) / 1e9
  }

  /// The program's output so far.
  public var output: String {
    (try? Data(contentsOf: URL(fileURLWithPath: log))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Waits until the program has ended by itself and returns the status of `waitpid`.
  ///
  /// - Throws: `CompositorFailure` after the time-out.
  public func waitForExit(limit: Double = Patience.limit) throws -> Int32 {
    try Patience.wait(for: "process \(pid) to end", limit: limit) { isRunning ? nil : exitStatus }
  }

  /// Waits until the output contains `text`.
  ///
  /// - Throws: `CompositorFailure` if the program ends first, or after the time-out.
  public func wait(forOutput text: String, limit: Double = Patience.limit) throws {
    try wait(for: "\"\(text)\" in its output", limit: limit) { output.contains(text) ? true : nil }
  }

  /// Waits until `look` returns a value.
  ///
  /// - Returns: That value.
  /// - Throws: `CompositorFailure` with the end of the output if the program ends first, or after the
  ///   time-out.
  @discardableResult
  public func wait<Found>(
    for what: String, limit: Double = Patience.limit, until look: () throws -> Found?
  ) throws -> Found {
    do {
      return try Patience.wait(for: what, limit: limit) {
        // Checked first: a program that ends at once may have left the awaited result.
        let wasRunning = isRunning
        if let found = try look() { return found }
        guard wasRunning else { throw CompositorFailure("it ended while waiting for \(what)") }
        return nil
      }
    } catch let failure as CompositorFailure {
      throw CompositorFailure("\(failure)\n\(output.suffix(2000))")
    }
  }

  /// Sends a signal only to the program.
  public func signal(_ number: Int32) {
    if isRunning { kill(pid, number) }
  }

  /// Ends the whole group, first with SIGTERM, then with SIGKILL. Further calls have no effect.
  public func end(politely seconds: Double = 2) {
    guard !ended else { return }
    ended = true
    kill(-pid, SIGTERM)
    _ = try? Patience.wait(for: "the end", limit: seconds) { isGone ? true : nil }
    kill(-pid, SIGKILL)
    _ = try? Patience.wait(for: "the end", limit: seconds) { isGone ? true : nil }
    kill(watchdog, SIGKILL)
    var status: Int32 = 0
    waitpid(watchdog, &status, 0)
    close(lifeline)
  }

  /// Whether all processes of the group have ended.
  public var isGone: Bool {
    // The quick check comes first. Ended children without a `wait` still count for `kill`.
    !isRunning && (kill(-pid, 0) != 0 || livingMembers.isEmpty)
  }

  /// The group's processes that are not dead, from `/proc/PID/stat` (`man 5 proc`).
  private var livingMembers: [pid_t] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(pid_t.init).filter { candidate in
      guard let stat = FileManager.default.contents(atPath: "/proc/\(candidate)/stat"),
        let end = stat.lastIndex(of: UInt8(ascii: ")"))
      else { return false }
      // The fields after the name in parentheses: state, parent, group.
      let fields = String(decoding: stat[(end + 1)...], as: UTF8.self).split(separator: " ")
      return fields.count > 2 && fields[2] == String(pid) && fields[0] != "Z"
    }
  }
}
