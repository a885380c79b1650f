import Glibc

/// A row that moves a little and returns, to show that visitors can move it. It does so soon after a visit
/// begins, and while no one touches it.
///
/// It waits for a deadline and moves at most three times. Then the launcher rests.
struct Nudge: Hashable, Sendable {
  /// When the row moves next; nil for never.
  private(set) var due: Double?
  private var start: Double?
  private var count = 0
  /// Whether a visit has begun.
  private var hasBegun = false
  /// Whether visitors have moved the tiles themselves and need no nudge.
  private var isKnown = false

  /// Seconds from the beginning of a visit to the first nudge, and from a nudge or touch to the next.
  private static let (first, pause) = (1.2, 20.0)
  private static let most = 3
  /// Seconds that a nudge takes, and the distance of its motion, in tiles.
  static let (duration, way) = (0.55, 0.14)

  /// Starts over for a new visit.
  mutating func begin(at time: Double) {
    self = Nudge()
    hasBegun = true
    due = time + Self.first
  }

  /// Delays the next nudge, because a visitor touches the screen.
  mutating func touched(at time: Double) {
    start = nil
    due = mayGoOn ? time + Self.pause : nil
  }

  /// Ends all nudges, because the visitor moves the tiles.
  mutating func learned() {
    isKnown = true
    (due, start) = (nil, nil)
  }

  private var mayGoOn: Bool { hasBegun && !isKnown && count < Self.most }

  /// Begins a nudge if it is due. `isSeen` says whether it would be visible. Returns whether the row moves.
  mutating func meet(_ isSeen: Bool, at time: Double) -> Bool {
    guard let due, due <= time else { return false }
    count += 1
    self.due = mayGoOn ? time + Self.pause : nil
    start = isSeen ? time : nil
    return isSeen
  }

  func isMoving(at time: Double) -> Bool { start.map { time < $0 + Self.duration } ?? false }

  /// Returns the distance of the row from its place, in tiles.
  func offset(at time: Double) -> Double {
    guard let start, isMoving(at: time) else { return 0 }
    // The motion goes out and back without a jolt.
    let part = max(0, time - start) / Self.duration
    return -Self.way * (1 - cos(2 * .pi * part)) / 2
  }
}
