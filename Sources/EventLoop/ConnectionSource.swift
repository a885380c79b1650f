import CSystemd

/// A socket that is shared with a library which reads it itself, such as Wayland's.
///
/// Around every wait of the loop it gets two calls, whatever the loop woke up for, and the second comes before
/// any other source.
public final class ConnectionSource: EventSource {
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
  /// `afterWait`, which is told what the descriptor is ready for (perhaps nothing).
  ///
  /// Each `beforeWait` is followed by its `afterWait` unless the source is cancelled in between.
  @discardableResult
  public func addConnection(
    _ descriptor: Int32, beforeWait: @escaping () -> DescriptorEvents,
    afterWait: @escaping (DescriptorEvents) -> Void
  ) throws(EventLoopError) -> ConnectionSource {
    let source = ConnectionSource(loop: self, beforeWait: beforeWait, afterWait: afterWait)
    try source.open(self, descriptor)
    return source
  }
}
