import CSystemd
import Glibc

/// A descriptor that a loop watches, level-triggered.
public final class DescriptorSource: EventSource {
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

  /// Waits for other events from now on; none, to pause.
  public func setEvents(_ events: DescriptorEvents) {
    sd_event_source_set_io_events(raw, events.rawValue)
  }
}

extension EventLoop {
  /// Calls `handler` whenever `descriptor` is ready for one of `events`, or hung up.
  ///
  /// The descriptor has to stay open until the source is cancelled. With `owned` it belongs to the source, which
  /// closes it then (and not when this call throws). Regular files are refused with EPERM.
  @discardableResult
  public func addDescriptor(
    _ descriptor: Int32, _ events: DescriptorEvents = .readable, owned: Bool = false,
    handler: @escaping (DescriptorEvents) -> Void
  ) throws(EventLoopError) -> DescriptorSource {
    let source = DescriptorSource(loop: self, handler: handler)
    try source.open(self, descriptor, events, owned: owned)
    return source
  }
}
