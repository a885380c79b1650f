import CLinux
import CSystemd
import Glibc
import Logging
import Programs

private let log = Log("children")

/// A child of this process, watched until it ends.
///
/// Between its end and `reap()` the child is a zombie, and as long as its number, which is also that of its
/// process group, belongs to no other process: the group can still be signaled safely.
package final class ChildSource: EventSource {
  package let processID: Int32
  private let processDescriptor: Int32
  private let handler: (ExitReason) -> Void

  fileprivate init(
    loop: EventLoop, processID: Int32, processDescriptor: Int32, handler: @escaping (ExitReason) -> Void
  ) {
    self.processID = processID
    self.processDescriptor = processDescriptor
    self.handler = handler
    super.init(loop: loop)
  }

  fileprivate func open(_ loop: EventLoop) throws(EventLoopError) {
    // Not sd_event_add_child_pidfd: it reaps right after the callback, and insists on a blocked SIGCHLD.
    try open("watch a child") { source, userData in
      sd_event_add_io(
        loop.handle, source, processDescriptor, DescriptorEvents.readable.rawValue,
        { _, _, _, userData in EventSource.enter(ChildSource.self, userData) { $0.check() } }, userData)
    }
    sd_event_source_set_io_fd_own(raw, 1)
  }

  /// Looks whether the child has ended, tells the handler if so, and cancels the source.
  package func check() {
    guard isActive else { return }
    var child = clinux_child()
    let result = clinux_peek_child(processDescriptor, &child)
    if result == 0 && child.pid == 0 { return }
    if result < 0 {
      log.error("lost child \(processID): \(String(cString: strerror(errno)))")
    }
    cancel()
    handler(result < 0 ? .exited(status: Self.unknownStatus) : ExitReason(child))
  }

  /// Sends a signal to the child alone; nothing happens when it has ended.
  package func send(signal: Int32) {
    guard isActive else { return }
    _ = clinux_pidfd_send_signal(processDescriptor, signal)
  }

  /// Buries the child. Call it after the handler was called.
  package func reap() {
    _ = clinux_reap(processID)
  }

  /// What a child is said to have returned when other code reaped it: EX_SOFTWARE of sysexits(3).
  private static let unknownStatus: Int32 = 70
}

extension ExitReason {
  init(_ child: clinux_child) {
    self =
      child.signaled != 0
      ? .signaled(signal: child.status, coreDumped: child.core_dumped != 0) : .exited(status: child.status)
  }
}

extension EventLoop {
  /// Calls `handler` once when the child `processID` has ended; the caller then reaps it with `reap()`.
  @discardableResult
  package func addChild(
    _ processID: Int32, handler: @escaping (ExitReason) -> Void
  ) throws(EventLoopError) -> ChildSource {
    let descriptor = clinux_pidfd_open(processID)
    guard descriptor >= 0 else { throw EventLoopError("watch a child", errno: errno) }
    let source = ChildSource(
      loop: self, processID: processID, processDescriptor: descriptor, handler: handler)
    do {
      try source.open(self)
    } catch {
      close(descriptor)
      throw error
    }
    return source
  }
}

/// A signal that arrives as an event instead of interrupting anything.
package final class SignalSource: EventSource {
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
  package func setEnabled(_ isEnabled: Bool) {
    guard let raw else { return }
    sd_event_source_set_enabled(raw, Int32(isEnabled ? SD_EVENT_ON : SD_EVENT_OFF))
  }
}

extension EventLoop {
  /// Calls `handler` for each arrival of `signal`; several arrivals before the loop looks count as one.
  ///
  /// Blocks the signal in this thread, for good. Threads inherit the mask, so call this before any is
  /// started: a thread that does not block the signal would be interrupted by it.
  @discardableResult
  package func addSignal(_ signal: Int32, handler: @escaping () -> Void) throws(EventLoopError)
    -> SignalSource
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
