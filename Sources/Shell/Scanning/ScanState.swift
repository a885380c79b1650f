import Configuration

/// The highlight of whoever has but one switch: it moves through what can be chosen, and the switch chooses.
struct ScanState: Hashable, Sendable {
  var settings = AccessibilitySettings()
  /// Where it is; nil while it rests.
  var run: ScanRun?
  /// What it is on, in words, where nothing on the screen shows that.
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
  let place: ScanPlace
  /// The groups that were chosen, the innermost last.
  var path: [ScanTarget] = []
  /// What it is on.
  var current: ScanTarget
  /// Steps within the innermost group since the last press.
  var steps = 0
  /// When it goes on.
  var next: Double

  /// How often a group is gone through before the highlight is back outside: the second round is for who missed the first.
  static let groupRounds = 2
}
