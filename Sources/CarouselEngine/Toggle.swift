/// The remaining turn of the current item in the second cover flow, toward the viewer.
///
/// At 0 the item faces the viewer. At ±1 it still leans as it did before it became the current item.
struct Toggle: Hashable, Sendable {
  /// The minimum and maximum duration of a turn, in seconds (iCarousel 1.8.3).
  static let shortest = 0.2
  static let longest = 0.4

  /// The toggle at `start`.
  var value = 0.0
  var start = 0.0
  var duration = 0.0
  var isRunning = false

  /// Returns the remaining toggle, which eases to 0.
  func remainder(at time: Double) -> Double {
    guard isRunning, duration > 0 else { return 0 }
    return value * (1 - EasedScroll.ease(min(1, max(0, time - start) / duration)))
  }

  /// Starts a turn from `value`, faster after a fast drag. `velocity` is in items/s.
  mutating func begin(_ value: Double, velocity: Double, at time: Double) {
    self.value = min(max(value, -1), 1)
    start = time
    duration = Self.duration(velocity: velocity)
    isRunning = abs(value) > Limit.sameOffset
  }

  /// Returns the duration of a turn while the carousel moves with `velocity`, in seconds.
  static func duration(velocity: Double) -> Double {
    let part = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
    return shortest + (longest - shortest) * part
  }
}

extension Carousel {
  /// Returns the toggle of the current item in natural physics. On a curve it follows the offset; otherwise
  /// it falls to 0 over time.
  func naturalToggle(at time: Double) -> Double {
    guard usesToggle else { return 0 }
    return min(max(toggleOnCurve + toggling.remainder(at: time), -1), 1)
  }

  /// The part of the toggle that depends only on the offset. It turns items as they pass.
  private var toggleOnCurve: Double {
    switch phase {
    case .gliding, .scrolling, .turning: return -offset(forItemAt: currentItemIndex)
    case .resting, .held, .dragging: return 0
    }
  }

  /// Keeps the picture when a drag changes the current item: the new item turns from its present lean.
  mutating func keepToggle(_ before: Double, from index: Int, at time: Double) {
    guard toggleOnCurve == 0, index >= 0 else { return }
    let step = Double(rules.distance(from: currentItemIndex, to: index))
    toggling.begin(before + step, velocity: drag.velocity, at: time)
  }

  /// Changes the phase. The turn of the current item continues from its present value.
  mutating func enter(_ newPhase: Phase, at time: Double) {
    let before = isClassic ? 0 : naturalToggle(at: time)
    phase = newPhase
    guard !isClassic, usesToggle else { return }
    toggling.begin(before - toggleOnCurve, velocity: drag.velocity, at: time)
  }
}
