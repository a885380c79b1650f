import Glibc

/// A row that moves a little and returns, to show that it can be moved: soon after a visit begins, and while
/// no one touches it.
///
/// It waits for a deadline and moves three times at most. Then the machine rests.
struct Nudge: Hashable, Sendable {
  /// When it moves next; nil for never.
  private(set) var due: Double?
  private var start: Double?
  private var count = 0
  /// Whether a visit has begun that may see it.
  private var hasBegun = false
  /// Whether visitors have moved the tiles themselves, and need no nudge.
  private var isKnown = false

  /// Seconds after the beginning of a visit, and between two nudges or after a touch.
  private static let (first, pause) = (1.2, 20.0)
  private static let most = 3
  /// Seconds that it takes, and how far the row goes, in tiles.
  static let (duration, way) = (0.55, 0.14)

  /// The launcher is shown to a new visit.
  mutating func begin(at time: Double) {
    self = Nudge()
    hasBegun = true
    due = time + Self.first
  }

  /// A visitor touches the screen.
  mutating func touched(at time: Double) {
    start = nil
    due = mayGoOn ? time + Self.pause : nil
  }

  /// The visitor moves the tiles.
  mutating func learned() {
    isKnown = true
    (due, start) = (nil, nil)
  }

  private var mayGoOn: Bool { hasBegun && !isKnown && count < Self.most }

  /// Its time has come; `isSeen` means that it would be visible. Returns whether it moves.
  mutating func meet(_ isSeen: Bool, at time: Double) -> Bool {
    guard let due, due <= time else { return false }
    count += 1
    self.due = mayGoOn ? time + Self.pause : nil
    start = isSeen ? time : nil
    return isSeen
  }

  /// Whether the row is on its way at a time.
  func isMoving(at time: Double) -> Bool { start.map { time < $0 + Self.duration } ?? false }

  /// How far the row is from its place, in tiles.
  func offset(at time: Double) -> Double {
    guard let start, isMoving(at: time) else { return 0 }
    // Out and back without a jolt.
    let part = max(0, time - start) / Self.duration
    return -Self.way * (1 - cos(2 * .pi * part)) / 2
  }
}
