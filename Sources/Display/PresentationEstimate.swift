import Wayland

/// When the next frame will be seen.
///
/// A screen refreshes on a grid in time. Where the compositor tells when frames were seen
/// (presentation-time), the grid and the delay from drawing to light are measured. Elsewhere the frame
/// callbacks, which come with a jitter, pull the grid slowly, so that the predicted times are as even as the
/// screen is.
struct PresentationEstimate {
  /// Seconds between two refreshes.
  private(set) var refresh: Double
  /// Seconds from the start of drawing until the frame is seen.
  private(set) var latency: Double
  /// A moment of the grid.
  private var grid: Double?
  private var isMeasured = false
  private var lastPrediction = -Double.infinity

  /// What is assumed of a screen that does not report: 60 Hz.
  private static let defaultRefresh = 1.0 / 60
  /// Refresh intervals outside are nonsense, in seconds.
  private static let plausible = 1.0 / 1000...1.0
  /// How much of an error a callback corrects: a tenth, so that a jitter of 2 ms moves the grid by 0.2 ms.
  private static let callbackGain = 0.1
  /// How much of a change of the delay is believed at once.
  private static let latencyGain = 0.2

  init(refresh: Double? = nil) {
    self.refresh = refresh ?? Self.defaultRefresh
    latency = self.refresh
  }

  /// The output's mode says how often it refreshes; measured intervals know better.
  mutating func setNominalRefresh(_ interval: Double?) {
    guard let interval, !isMeasured, Self.plausible.contains(interval) else { return }
    refresh = interval
    latency = interval
  }

  /// The moment at which a frame drawn from `now` on will be seen: after `now`, and never before an earlier
  /// prediction.
  mutating func predict(now: Double) -> Double {
    let target = now + latency
    let base = grid ?? target
    grid = base
    var predicted = base + ((target - base) / refresh).rounded() * refresh
    while predicted <= now { predicted += refresh }
    // The grid may have been pulled back a little since.
    predicted = max(predicted, lastPrediction)
    lastPrediction = predicted
    return predicted
  }

  /// A frame callback came.
  mutating func callback(at now: Double) {
    guard !isMeasured, let base = grid else { return }
    let target = now + latency
    let nearest = base + ((target - base) / refresh).rounded() * refresh
    grid = nearest + (target - nearest) * Self.callbackGain
  }

  /// A frame that was drawn from `start` on was seen at `time`; `interval` is 0 when the screen has no fixed
  /// rate.
  mutating func presented(at time: Double, drawnFrom start: Double, interval: Double) {
    guard time.isFinite, time > start, time - start < 1 else { return }
    isMeasured = true
    if Self.plausible.contains(interval) { refresh = interval }
    grid = time
    latency += (time - start - latency) * Self.latencyGain
  }
}

/// Word of when a frame was presented, which the compositor owes. It serves one frame after the other,
/// because a new one takes several blocks of memory.
final class PresentationAnswer {
  /// Which frame is spoken of.
  private(set) var frame = 0
  /// When its drawing began.
  private(set) var start = 0.0
  private var feedback: WpPresentationFeedback?
  private let report: (PresentationAnswer, WpPresentationFeedback.Event) -> Void

  init(report: @escaping (PresentationAnswer, WpPresentationFeedback.Event) -> Void) { self.report = report }

  /// Whether the word has come, so that another frame may have its turn.
  var hasEnded: Bool { feedback?.hasEnded ?? true }

  /// Asks for word of the frame that is committed next.
  func ask(_ presentation: WpPresentation, _ surface: WlSurface, frame: Int, drawnFrom start: Double) {
    (self.frame, self.start) = (frame, start)
    let isFirst = feedback == nil
    let feedback = presentation.feedback(surface: surface, into: feedback)
    self.feedback = feedback
    // Each keeps the other until `forget()`: no other object keeps what is under way.
    if isFirst { feedback.onEvent = { [self] in report(self, $0) } }
  }

  /// The frame did not become one.
  func withdraw() {
    feedback?.destroyProxy()
    forget()
  }

  func forget() { feedback?.onEvent = nil }
}
