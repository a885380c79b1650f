import Wayland
import WaylandServer

extension TestCompositor {
  /// When frames are shown from now on.
  public func setFrames(_ frames: CompositorOptions.Frames) { thread.perform { $0.clock.frames = frames } }

  /// Whether clients get none of their buffers back, as from a compositor that still reads them.
  public func keepBuffers(_ keeps: Bool) { thread.perform { $0.keepBuffers(keeps) } }

  /// How many frame callbacks wait for their frame.
  public var waitingFrameCallbacks: Int { thread.perform { $0.clock.waiting } }

  /// How often a frame callback was asked for with a commit for which the compositor draws no frame.
  public var stalledFrameCallbacks: Int { thread.perform { $0.clock.stalls } }

  /// The time of the last frame, in nanoseconds. A manual clock starts at one second.
  public var now: UInt64 { thread.perform { $0.clock.now } }

  /// Waits until the client asks for a frame callback.
  public func waitForFrameCallback(seconds: Double = patience) throws {
    try waitFor("a frame callback", seconds) { $0.clock.waiting > 0 ? true : nil }
  }

  /// Shows what was committed: frame callbacks are done and feedback is given.
  ///
  /// - Parameter nanoseconds: the time that is told; nil for one refresh after the last.
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

  /// Says of what was committed that it will never be seen.
  public func discardFeedback() { thread.perform { $0.clock.discardFeedback() } }
}
