/// What the original keeps beside its offset: an animation timer, and the toggle that it runs out.
package struct Ticker: Hashable, Sendable {
  /// Since when the timer runs, nil while it stands. It takes its first step later than that.
  var since: Double? = -.infinity
  /// The latest step.
  var lastStep = 0.0
  /// How far the current item of the second cover flow has yet to turn, −1 to 1, and since when it turns.
  package var toggle = 0.0
  var toggleStart = 0.0
  /// Whether items turn while they pass, instead.
  var followsOffset = false
  /// Whether the last drag ended without a fling; the way to the nearest item then leaves the toggle alone.
  var didDrag = false

  /// Whether the timer runs.
  package var isRunning: Bool { since != nil }

  mutating func start(at time: Double) {
    guard since == nil else { return }
    since = time
    // Counted from here, not from the step before it stopped: what turns by itself must not catch up.
    lastStep = time
  }
}
