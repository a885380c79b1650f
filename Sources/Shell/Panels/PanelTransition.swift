import CarouselEngine

/// How a panel comes and goes: between nothing and all of it, and back from where it is.
struct PanelTransition: Hashable, Sendable {
  /// Seconds in which a panel comes or goes that names no others.
  static let usualDuration = 0.22

  private let duration: Double
  /// When it began to come, or to go.
  private var start: Double
  private(set) var isClosing = false

  /// Begins to come.
  init(at time: Double, duration: Double = usualDuration) {
    (start, self.duration) = (time, duration)
  }

  /// How much of it is there, 0 to 1.
  func openness(at time: Double) -> Double {
    let part = AnimationCurve.easeOut.value(at: (time - start) / duration)
    return isClosing ? 1 - part : part
  }

  private func isChanging(at time: Double) -> Bool { time < start + duration }
  func isMoving(at time: Double) -> Bool { isChanging(at: time) || isClosing }
  /// Whether all of it is there.
  func isComplete(at time: Double) -> Bool { !isClosing && !isChanging(at: time) }
  func isGone(at time: Double) -> Bool { isClosing && !isChanging(at: time) }

  /// Begins to go. One that has not quite come goes back from where it is.
  mutating func leave(at time: Double) {
    guard !isClosing else { return }
    let openness = openness(at: time)
    isClosing = true
    start = time - (1 - openness) * duration
  }

  /// It was there already: for still pictures.
  mutating func skip(at time: Double) { start = time - duration }
}
