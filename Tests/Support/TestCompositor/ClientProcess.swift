import Foundation

/// A client in a separate process, which leads its process group.
public final class ClientProcess: @unchecked Sendable {
  /// The end of a process.
  public enum Exit: Hashable, Sendable {
    /// It exited with this status.
    case status(Int32)
    /// This signal ended it.
    case signal(Int32)
  }

  /// The process ID.
  public let processID: pid_t
  private let condition = NSCondition()
  private var result: Exit?
  private var bytes: [UInt8] = []
  /// The read end of the pipe for the process's output.
  private let pipe: Int32
  /// Whether all processes that could write to the pipe have ended.
  private var isDrained = false
  private let compositor: CompositorThread

  init(
    _ path: String, _ arguments: [String], _ environment: [String: String], socket: Int32,
    compositor: CompositorThread
  ) throws {
    self.compositor = compositor
    let ends = try DescriptorPair.pipe()
    defer { close(ends.second) }
    // Only the test's end is non-blocking, not the process's.
    _ = fcntl(ends.first, F_SETFL, O_NONBLOCK)
    do {
      processID = try Spawn(path, arguments, environment).run(socket: socket, output: ends.second).get()
    } catch {
      close(ends.first)
      throw error
    }
    pipe = ends.first
    Thread { [self] in read() }.start()
    Thread { [self] in awaitExit() }.start()
  }

  /// The process's output so far on standard output and standard error.
  ///
  /// Output that precedes another visible effect of the process is always included, however late the reading
  /// thread is.
  public var output: String {
    condition.withLock {
      drain()
      return text
    }
  }

  /// The process's end; nil while it runs.
  public var exit: Exit? { condition.withLock { result } }

  /// Sends a signal to the process.
  public func send(signal: Int32) {
    // After its end, the ID may belong to another process.
    condition.withLock { if result == nil { Glibc.kill(processID, signal) } }
  }

  /// Kills the process and its children.
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

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads everything in the pipe. The condition must be locked.
  private func drain() {
    guard !isDrained else { return }
    var part = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(pipe, &part, part.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return isDrained = true }
      bytes += part[..<count]
      compositor.note(output: String(decoding: part[..<count], as: UTF8.self))
      condition.broadcast()
    }
  }

  private func read() {
    var readable = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while !condition.withLock({ isDrained }) {
      poll(&readable, 1, -1)
      condition.withLock { drain() }
    }
    close(pipe)
  }

  private func awaitExit() {
    // Do not reap it before the result is stored: until then, no other process gets the ID.
    var information = siginfo_t()
    while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    condition.withLock {
      var status: Int32 = 0
      waitpid(processID, &status, 0)
      let signal = status & 0x7F
      // Read its last output before reporting its end. Its children may keep the pipe open for longer.
      drain()
      result = signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
      condition.broadcast()
    }
    compositor.wake()
  }
}
