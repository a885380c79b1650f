import CLinux
import CSystemd
import Glibc

/// A descriptor that a loop watches, level-triggered.
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
  /// The descriptor has to stay open until the source is canceled. With `owned` it belongs to the source,
  /// which closes it then (and not when this call throws). Regular files are refused with EPERM.
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

/// What a descriptor is ready for: the bits of epoll(7).
package nonisolated struct DescriptorEvents: OptionSet, Hashable, Sendable {
  /// EPOLL* bits.
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// EPOLLIN: reading does not wait.
  package static let readable = DescriptorEvents(rawValue: EPOLLIN.rawValue)
  /// EPOLLOUT: writing does not wait.
  package static let writable = DescriptorEvents(rawValue: EPOLLOUT.rawValue)
  /// EPOLLHUP, reported whether asked for or not: the other end is gone.
  package static let hangup = DescriptorEvents(rawValue: EPOLLHUP.rawValue)
  /// EPOLLERR, reported whether asked for or not.
  package static let failure = DescriptorEvents(rawValue: EPOLLERR.rawValue)

  /// Whether there is something to read, or nothing will come any more. A method of this module, because a
  /// set made in another one takes blocks of memory, and this is asked for every frame.
  package var allowReading: Bool {
    rawValue & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
  }
}

/// How another thread wakes the loop: an eventfd.
package nonisolated final class Wakeup: Sendable {
  fileprivate let descriptor: Int32

  /// A wakeup that no loop waits for yet.
  package init() throws(EventLoopError) {
    descriptor = clinux_eventfd()
    guard descriptor >= 0 else { throw EventLoopError("create an eventfd", errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the loop. From any thread; several before the loop runs count as one.
  package func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits until it was used, which the loop still sees afterward, or a signal has come.
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
  /// Calls `handler` after `wakeup` was used. The source keeps it.
  @discardableResult
  package func addWakeup(
    _ wakeup: Wakeup, handler: @escaping () -> Void
  ) throws(EventLoopError) -> DescriptorSource {
    try addDescriptor(wakeup.descriptor) { _ in
      // Reset first, so that one that comes during the handler counts.
      wakeup.reset()
      handler()
    }
  }
}

/// A socket that is shared with a library which reads it itself, such as Wayland's.
///
/// Around every wait of the loop it gets two calls, whatever the loop woke up for, and the second comes
/// before any other source.
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
      // The work is done around the wait; a dispatch only clears the source's mark.
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
  /// Surrounds every wait with `beforeWait`, which answers what to wait for (at least `.readable`), and
  /// `afterWait`, which gets what the descriptor is ready for (perhaps nothing).
  ///
  /// Each `beforeWait` is followed by its `afterWait` unless the source is canceled in between.
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
