import Geometry

/// A layout on its way out.
struct Morph: Sendable {
  var layout: ResolvedLayout
  /// How much larger its items were than those that replace them, in width and height.
  var itemScale: Size
  /// How much farther the carousel was, in items, before it was brought back to where it may be without this layout.
  var offsetShift = 0.0
  /// When its replacement began; nil until the next time is heard of.
  var start: Double?
  /// Seconds.
  var duration: Double

  /// How much of its replacement is to be seen, 0 to 1.
  func progress(at time: Double) -> Double {
    guard let start else { return 0 }
    return EasedScroll.ease(min(1, max(0, time - start) / duration))
  }

  func isOver(at time: Double) -> Bool {
    start.map { time >= $0 + duration } ?? false
  }
}
