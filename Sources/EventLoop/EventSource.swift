import CSystemd

/// Something that a loop waits for. Lives until `cancel()`; the loop keeps it, so the result may be dropped.
public class EventSource {
  nonisolated(unsafe) var raw: OpaquePointer?
  private weak var loop: EventLoop?

  init(loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    sd_event_source_disable_unref(raw)
  }

  /// Whether it can still be called.
  public var isActive: Bool { raw != nil }

  /// Never called again, also when it is already due. Safe inside its own closure, and more than once.
  public func cancel() {
    guard let source = raw else { return }
    raw = nil
    sd_event_source_disable_unref(source)
    loop?.forget(self)
  }

  /// Opens the source with `add`, which is given where to store it and what to hand to the callback.
  func open(
    _ operation: String, _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) throws(EventLoopError) {
    try EventLoopError.check(add(&raw, Unmanaged.passUnretained(self).toOpaque()), operation)
    loop?.keep(self)
  }

  /// The source behind a callback's user data, called on the loop's thread.
  ///
  /// The reference is strong, so the source outlives a `cancel()` in its own closure. A callback always answers 0:
  /// a negative number would switch the source off for good.
  nonisolated static func enter<Source: EventSource>(
    _: Source.Type, _ userData: UnsafeMutableRawPointer?, _ body: @MainActor (Source) -> Void
  ) -> Int32 {
    guard let userData else { return 0 }
    nonisolated(unsafe) let pointer = userData
    MainActor.assumeIsolated {
      let source = Unmanaged<EventSource>.fromOpaque(pointer).takeUnretainedValue()
      guard let source = source as? Source, source.isActive else { return }
      body(source)
    }
    return 0
  }
}
