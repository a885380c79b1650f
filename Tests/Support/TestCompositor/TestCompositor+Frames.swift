import Wayland
import WaylandServer

extension TestCompositor {
  /// Sets when frames are shown.
  public func setFrames(_ frames: CompositorOptions.Frames) { thread.perform { $0.clock.frames = frames } }

  /// Sets whether to release no buffers, like a compositor that still reads them.
  public func keepBuffers(_ keeps: Bool) { thread.perform { $0.keepBuffers(keeps) } }

  /// The number of pending frame callbacks.
  public var waitingFrameCallbacks: Int { thread.perform { $0.clock.waiting } }

  /// The number of frame callbacks that were requested with a commit for which the compositor draws no frame.
  public var stalledFrameCallbacks: Int { thread.perform { $0.clock.stalls } }

  /// The time of the last frame in nanoseconds. A manual clock starts at one second.
  public var now: UInt64 { thread.perform { $0.clock.now } }

  /// Waits until the client requests a frame callback.
  public func waitForFrameCallback(seconds: Double = patience) throws {
    try waitFor("a frame callback", seconds) { $0.clock.waiting > 0 ? true : nil }
  }

  /// Shows the committed content: sends frame callbacks and presentation feedback.
  ///
  /// - Parameter nanoseconds: the reported time; nil for one refresh after the last frame.
  public func releaseFrame(atNanoseconds nanoseconds: UInt64? = nil) {
    thread.perform { $0.clock.show(at: nanoseconds ?? $0.clock.now + $0.clock.period) }
  }

  /// Waits for a frame callback and shows the frame, `count` times: a virtual clock that takes the client
  /// through `count` refreshes.
  public func step(_ count: Int = 1, seconds: Double = patience) throws {
    for _ in 0..<count {
      try waitForFrameCallback(seconds: seconds)
      releaseFrame()
    }
  }

  /// Reports that the committed content will never be visible.
  public func discardFeedback() { thread.perform { $0.clock.discardFeedback() } }
}
