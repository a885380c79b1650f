import CLinux
import CSystemd
import Glibc
import Logging
import Programs

private let log = Log("children")

/// A child process, watched until it ends.
///
/// Between its end and `reap()` the child is a zombie. Until then no other process gets its ID, which is also
/// its process group's. Signals to the group are therefore still safe.
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
    // Not sd_event_add_child_pidfd: it reaps right after the callback, and requires a blocked SIGCHLD.
    try open("watch a child") { source, userData in
      sd_event_add_io(
        loop.handle, source, processDescriptor, DescriptorEvents.readable.rawValue,
        { _, _, _, userData in EventSource.enter(ChildSource.self, userData) { $0.check() } }, userData)
    }
    sd_event_source_set_io_fd_own(raw, 1)
  }

  /// Checks whether the child has ended. If so, cancels the source and calls the handler.
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

  /// Sends a signal to the child alone. Does nothing when the child has ended.
  package func send(signal: Int32) {
    guard isActive else { return }
    _ = clinux_pidfd_send_signal(processDescriptor, signal)
  }

  /// Reaps the child. Call this only after the handler ran.
  package func reap() {
    _ = clinux_reap(processID)
  }

  /// The status for a child that other code reaped: EX_SOFTWARE of sysexits(3).
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
  /// Calls `handler` once when the child `processID` ends. The caller must then call `reap()`.
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

/// A signal that arrives as an event and interrupts no system call.
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

  /// Sets whether the loop wakes for the signal. A signal that arrives while disabled is reported later,
  /// once.
  package func setEnabled(_ isEnabled: Bool) {
    guard let raw else { return }
    sd_event_source_set_enabled(raw, Int32(isEnabled ? SD_EVENT_ON : SD_EVENT_OFF))
  }
}

extension EventLoop {
  /// Calls `handler` for each arrival of `signal`. Several arrivals before the loop runs count as one.
  ///
  /// Blocks the signal in this thread for good. Threads inherit the mask, so call this before any thread
  /// starts: the signal would interrupt a thread that does not block it.
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
