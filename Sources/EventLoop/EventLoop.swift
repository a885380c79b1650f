import CSystemd
import Glibc
import Logging

/// One thread that waits: for descriptors, points in time, signals, children, file changes and other threads.
///
/// A loop belongs to the thread that made it. Each source is one closure, called on that thread; the loop
/// keeps a source until its `cancel()`. A loop with nothing due sleeps in one system call and never wakes by
/// itself.
///
/// ```swift
/// let loop = try EventLoop()
/// try loop.addSignal(SIGTERM) { loop.stop() }
/// let greeting = try loop.addDeadline { print("one second later") }
/// greeting.set(EventLoop.now + 1)
/// let status = try loop.run()
/// ```
package final class EventLoop {
  /// The `sd_event`, for libraries that bring sources of their own (`sd_bus_attach_event`).
  package nonisolated(unsafe) let handle: OpaquePointer
  private var sources: [ObjectIdentifier: EventSource] = [:]
  private var connections: [ConnectionSource] = []
  private var stopStatus: Int32?

  /// Their default is to end the process.
  private static let ignoredSignals = [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM]

  /// Seconds of CLOCK_MONOTONIC, the clock of all deadlines.
  package nonisolated static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// An empty loop.
  ///
  /// From here on a write to a pipe or socket that has no reader fails with EPIPE instead of ending the
  /// process, and signals that mean nothing to it do not end it either.
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

  /// Waits and calls sources until `stop`, and returns the status given there.
  package func run() throws(EventLoopError) -> Int32 {
    while true {
      if let status = stopStatus {
        stopStatus = nil
        return status
      }
      try step()
    }
  }

  /// Makes `run` return `status` once the source that is being called returns.
  package func stop(status: Int32 = 0) {
    stopStatus = status
  }

  /// Waits once, at most `timeout` seconds (nil: for ever), and calls at most one source.
  package func step(timeout: Double? = nil) throws(EventLoopError) {
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

/// A call of the event loop that the system refused.
package nonisolated struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb with its object: "watch a file".
  package let operation: String
  /// The number of the error, positive.
  package let errno: Int32

  package init(_ operation: String, errno: Int32) {
    self.operation = operation
    self.errno = errno
  }

  package var description: String { "cannot \(operation): \(String(cString: strerror(errno)))" }

  /// The result of a libsystemd call, which is a negative errno when it failed.
  @discardableResult
  static func check(_ result: Int32, _ operation: String) throws(EventLoopError) -> Int32 {
    guard result >= 0 else { throw EventLoopError(operation, errno: -result) }
    return result
  }
}

/// Something that a loop waits for. Lives until `cancel()`; the loop keeps it, so the result may be dropped.
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

  /// Called when a source comes due that tells nothing but that.
  func fire() {}

  /// Never called again, also when it is already due. Safe inside its own closure, and more than once.
  package func cancel() {
    guard let source = raw else { return }
    raw = nil
    sd_event_source_disable_unref(source)
    loop?.forget(self)
  }

  /// Opens the source with `add`, which is given where to store it and what to hand to the callback.
  func open(
    _ operation: String, _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) throws(EventLoopError) {
    try EventLoopError.check(add(&raw, Unmanaged.passUnretained(self).toOpaque()), operation)
    loop?.keep(self)
  }

  /// The source behind a callback's user data, called on the loop's thread.
  ///
  /// The reference is strong, so the source outlives a `cancel()` in its own closure. A callback always
  /// answers 0: a negative number would switch the source off for good.
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
  /// The same as `enter` for what comes due several times a second: it calls `fire`.
  nonisolated static func enterFiring(_ userData: UnsafeMutableRawPointer?) -> Int32 {
    guard let userData else { return 0 }
    MainActor.preconditionIsolated("the loop calls on its own thread")
    firing(userData)
    return 0
  }

  /// What `MainActor.assumeIsolated` does, once and for all: it takes a block from the heap for each call.
  private nonisolated(unsafe) static let firing = unsafeBitCast(
    fireSource as @MainActor (UnsafeMutableRawPointer) -> Void,
    to: ((UnsafeMutableRawPointer) -> Void).self)

  private static func fireSource(_ pointer: UnsafeMutableRawPointer) {
    let source = Unmanaged<EventSource>.fromOpaque(pointer).takeUnretainedValue()
    if source.isActive { source.fire() }
  }
}

/// sd_event counts time in whole microseconds.
nonisolated enum Microseconds {
  /// USEC_INFINITY.
  static let never = UInt64.max
  private static let perSecond = 1e6

  /// Rounded up, so that nothing is early; never for what is infinite, no number or centuries away.
  static func from(_ seconds: Double) -> UInt64 {
    let count = (seconds * perSecond).rounded(.up)
    guard count < 9e15 else { return never }
    return count > 0 ? UInt64(count) : 0
  }
}
