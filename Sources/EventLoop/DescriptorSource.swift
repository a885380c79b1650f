import CLinux
import CSystemd
import Glibc

/// A file descriptor that a loop watches, level-triggered.
package final class DescriptorSource: EventSource {
  private let handler: (DescriptorEvents) -> Void

  fileprivate init(loop: EventLoop, handler: @escaping (DescriptorEvents) -> Void) {
    self.handler = handler
    super.init(loop: loop)
  }

  fileprivate func open(
    _ loop: EventLoop, _ descriptor: Int32, _ events: DescriptorEvents, owned: Bool
  ) throws(EventLoopError) {
    try open("watch a descriptor") { source, userData in
      sd_event_add_io(
        loop.handle, source, descriptor, events.rawValue,
        { _, _, events, userData in
          EventSource.enter(DescriptorSource.self, userData) {
            $0.handler(DescriptorEvents(rawValue: events))
          }
        }, userData)
    }
    sd_event_source_set_io_fd_own(raw, owned ? 1 : 0)
  }
}

extension EventLoop {
  /// Calls `handler` whenever `descriptor` is ready for one of `events`, or hung up.
  ///
  /// The descriptor must stay open until the source is canceled. With `owned`, the source closes it then, but
  /// not when this call throws. Regular files fail with EPERM.
  @discardableResult
  package func addDescriptor(
    _ descriptor: Int32, _ events: DescriptorEvents = .readable, owned: Bool = false,
    handler: @escaping (DescriptorEvents) -> Void
  ) throws(EventLoopError) -> DescriptorSource {
    let source = DescriptorSource(loop: self, handler: handler)
    try source.open(self, descriptor, events, owned: owned)
    return source
  }
}

/// The readiness of a file descriptor: the bits of epoll(7).
package nonisolated struct DescriptorEvents: OptionSet, Hashable, Sendable {
  /// EPOLL* bits.
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// EPOLLIN: reading does not block.
  package static let readable = DescriptorEvents(rawValue: EPOLLIN.rawValue)
  /// EPOLLOUT: writing does not block.
  package static let writable = DescriptorEvents(rawValue: EPOLLOUT.rawValue)
  /// EPOLLHUP, always reported: the other end is closed.
  package static let hangup = DescriptorEvents(rawValue: EPOLLHUP.rawValue)
  /// EPOLLERR, always reported.
  package static let failure = DescriptorEvents(rawValue: EPOLLERR.rawValue)

  /// Whether data is readable, or the descriptor is hung up or failed. A method of this module: an option set
  /// built in another module allocates memory, and callers ask every frame.
  package var allowReading: Bool {
    rawValue & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
  }
}

/// An eventfd with which another thread wakes the loop.
package nonisolated final class Wakeup: Sendable {
  fileprivate let descriptor: Int32

  /// Creates a wakeup that no loop waits for yet.
  package init() throws(EventLoopError) {
    descriptor = clinux_eventfd()
    guard descriptor >= 0 else { throw EventLoopError("create an eventfd", errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the loop. Callable from any thread. Several calls before the loop runs count as one.
  package func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits for `wake` or a signal, without consuming the wakeup: the loop still sees it.
  func wait(milliseconds: Int32) -> BackgroundTask.WaitEnd {
    let result = clinux_wait_readable(descriptor, milliseconds)
    return result > 0 ? .done : result < 0 ? .signal : .time
  }

  fileprivate func reset() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

extension EventLoop {
  /// Calls `handler` after each `wake` of `wakeup`. The source retains `wakeup`.
  @discardableResult
  package func addWakeup(
    _ wakeup: Wakeup, handler: @escaping () -> Void
  ) throws(EventLoopError) -> DescriptorSource {
    try addDescriptor(wakeup.descriptor) { _ in
      // Reset first: a wakeup during the handler then counts.
      wakeup.reset()
      handler()
    }
  }
}

/// A socket that a library reads itself, such as Wayland's.
///
/// The source gets a call before and after every wait of the loop, for whatever reason the loop woke. The
/// second call comes before any other source.
package final class ConnectionSource: EventSource {
  private let beforeWait: () -> DescriptorEvents
  private let afterWait: (DescriptorEvents) -> Void
  private var awaited: DescriptorEvents = .readable
  private var isPrepared = false

  fileprivate init(
    loop: EventLoop, beforeWait: @escaping () -> DescriptorEvents,
    afterWait: @escaping (DescriptorEvents) -> Void
  ) {
    self.beforeWait = beforeWait
    self.afterWait = afterWait
    super.init(loop: loop)
  }

  fileprivate func open(_ loop: EventLoop, _ descriptor: Int32) throws(EventLoopError) {
    try open("watch a connection") { source, userData in
      // The callbacks around the wait do the work; a dispatch only clears the pending state.
      sd_event_add_io(
        loop.handle, source, descriptor, DescriptorEvents.readable.rawValue, { _, _, _, _ in 0 }, userData)
    }
    sd_event_source_set_priority(raw, Int64(SD_EVENT_PRIORITY_IMPORTANT))
  }

  func prepareToWait() {
    guard isActive else { return }
    let events = beforeWait()
    isPrepared = isActive
    guard isActive, events != awaited else { return }
    awaited = events
    sd_event_source_set_io_events(raw, events.rawValue)
  }

  func finishWait() {
    guard isActive, isPrepared else { return }
    isPrepared = false
    var events: UInt32 = 0
    if sd_event_source_get_pending(raw) > 0 { sd_event_source_get_io_revents(raw, &events) }
    afterWait(DescriptorEvents(rawValue: events))
  }
}

extension EventLoop {
  /// Calls `beforeWait` and `afterWait` around every wait of the loop.
  ///
  /// `beforeWait` returns the events to wait for (at least `.readable`). `afterWait` gets the events that are
  /// ready (perhaps none). Each `beforeWait` is followed by its `afterWait` unless the source is canceled in
  /// between.
  @discardableResult
  package func addConnection(
    _ descriptor: Int32, beforeWait: @escaping () -> DescriptorEvents,
    afterWait: @escaping (DescriptorEvents) -> Void
  ) throws(EventLoopError) -> ConnectionSource {
    let source = ConnectionSource(loop: self, beforeWait: beforeWait, afterWait: afterWait)
    try source.open(self, descriptor)
    return source
  }
}
