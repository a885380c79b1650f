import CarouselEngine

/// The transition in which a panel appears and leaves. It can turn around at any point.
struct PanelTransition: Hashable, Sendable {
  /// The default duration, in seconds.
  static let usualDuration = 0.22

  private let duration: Double
  /// When the panel began to appear, or to leave.
  private var start: Double
  private(set) var isClosing = false

  /// Begins to appear.
  init(at time: Double, duration: Double = usualDuration) {
    (start, self.duration) = (time, duration)
  }

  /// Returns the progress of the panel's appearance, 0 to 1.
  func openness(at time: Double) -> Double {
    let part = AnimationCurve.easeOut.value(at: (time - start) / duration)
    return isClosing ? 1 - part : part
  }

  private func isChanging(at time: Double) -> Bool { time < start + duration }
  func isMoving(at time: Double) -> Bool { isChanging(at: time) || isClosing }
  /// Reports whether the panel has appeared completely.
  func isComplete(at time: Double) -> Bool { !isClosing && !isChanging(at: time) }
  func isGone(at time: Double) -> Bool { isClosing && !isChanging(at: time) }

  /// Begins to leave. A panel that still appears turns around.
  mutating func leave(at time: Double) {
    guard !isClosing else { return }
    let openness = openness(at: time)
    isClosing = true
    start = time - (1 - openness) * duration
  }

  /// Completes the appearance, for still pictures.
  mutating func skip(at time: Double) { start = time - duration }
}
