import Configuration

/// The highlight of whoever has but one switch: it moves through what can be chosen, and the switch chooses.
struct ScanState: Hashable, Sendable {
  var settings = AccessibilitySettings()
  /// Where it is; nil while it rests.
  var run: ScanRun?
  /// What it is on, as it was when the highlight came there.
  var element: Element?
  /// The same in words, where nothing on the screen shows it.
  var caption: Writing?
  /// When the switch that is held counts.
  var countsAt: Double?
  /// Until when the switch does not count.
  var pausesUntil = 0.0

  /// When something is due; nil at rest.
  var deadline: Double? {
    let due = min(run?.next ?? .infinity, countsAt ?? .infinity)
    return due < .infinity ? due : nil
  }
}

/// A highlight that moves.
struct ScanRun: Hashable, Sendable {
  let place: ElementPlace
  /// The groups that were chosen, the innermost last.
  var path: [ElementID] = []
  /// What it is on.
  var current: ElementID
  /// Steps within the innermost group since the last press.
  var steps = 0
  /// When it goes on.
  var next: Double

  /// How often a group is gone through before the highlight is back outside: the second round is for who missed the first.
  static let groupRounds = 2
}
