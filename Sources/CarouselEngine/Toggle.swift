/// How far the current item of the second cover flow has yet to turn toward the viewer.
///
/// 0: it faces the viewer; ±1: it still leans the way it did before it became the current item.
struct Toggle: Hashable, Sendable {
  /// Shortest and longest time of a turn, seconds (iCarousel 1.8.3).
  static let shortest = 0.2
  static let longest = 0.4

  /// At `start`.
  var value = 0.0
  var start = 0.0
  var duration = 0.0
  var isRunning = false

  /// What is left of it: eased out to 0.
  func remainder(at time: Double) -> Double {
    guard isRunning, duration > 0 else { return 0 }
    return value * (1 - EasedScroll.ease(min(1, max(0, time - start) / duration)))
  }

  /// Starts a turn from `value`; faster after a fast drag. `velocity` in items/s.
  mutating func begin(_ value: Double, velocity: Double, at time: Double) {
    self.value = min(max(value, -1), 1)
    start = time
    duration = Self.duration(velocity: velocity)
    isRunning = abs(value) > Limit.sameOffset
  }

  /// Seconds that a turn takes while the carousel moves with `velocity`.
  static func duration(velocity: Double) -> Double {
    let part = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
    return shortest + (longest - shortest) * part
  }
}

extension Carousel {
  /// Natural physics: the turn of the current item. On a curve it follows the offset, else it runs out in
  /// time.
  func naturalToggle(at time: Double) -> Double {
    guard usesToggle else { return 0 }
    return min(max(toggleOnCurve + toggling.remainder(at: time), -1), 1)
  }

  /// The part of the toggle that depends on the offset alone, so that items turn while they pass.
  private var toggleOnCurve: Double {
    switch phase {
    case .gliding, .scrolling, .turning: return -offset(forItemAt: currentItemIndex)
    case .resting, .held, .dragging: return 0
    }
  }

  /// A drag made another item the current one: the picture stays, the new one turns from where it leans.
  mutating func keepToggle(_ before: Double, from index: Int, at time: Double) {
    guard toggleOnCurve == 0, index >= 0 else { return }
    let step = Double(rules.distance(from: currentItemIndex, to: index))
    toggling.begin(before + step, velocity: drag.velocity, at: time)
  }

  /// Changes what moves the carousel; the current item's turn goes on from where it is.
  mutating func enter(_ newPhase: Phase, at time: Double) {
    let before = isClassic ? 0 : naturalToggle(at: time)
    phase = newPhase
    guard !isClassic, usesToggle else { return }
    toggling.begin(before - toggleOnCurve, velocity: drag.velocity, at: time)
  }
}
