import CRotundaWayland
import Glibc

extension Connection {
  /// What became of the bytes that wait to be sent.
  public nonisolated enum FlushResult: Sendable {
    /// All were sent.
    case done
    /// The compositor does not read fast enough: flush again once the descriptor is writable.
    case blocked
  }

  /// Sends what requests have queued.
  public func flush() throws(ConnectionError) -> FlushResult {
    let handle = try working()
    guard wl_display_flush(handle) < 0 else { return .done }
    switch errno {
    case EAGAIN: return .blocked
    // The compositor's last words may still wait to be read; reading tells what happened.
    case EPIPE: return .done
    case let code: throw record(code)
    }
  }

  /// Delivers what has already been read and gets ready to read more. Must be followed by
  /// ``readEvents()`` or ``cancelRead()``.
  public func prepareRead() throws(ConnectionError) {
    while wl_display_prepare_read(try working()) != 0 { try dispatchPending() }
  }

  /// Reads from the socket, without waiting. Delivers nothing yet.
  public func readEvents() throws(ConnectionError) {
    let handle = try working()
    guard wl_display_read_events(handle) < 0 else { return }
    throw record(errno)
  }

  /// Gives up the reading that was prepared.
  public func cancelRead() {
    if let handle { wl_display_cancel_read(handle) }
  }

  /// Delivers what has been read and returns the number of events.
  @discardableResult
  public func dispatchPending() throws(ConnectionError) -> Int {
    let handle = try working()
    let count = delivering { wl_display_dispatch_pending(handle) }
    guard count >= 0 else { throw record(errno) }
    return Int(count)
  }

  /// Waits up to `milliseconds` for events and delivers them. Returns whether any were read.
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

  /// Flushes between preparing and reading: a failure must not leave the reading prepared.
  private func pendingFlush() throws(ConnectionError) -> Bool {
    do {
      return try flush() == .blocked
    } catch {
      cancelRead()
      throw error
    }
  }

  /// Waits until the compositor has dealt with all requests so far, and delivers what it sent until then.
  ///
  /// - Parameter timeoutMilliseconds: how long a compositor may take; it is hung beyond that.
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

/// The way events come in: libwayland calls, on the thread that dispatches, for each event of each object.
nonisolated enum Dispatcher {
  /// Marks objects that are ours, among those that other libraries make on the same connection.
  nonisolated(unsafe) static let mark = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  static let callback: wl_dispatcher_func_t = { _, target, opcode, _, arguments in
    MainActor.preconditionIsolated("events are delivered on the main thread")
    deliver(target, opcode, arguments)
    return 0
  }

  private typealias Delivery = (UnsafeMutableRawPointer?, UInt32, UnsafeMutablePointer<wl_argument>?) -> Void

  /// What `MainActor.assumeIsolated` does, once and for all: it takes two blocks from the heap for each
  /// event.
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

/// Which of libwayland's complaints are worth a line in the log: the first few of each kind.
///
/// A compositor can give occasion for any number of them, and each would be a line that the main thread
/// writes.
nonisolated struct ComplaintLimit {
  /// What becomes of a complaint.
  enum Answer: Hashable {
    /// It is logged.
    case told
    /// It is logged, with the word that others like it will not be.
    case last
    case leftOut
  }

  /// How many complaints of one kind are logged.
  private static let most = 5
  private var counts: [UInt: Int] = [:]

  /// Counts a complaint. Its kind is the address of its format, of which libwayland has a few dozen.
  mutating func count(_ kind: UInt) -> Answer {
    let count = counts[kind, default: 0]
    guard count < Self.most else { return .leftOut }
    counts[kind] = count + 1
    return count + 1 < Self.most ? .told : .last
  }
}
