/// Items on their way to new places, because others were inserted, removed or moved.
struct Rearrangement: Sendable {
  /// How far items were from their new places when it began, in items. The others were there already.
  var displacements: [Int: Double]
  /// Items that fade in: how much of them was to be seen when it began. The others are there as a whole.
  var presences: [Int: Double] = [:]
  var transition: Transition

  /// How much of the way is left, 1 to 0.
  func remaining(at time: Double) -> Double { 1 - transition.progress(at: time) }
}
