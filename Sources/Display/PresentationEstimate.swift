import Wayland

/// Predicts when the next frame will be visible.
///
/// A screen refreshes on a regular time grid. With the presentation-time protocol, the grid and the latency
/// from drawing to light are measured. Otherwise frame callbacks adjust the grid slowly, to filter out their
/// jitter: the predicted times are as regular as the screen.
struct PresentationEstimate {
  /// Seconds between two refreshes.
  private(set) var refresh: Double
  /// Seconds from the start of drawing until the frame is visible.
  private(set) var latency: Double
  /// The time of one grid point.
  private var grid: Double?
  private var isMeasured = false
  private var lastPrediction = -Double.infinity

  /// The refresh interval of an unknown screen: 60 Hz.
  private static let defaultRefresh = 1.0 / 60
  /// The plausible refresh intervals, in seconds.
  private static let plausible = 1.0 / 1000...1.0
  /// The share of an error that a callback corrects: one tenth, so a jitter of 2 ms moves the grid by 0.2 ms.
  private static let callbackGain = 0.1
  /// The share of a latency change that one measurement applies.
  private static let latencyGain = 0.2

  init(refresh: Double? = nil) {
    self.refresh = refresh ?? Self.defaultRefresh
    latency = self.refresh
  }

  /// Sets the refresh interval of the output's mode. Measured intervals have precedence.
  mutating func setNominalRefresh(_ interval: Double?) {
    guard let interval, !isMeasured, Self.plausible.contains(interval) else { return }
    refresh = interval
    latency = interval
  }

  /// Predicts when a frame that is drawn from `now` on will be visible: after `now`, and never before an
  /// earlier prediction.
  mutating func predict(now: Double) -> Double {
    let target = now + latency
    let base = grid ?? target
    grid = base
    var predicted = base + ((target - base) / refresh).rounded() * refresh
    while predicted <= now { predicted += refresh }
    // The grid may have moved back a little since then.
    predicted = max(predicted, lastPrediction)
    lastPrediction = predicted
    return predicted
  }

  /// Records a frame callback.
  mutating func callback(at now: Double) {
    guard !isMeasured, let base = grid else { return }
    let target = now + latency
    let nearest = base + ((target - base) / refresh).rounded() * refresh
    grid = nearest + (target - nearest) * Self.callbackGain
  }

  /// Records that a frame drawn from `start` on was visible at `time`; `interval` is 0 if the screen has no
  /// fixed rate.
  mutating func presented(at time: Double, drawnFrom start: Double, interval: Double) {
    guard time.isFinite, time > start, time - start < 1 else { return }
    isMeasured = true
    if Self.plausible.contains(interval) { refresh = interval }
    grid = time
    latency += (time - start - latency) * Self.latencyGain
  }
}

/// Pending presentation feedback of a frame. Reused for further frames, because a new one allocates several
/// blocks of memory.
final class PresentationAnswer {
  /// The number of the frame.
  private(set) var frame = 0
  /// The time when its drawing began.
  private(set) var start = 0.0
  /// The time at which it should be visible.
  private(set) var promised = 0.0
  private var feedback: WpPresentationFeedback?
  private let report: (PresentationAnswer, WpPresentationFeedback.Event) -> Void

  init(report: @escaping (PresentationAnswer, WpPresentationFeedback.Event) -> Void) { self.report = report }

  /// Whether the feedback came, so the object may be reused.
  var hasEnded: Bool { feedback?.hasEnded ?? true }

  /// Requests feedback for the next committed frame.
  func ask(
    _ presentation: WpPresentation, _ surface: WlSurface, frame: Int, drawnFrom start: Double,
    promised: Double
  ) {
    (self.frame, self.start, self.promised) = (frame, start, promised)
    let isFirst = feedback == nil
    let feedback = presentation.feedback(surface: surface, into: feedback)
    self.feedback = feedback
    // Both objects retain each other until `forget()`: nothing else retains a pending request.
    if isFirst { feedback.onEvent = { [self] in report(self, $0) } }
  }

  /// Withdraws the request: the frame was not committed.
  func withdraw() {
    feedback?.destroyProxy()
    forget()
  }

  func forget() { feedback?.onEvent = nil }
}
