import CSystemd
import Glibc
import Logging

/// An event loop on one thread. It waits for descriptors, deadlines, signals, children, file changes and
/// other threads.
///
/// A loop belongs to the thread that created it. Each source is one closure, called on that thread; the loop
/// retains a source until its `cancel()`. An idle loop sleeps in one system call and never wakes by itself.
///
/// ```swift
/// let loop = try EventLoop()
/// try loop.addSignal(SIGTERM) { loop.stop() }
/// let greeting = try loop.addDeadline { print("one second later") }
/// greeting.set(EventLoop.now + 1)
/// let status = try loop.run()
/// ```
package final class EventLoop {
  /// The `sd_event`, for libraries that add their own sources (`sd_bus_attach_event`).
  package nonisolated(unsafe) let handle: OpaquePointer
  private var sources: [ObjectIdentifier: EventSource] = [:]
  private var connections: [ConnectionSource] = []
  private var stopStatus: Int32?

  /// Signals whose default action ends the process.
  private static let ignoredSignals = [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM]

  /// The current time in seconds of CLOCK_MONOTONIC, the clock of all deadlines.
  package nonisolated static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Creates an empty loop.
  ///
  /// From now on, writes to a pipe or socket without a reader fail with EPIPE and do not end the process.
  /// Unused signals do not end it either.
  package init() throws(EventLoopError) {
    var event: OpaquePointer?
    try EventLoopError.check(sd_event_new(&event), "create an event loop")
    guard let event else { throw EventLoopError("create an event loop", errno: ENOMEM) }
    handle = event
    for number in Self.ignoredSignals { signal(number, SIG_IGN) }
  }

  deinit {
    sd_event_unref(handle)
  }

  /// Waits and calls sources until `stop`. Returns the status passed to `stop`.
  package func run() throws(EventLoopError) -> Int32 {
    while true {
      if let status = stopStatus {
        stopStatus = nil
        return status
      }
      try step()
    }
  }

  /// Makes `run` return `status` once the current source returns.
  package func stop(status: Int32 = 0) {
    stopStatus = status
  }

  /// Waits once, for at most `timeout` seconds (nil: without limit), and calls at most one source.
  package func step(timeout: Double? = nil) throws(EventLoopError) {
    // Connections may move deadlines here, so call them before sd_event looks at the deadlines.
    for connection in connections { connection.prepareToWait() }
    let limit = stopStatus == nil ? Microseconds.from(timeout ?? .infinity) : 0
    let pending: Int32
    do {
      pending = try wait(limit)
    } catch {
      for connection in connections { connection.finishWait() }
      throw error
    }
    // Before any other source: handlers may read the same socket.
    for connection in connections { connection.finishWait() }
    if pending > 0 {
      try EventLoopError.check(sd_event_dispatch(handle), "dispatch an event")
    }
  }

  /// The descriptor that is readable when a source is due, for a thread that waits for others, too.
  package var descriptor: Int32 { sd_event_get_fd(handle) }

  /// Calls the sources that are due, and does not wait.
  package func callDueSources() throws(EventLoopError) {
    // A source can stay due. Others wait, too.
    for _ in 0..<Self.mostDueSources {
      guard try wait(0) > 0 else { return }
      try EventLoopError.check(sd_event_dispatch(handle), "dispatch an event")
    }
  }

  private static let mostDueSources = 256

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

/// A failed system call of the event loop.
package nonisolated struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed, as a verb with its object: "watch a file".
  package let operation: String
  /// The errno, positive.
  package let errno: Int32

  package init(_ operation: String, errno: Int32) {
    self.operation = operation
    self.errno = errno
  }

  package var description: String { "cannot \(operation): \(String(cString: strerror(errno)))" }

  /// Returns the result of a libsystemd call. Throws if it is negative: it is then a negated errno.
  @discardableResult
  static func check(_ result: Int32, _ operation: String) throws(EventLoopError) -> Int32 {
    guard result >= 0 else { throw EventLoopError(operation, errno: -result) }
    return result
  }
}

/// A source that a loop waits for. The loop retains it until `cancel()`, so callers may drop the result.
package class EventSource {
  nonisolated(unsafe) var raw: OpaquePointer?
  private weak var loop: EventLoop?

  init(loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    sd_event_source_disable_unref(raw)
  }

  package var isActive: Bool { raw != nil }

  /// Called when a source comes due that carries no data.
  func fire() {}

  /// Cancels the source: it is never called again, even if already due. Safe inside its own closure, and more
  /// than once.
  package func cancel() {
    guard let source = raw else { return }
    raw = nil
    sd_event_source_disable_unref(source)
    loop?.forget(self)
  }

  /// Opens the source with `add`, which gets the place for the source and the callback's user data.
  func open(
    _ operation: String, _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) throws(EventLoopError) {
    try EventLoopError.check(add(&raw, Unmanaged.passUnretained(self).toOpaque()), operation)
    loop?.keep(self)
  }

  /// Calls `body` with the source behind a callback's user data, on the loop's thread.
  ///
  /// The reference is strong, so the source outlives a `cancel()` in its own closure. Always returns 0: after
  /// a negative result, sd_event disables the source for good.
  nonisolated static func enter<Source: EventSource>(
    _: Source.Type, _ userData: UnsafeMutableRawPointer?, _ body: @MainActor (Source) -> Void
  ) -> Int32 {
    guard let userData else { return 0 }
    nonisolated(unsafe) let pointer = userData
    MainActor.assumeIsolated {
      let source = Unmanaged<EventSource>.fromOpaque(pointer).takeUnretainedValue()
      guard let source = source as? Source, source.isActive else { return }
      body(source)
    }
    return 0
  }
}

extension EventSource {
  /// Works like `enter`, but calls `fire`: for sources that come due several times a second.
  nonisolated static func enterFiring(_ userData: UnsafeMutableRawPointer?) -> Int32 {
    guard let userData else { return 0 }
    MainActor.preconditionIsolated("the loop calls on its own thread")
    firing(userData)
    return 0
  }

  /// Replaces `MainActor.assumeIsolated`, which allocates memory on each call.
  private nonisolated(unsafe) static let firing = unsafeBitCast(
    fireSource as @MainActor (UnsafeMutableRawPointer) -> Void,
    to: ((UnsafeMutableRawPointer) -> Void).self)

  private static func fireSource(_ pointer: UnsafeMutableRawPointer) {
    let source = Unmanaged<EventSource>.fromOpaque(pointer).takeUnretainedValue()
    if source.isActive { source.fire() }
  }
}

/// Conversion to microseconds, the time unit of sd_event.
nonisolated enum Microseconds {
  /// USEC_INFINITY.
  static let never = UInt64.max
  private static let perSecond = 1e6

  /// Converts seconds, rounded up: nothing fires early. Returns `never` for infinity, NaN and times centuries
  /// away.
  static func from(_ seconds: Double) -> UInt64 {
    let count = (seconds * perSecond).rounded(.up)
    guard count < 9e15 else { return never }
    return count > 0 ? UInt64(count) : 0
  }
}
