import CRotundaWayland
import Glibc

extension Connection {
  /// The result of a flush.
  public nonisolated enum FlushResult: Sendable {
    /// All bytes were sent.
    case done
    /// The compositor does not read fast enough. Flush again once the descriptor is writable.
    case blocked
  }

  /// Sends the queued requests.
  public func flush() throws(ConnectionError) -> FlushResult {
    let handle = try working()
    guard wl_display_flush(handle) < 0 else { return .done }
    switch errno {
    case EAGAIN: return .blocked
    // The compositor's last events may still be unread. Reading them gives the reason.
    case EPIPE: return .done
    case let code: throw record(code)
    }
  }

  /// Delivers the events already read and prepares the next read. Call ``readEvents()`` or ``cancelRead()``
  /// afterward.
  public func prepareRead() throws(ConnectionError) {
    while wl_display_prepare_read(try working()) != 0 { try dispatchPending() }
  }

  /// Reads from the socket without waiting. Does not deliver the events.
  public func readEvents() throws(ConnectionError) {
    let handle = try working()
    guard wl_display_read_events(handle) < 0 else { return }
    throw record(errno)
  }

  /// Cancels the prepared read.
  public func cancelRead() {
    if let handle { wl_display_cancel_read(handle) }
  }

  /// Delivers the events already read and returns their number.
  @discardableResult
  public func dispatchPending() throws(ConnectionError) -> Int {
    let handle = try working()
    let count = delivering { wl_display_dispatch_pending(handle) }
    guard count >= 0 else { throw record(errno) }
    return Int(count)
  }

  /// Waits up to `milliseconds` for events and delivers them. Returns whether any arrived.
  @discardableResult
  public func dispatch(waitingMilliseconds milliseconds: Int32) throws(ConnectionError) -> Bool {
    try prepareRead()
    let events = try pendingFlush() ? POLLIN | POLLOUT : POLLIN
    var descriptor = pollfd(fd: fileDescriptor, events: Int16(events), revents: 0)
    let ready = poll(&descriptor, 1, milliseconds)
    guard ready > 0, descriptor.revents & ~Int16(POLLOUT) != 0 else {
      cancelRead()
      return false
    }
    try readEvents()
    try dispatchPending()
    return true
  }

  /// Flushes between the preparation and the read. Cancels the read if the flush fails.
  private func pendingFlush() throws(ConnectionError) -> Bool {
    do {
      return try flush() == .blocked
    } catch {
      cancelRead()
      throw error
    }
  }

  /// Waits until the compositor has handled all requests so far, and delivers the events that it sent until
  /// then.
  ///
  /// - Parameter timeoutMilliseconds: The time-out, after which the compositor counts as hung.
  public func roundtrip(timeoutMilliseconds: Int64 = 10_000) throws(ConnectionError) {
    _ = try working()
    var isDone = false
    let callback = display.sync()
    callback.onEvent = { _ in isDone = true }
    defer { if !isDone, callback.isAlive { callback.destroyProxy() } }
    let deadline = Self.monotonicMilliseconds() + timeoutMilliseconds
    while !isDone {
      let left = deadline - Self.monotonicMilliseconds()
      guard left > 0 else { throw .timedOut }
      try dispatch(waitingMilliseconds: Int32(clamping: left))
    }
  }

  private static func monotonicMilliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}

/// The entry point for events: libwayland calls it for each event of each object, on the thread that
/// dispatches.
nonisolated enum Dispatcher {
  /// Marks our objects among those of other libraries on the same connection.
  nonisolated(unsafe) static let mark = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  static let callback: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
    MainActor.preconditionIsolated("events are delivered on the main thread")
    deliver(target, opcode, arguments)
    return 0
  }

  private typealias Delivery = (UnsafeMutableRawPointer?, UInt32, UnsafeMutablePointer<wl_argument>?) -> Void

  /// Replaces `MainActor.assumeIsolated`, which allocates two blocks on the heap for each event.
  nonisolated(unsafe) private static let deliver = unsafeBitCast(handle as Isolated, to: Delivery.self)

  private typealias Isolated =
    @MainActor (UnsafeMutableRawPointer?, UInt32, UnsafeMutablePointer<wl_argument>?) -> Void

  @MainActor private static func handle(
    _ target: UnsafeMutableRawPointer?, _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?
  ) {
    guard let target, let arguments, let proxy = Connection.proxy(of: OpaquePointer(target)) else { return }
    proxy.dispatch(opcode, arguments)
  }
}

/// The limit for libwayland's complaints in the log: only the first few of each kind.
///
/// A compositor can cause any number of complaints, and the main thread writes each to the log.
nonisolated struct ComplaintLimit {
  /// The decision about a complaint.
  enum Answer: Hashable {
    /// The complaint is logged.
    case told
    /// The complaint is logged, with a note that later ones of its kind are left out.
    case last
    case leftOut
  }

  /// The number of complaints of one kind that are logged.
  private static let most = 5
  private var counts: [UInt: Int] = [:]

  /// Counts a complaint. Its kind is the address of its format string. libwayland has a few dozen of them.
  mutating func count(_ kind: UInt) -> Answer {
    let count = counts[kind, default: 0]
    guard count < Self.most else { return .leftOut }
    counts[kind] = count + 1
    return count + 1 < Self.most ? .told : .last
  }
}
