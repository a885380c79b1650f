/// Items on their way to new places, because others were inserted, removed or moved.
struct Rearrangement: Sendable {
  /// How far items were from their new places when it began, in items. The others were there already.
  var displacements: [Int: Double]
  /// Items that fade in or out: how much of them is to be seen at both ends. The others are there as a whole.
  var presences: [Int: Presence] = [:]
  /// Whether also items are placed that are out of view but for this.
  var widensView = false
  /// When it began; nil until the next time is heard of.
  var start: Double?
  /// Seconds.
  var duration: Double

  /// How much of an item is to be seen, 0 to 1.
  struct Presence: Hashable, Sendable {
    var before: Double
    var after = 1.0
  }

  /// How much of the way is left, 1 to 0.
  func remaining(at time: Double) -> Double {
    guard let start else { return 1 }
    return 1 - EasedScroll.ease(min(1, max(0, time - start) / duration))
  }

  func isOver(at time: Double) -> Bool {
    start.map { time >= $0 + duration } ?? false
  }
}
