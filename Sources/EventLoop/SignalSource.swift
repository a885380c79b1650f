import CSystemd
import Glibc

/// A signal that arrives as an event instead of interrupting anything.
public final class SignalSource: EventSource {
  private let handler: () -> Void

  fileprivate init(loop: EventLoop, handler: @escaping () -> Void) {
    self.handler = handler
    super.init(loop: loop)
  }

  fileprivate func open(_ loop: EventLoop, _ signal: Int32) throws(EventLoopError) {
    try open("watch a signal") { source, userData in
      sd_event_add_signal(
        loop.handle, source, signal,
        { _, _, userData in EventSource.enter(SignalSource.self, userData) { $0.handler() } }, userData)
    }
  }

  /// Whether the loop wakes for it. A signal that comes meanwhile is reported later, once.
  public func setEnabled(_ isEnabled: Bool) {
    guard let raw else { return }
    sd_event_source_set_enabled(raw, Int32(isEnabled ? SD_EVENT_ON : SD_EVENT_OFF))
  }
}

extension EventLoop {
  /// Calls `handler` for each arrival of `signal`; several arrivals before the loop looks count as one.
  ///
  /// Blocks the signal in this thread, for good. Threads inherit the mask, so call this before any is started:
  /// a thread that does not block the signal would be interrupted by it.
  @discardableResult
  public func addSignal(_ signal: Int32, handler: @escaping () -> Void) throws(EventLoopError) -> SignalSource
  {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    let result = pthread_sigmask(SIG_BLOCK, &signals, nil)
    guard result == 0 else { throw EventLoopError("block a signal", errno: result) }
    let source = SignalSource(loop: self, handler: handler)
    try source.open(self, signal)
    return source
  }
}
