import CLinux
import Glibc

/// How another thread wakes the loop: an eventfd.
public nonisolated final class Doorbell: Sendable {
  fileprivate let descriptor: Int32

  /// A doorbell that nobody listens to yet.
  public init() throws(EventLoopError) {
    descriptor = clinux_eventfd()
    guard descriptor >= 0 else { throw EventLoopError("create a doorbell", errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the loop. From any thread; several rings before the loop looks count as one.
  public func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits until it was rung, which stays to be heard, or a signal has come.
  func wait(milliseconds: Int32) -> BackgroundTask.WaitEnd {
    let result = clinux_wait_readable(descriptor, milliseconds)
    return result > 0 ? .done : result < 0 ? .signal : .time
  }

  fileprivate func silence() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

extension EventLoop {
  /// Calls `handler` after `doorbell` was rung. The source keeps the doorbell.
  @discardableResult
  public func addDoorbell(
    _ doorbell: Doorbell, handler: @escaping () -> Void
  ) throws(EventLoopError) -> DescriptorSource {
    try addDescriptor(doorbell.descriptor) { _ in
      // Silenced first, so that a ring during the handler is heard.
      doorbell.silence()
      handler()
    }
  }
}
