import Foundation

/// A client in a process of its own, as the leader of a process group.
public final class ClientProcess: @unchecked Sendable {
  /// How a process ended.
  public enum Exit: Hashable, Sendable {
    /// It returned this status.
    case status(Int32)
    /// This signal ended it.
    case signal(Int32)
  }

  /// The number of the process.
  public let processID: pid_t
  private let condition = NSCondition()
  private var result: Exit?
  private var text = ""
  private let compositor: CompositorThread

  init(
    _ path: String, _ arguments: [String], _ environment: [String: String], socket: Int32,
    compositor: CompositorThread
  ) throws {
    self.compositor = compositor
    let pipe = try DescriptorPair.pipe()
    defer { close(pipe.second) }
    let reading = pipe.first
    do {
      processID = try Spawn(path, arguments, environment).run(socket: socket, output: pipe.second).get()
    } catch {
      close(reading)
      throw error
    }
    Thread { [self] in read(reading) }.start()
    Thread { [self] in awaitExit() }.start()
  }

  /// What the process has printed so far, on standard output and standard error.
  public var output: String { condition.withLock { text } }

  /// How the process ended; nil while it runs.
  public var exit: Exit? { condition.withLock { result } }

  /// Sends a signal to the process.
  public func send(signal: Int32) {
    // A number that is free again may belong to somebody else.
    condition.withLock { if result == nil { Glibc.kill(processID, signal) } }
  }

  /// Ends the process and what it has started.
  public func kill() {
    condition.withLock { if result == nil { Glibc.kill(-processID, SIGKILL) } }
  }

  /// Waits until the process has ended.
  public func waitForExit(seconds: Double = TestCompositor.patience) throws -> Exit {
    try waitFor("the client to end", seconds) { self.result }
  }

  /// Waits until the process has printed a text.
  public func waitForOutput(_ expected: String, seconds: Double = TestCompositor.patience) throws {
    _ = try waitFor("the output '\(expected)'", seconds) { self.text.contains(expected) ? true : nil }
  }

  private func waitFor<R>(_ what: String, _ seconds: Double, _ probe: () -> R?) throws -> R {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let found = probe() { return found }
      guard condition.wait(until: deadline) else { break }
    }
    if let found = probe() { return found }
    throw CompositorTimeout(awaited: what, lastRequests: [], output: String(text.suffix(2000)))
  }

  private func read(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { break }
      let part = String(decoding: bytes[..<count], as: UTF8.self)
      condition.withLock {
        text += part
        condition.broadcast()
      }
      compositor.note(output: part)
    }
    close(descriptor)
  }

  private func awaitExit() {
    // Not reaped before the result is known, so that the number stays the process's own until then.
    var information = siginfo_t()
    while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    condition.withLock {
      var status: Int32 = 0
      waitpid(processID, &status, 0)
      let signal = status & 0x7F
      result = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
      condition.broadcast()
    }
    compositor.wake()
  }
}
