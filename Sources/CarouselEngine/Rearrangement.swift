/// Items on their way to new places, because others were inserted, removed or moved.
struct Rearrangement: Sendable {
  /// How far items were from their new places when it began, in items. The others were there already.
  var displacements: [Int: Double]
  /// Items that fade in: how much of them was to be seen when it began. The others are there as a whole.
  var presences: [Int: Double] = [:]
  /// When it began; nil until the next time is heard of.
  var start: Double?
  /// Seconds.
  var duration: Double

  /// How much of the way is left, 1 to 0.
  func remaining(at time: Double) -> Double {
    guard let start else { return 1 }
    return 1 - EasedScroll.ease(min(1, max(0, time - start) / duration))
  }

  func isOver(at time: Double) -> Bool {
    start.map { time >= $0 + duration } ?? false
  }
}
