import CSystemd
import Glibc

/// A point in time that can be moved as often as one likes, at no more cost than a comparison.
public final class Deadline: EventSource {
  /// How late the kernel may be, in microseconds, so that it can serve several deadlines with one wake-up.
  private static let toleranceMicroseconds: UInt64 = 1000
  private let handler: () -> Void
  /// When it is due, in seconds of `EventLoop.now`; nil when it is not set.
  public private(set) var time: Double?

  fileprivate init(loop: EventLoop, handler: @escaping () -> Void) {
    self.handler = handler
    super.init(loop: loop)
  }

  fileprivate func open(_ loop: EventLoop) throws(EventLoopError) {
    try open("create a timer") { source, userData in
      sd_event_add_time(
        loop.handle, source, CLOCK_MONOTONIC, Microseconds.never, Self.toleranceMicroseconds,
        { _, _, userData in EventSource.enter(Deadline.self, userData) { $0.fire() } }, userData)
    }
    sd_event_source_set_enabled(raw, Int32(SD_EVENT_OFF))
  }

  /// Due once at `time` (at once when that is past), or not at all when nil, infinite or no number.
  public func set(_ time: Double?) {
    let time = time.flatMap { $0 < .infinity ? $0 : nil }
    guard time != self.time else { return }
    self.time = time
    guard let time else {
      sd_event_source_set_enabled(raw, Int32(SD_EVENT_OFF))
      return
    }
    sd_event_source_set_time(raw, Microseconds.from(time))
    sd_event_source_set_enabled(raw, Int32(SD_EVENT_ONESHOT))
  }

  private func fire() {
    time = nil
    handler()
  }
}

extension EventLoop {
  /// A deadline that is not set yet and calls `handler` each time it comes due.
  public func addDeadline(handler: @escaping () -> Void) throws(EventLoopError) -> Deadline {
    let deadline = Deadline(loop: self, handler: handler)
    try deadline.open(self)
    return deadline
  }
}
