import Glibc
import Wayland
import WaylandServer

/// Decides when what was committed is on the screen, and tells the clients.
final class FrameClock {
  var frames: CompositorOptions.Frames
  /// The time that was told last, in nanoseconds.
  private(set) var now: UInt64
  /// How many frames were shown.
  private(set) var shown: UInt64 = 0
  /// The outputs' refresh, in nanoseconds.
  var period: UInt64

  /// Whether the outputs are drawn for damage alone.
  private let needsDamage: Bool
  /// Whether the outputs will be drawn at the next refresh.
  private var isScheduled = false
  /// How often a callback was asked for with nothing that draws the outputs.
  private(set) var stalls = 0
  private var callbacks: [WlCallbackResource] = []
  private var feedbacks: [WpPresentationFeedbackResource] = []
  private var lastAutomatic: UInt64 = 0

  /// A manual clock starts at one second.
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

  /// How many frame callbacks wait.
  var waiting: Int { callbacks.count { $0.isAlive } }

  /// The time for events of input: the clock's own if it is manual, the system's otherwise.
  var inputMilliseconds: UInt32 {
    UInt32(truncatingIfNeeded: (frames == .manual ? now : Self.monotonic()) / 1_000_000)
  }

  /// A surface was committed, and awaits these.
  func add(
    callbacks: [WlCallbackResource], feedbacks: [WpPresentationFeedbackResource], hasDamage: Bool
  ) {
    self.callbacks += callbacks
    self.feedbacks += feedbacks
    if hasDamage || !needsDamage { isScheduled = true }
    if !callbacks.isEmpty, !isScheduled { stalls += 1 }
  }

  /// Has the outputs drawn at the next refresh, as what happens on the screen beside the clients' commits
  /// does.
  func schedule() { isScheduled = true }

  /// When the next frame is due by itself, in nanoseconds of the system's clock; nil if none is.
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

  /// Shows what was committed.
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

  /// Says that what was committed will never be seen.
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
