import Configuration

/// Who may do what: the PIN, the corner that asks for it, and whether the launcher is closed.
struct AccessState: Hashable {
  var settings = AdminSettings()
  var record = AccessRecord()
  /// Until when no PIN is taken.
  var waitEnds = 0.0
  var hatch = CornerPresses()
  /// What the PIN that is being checked was entered for; nil when none is.
  var checking: PINPad.Purpose?
  /// What is to be opened when the launcher is no longer closed.
  var pendingTile: String?

  /// Whether there is, or should be, a PIN.
  var hasPIN: Bool { settings.pin != .none }

  /// Whether PINs are taken.
  var gate: PINPad.Gate { PINPad.Gate(isChecking: checking != nil, waitEnds: waitEnds) }
}
