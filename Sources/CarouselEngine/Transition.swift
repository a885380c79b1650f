/// Something that takes place over a while, with the ease of `EasedScroll`, from the first time that is heard of.
struct Transition: Hashable, Sendable {
  /// When it began; nil until the next time is heard of.
  private(set) var start: Double?
  /// Seconds, above 0.
  var duration: Double

  init(duration: Double) {
    self.duration = duration
  }

  var hasBegun: Bool { start != nil }

  /// Begins it at `time`, unless it has begun.
  mutating func begin(at time: Double) {
    if start == nil { start = time }
  }

  /// How much of it has taken place, 0 to 1.
  func progress(at time: Double) -> Double {
    guard let start else { return 0 }
    return EasedScroll.ease(min(1, max(0, time - start) / duration))
  }

  func isOver(at time: Double) -> Bool {
    start.map { time >= $0 + duration } ?? false
  }
}
