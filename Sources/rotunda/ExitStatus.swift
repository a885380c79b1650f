/// The statuses that rotunda exits with, as listed in rotunda(1). Numbers above 1 are those of `sysexits.h`.
nonisolated enum ExitStatus {
  /// Asked to end, or nothing wrong.
  static let success: Int32 = 0
  /// `check` found an error.
  static let invalidConfiguration: Int32 = 1
  /// `doctor` found that something is missing.
  static let incomplete: Int32 = 1
  /// `ctl` was told no by the launcher.
  static let refused: Int32 = 1
  /// Whoever looks after the machine wants a console instead of the kiosk: the service stays down.
  static let console: Int32 = 3
  /// The command line cannot be understood (`EX_USAGE`).
  static let usage: Int32 = 64
  /// What was to be read cannot be used (`EX_DATAERR`).
  static let badInput: Int32 = 65
  /// No compositor, or one that cannot show a launcher; for `ctl`, no launcher (`EX_UNAVAILABLE`).
  static let unavailable: Int32 = 69
  /// Something of the system failed, graphics for example (`EX_OSERR`).
  static let system: Int32 = 71
  /// `ctl` was told no by the bus (`EX_NOPERM`).
  static let forbidden: Int32 = 77
  /// The compositor went away: start again when it is back (`EX_TEMPFAIL`).
  static let compositorLost: Int32 = 75
}
