import Glibc
import Wayland
import WaylandServer

/// Decides when committed content is on the screen, and notifies the clients.
final class FrameClock {
  var frames: CompositorOptions.Frames
  /// The last reported time in nanoseconds.
  private(set) var now: UInt64
  /// The number of frames shown.
  private(set) var shown: UInt64 = 0
  /// The outputs' refresh interval in nanoseconds.
  var period: UInt64

  /// Whether the outputs are drawn only for damage.
  private let needsDamage: Bool
  /// Whether the outputs will be drawn at the next refresh.
  private var isScheduled = false
  /// The number of commits that requested a callback without causing a frame.
  private(set) var stalls = 0
  private var callbacks: [WlCallbackResource] = []
  private var feedbacks: [WpPresentationFeedbackResource] = []
  private var lastAutomatic: UInt64 = 0

  /// Creates a clock. A manual clock starts at one second.
  init(_ frames: CompositorOptions.Frames, period: UInt64, needsDamage: Bool) {
    self.frames = frames
    self.needsDamage = needsDamage
    self.period = period
    now = frames == .manual ? 1_000_000_000 : Self.monotonic()
  }

  static func monotonic() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The number of pending frame callbacks.
  var waiting: Int { callbacks.count { $0.isAlive } }

  /// The time for input events: the clock's own if it is manual, otherwise the system's.
  var inputMilliseconds: UInt32 {
    UInt32(truncatingIfNeeded: (frames == .manual ? now : Self.monotonic()) / 1_000_000)
  }

  /// Adds the callbacks and feedback requests of a committed surface.
  func add(
    callbacks: [WlCallbackResource], feedbacks: [WpPresentationFeedbackResource], hasDamage: Bool
  ) {
    self.callbacks += callbacks
    self.feedbacks += feedbacks
    if hasDamage || !needsDamage { isScheduled = true }
    if !callbacks.isEmpty, !isScheduled { stalls += 1 }
  }

  /// Schedules a frame at the next refresh, as activity outside the clients' commits does.
  func schedule() { isScheduled = true }

  /// The time of the next automatic frame, in nanoseconds of the system's clock; nil if there is none.
  var due: UInt64? {
    guard case .automatic(let rate) = frames, isScheduled, !callbacks.isEmpty || !feedbacks.isEmpty
    else { return nil }
    return lastAutomatic + UInt64(1_000_000_000 / max(rate, 0.001))
  }

  func showIfDue() {
    let time = Self.monotonic()
    guard let due, due <= time else { return }
    lastAutomatic = time
    show(at: time)
  }

  /// Shows the committed content.
  func show(at time: UInt64) {
    now = time
    shown += 1
    isScheduled = false
    let (callbacks, feedbacks) = (callbacks, feedbacks)
    (self.callbacks, self.feedbacks) = ([], [])
    for callback in callbacks {
      callback.sendDone(callbackData: UInt32(truncatingIfNeeded: time / 1_000_000))
    }
    for feedback in feedbacks { present(feedback, at: time) }
  }

  /// Reports that the committed content will never be visible.
  func discardFeedback() {
    for feedback in feedbacks { feedback.sendDiscarded() }
    feedbacks = []
  }

  private func present(_ feedback: WpPresentationFeedbackResource, at time: UInt64) {
    let seconds = time / 1_000_000_000
    feedback.sendPresented(
      tvSecHi: UInt32(seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
      tvNsec: UInt32(time % 1_000_000_000), refresh: UInt32(clamping: period), seqHi: UInt32(shown >> 32),
      seqLo: UInt32(truncatingIfNeeded: shown), flags: [.vsync])
  }
}
