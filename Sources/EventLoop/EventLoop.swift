import CSystemd
import Glibc
import Logging

/// One thread that waits: for descriptors, points in time, signals, children, file changes and other threads.
///
/// A loop belongs to the thread that made it. Each source is one closure, called on that thread; the loop keeps a
/// source until its `cancel()`. A loop with nothing due sleeps in one system call and never wakes by itself.
///
/// ```swift
/// let loop = try EventLoop()
/// try loop.addSignal(SIGTERM) { loop.stop() }
/// let greeting = try loop.addDeadline { print("one second later") }
/// greeting.set(EventLoop.now + 1)
/// let status = try loop.run()
/// ```
public final class EventLoop {
  /// The `sd_event`, for libraries that bring sources of their own (`sd_bus_attach_event`).
  public nonisolated(unsafe) let handle: OpaquePointer
  private var sources: [ObjectIdentifier: EventSource] = [:]
  private var connections: [ConnectionSource] = []
  private var stopStatus: Int32?

  /// Their default is to end the process.
  private static let ignoredSignals = [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM]

  /// Seconds of CLOCK_MONOTONIC, the clock of all deadlines.
  public nonisolated static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// An empty loop.
  ///
  /// From here on a write to a pipe or socket that nobody reads fails with EPIPE instead of ending the process, and
  /// signals that mean nothing to it do not end it either.
  public init() throws(EventLoopError) {
    var event: OpaquePointer?
    try EventLoopError.check(sd_event_new(&event), "create an event loop")
    guard let event else { throw EventLoopError("create an event loop", errno: ENOMEM) }
    handle = event
    for number in Self.ignoredSignals { signal(number, SIG_IGN) }
  }

  deinit {
    sd_event_unref(handle)
  }

  /// Waits and calls sources until `stop`, and returns the status given there.
  public func run() throws(EventLoopError) -> Int32 {
    while true {
      if let status = stopStatus {
        stopStatus = nil
        return status
      }
      try step()
    }
  }

  /// Makes `run` return `status` once the source that is being called returns.
  public func stop(status: Int32 = 0) {
    stopStatus = status
  }

  /// Waits once, at most `timeout` seconds (nil: for ever), and calls at most one source.
  public func step(timeout: Double? = nil) throws(EventLoopError) {
    // What runs here may move deadlines, so it comes before sd_event looks at them.
    for connection in connections { connection.prepareToWait() }
    let limit = stopStatus == nil ? Microseconds.from(timeout ?? .infinity) : 0
    let pending: Int32
    do {
      pending = try wait(limit)
    } catch {
      for connection in connections { connection.finishWait() }
      throw error
    }
    // Before any other source: what runs there may read the same socket.
    for connection in connections { connection.finishWait() }
    if pending > 0 {
      try EventLoopError.check(sd_event_dispatch(handle), "dispatch an event")
    }
  }

  private func wait(_ limit: UInt64) throws(EventLoopError) -> Int32 {
    let pending = try EventLoopError.check(sd_event_prepare(handle), "prepare to wait")
    if pending > 0 { return pending }
    return try EventLoopError.check(sd_event_wait(handle, limit), "wait")
  }

  func keep(_ source: EventSource) {
    sources[ObjectIdentifier(source)] = source
    if let connection = source as? ConnectionSource { connections.append(connection) }
  }

  func forget(_ source: EventSource) {
    sources[ObjectIdentifier(source)] = nil
    connections.removeAll { $0 === source }
  }
}
