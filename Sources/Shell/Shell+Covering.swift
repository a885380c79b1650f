/// What tells whether the program that was opened has covered the launcher.
extension Shell {
  /// Seconds after a program's start in which touches and keys on the launcher are not meant for it: the program's
  /// window is about to cover it. One that comes later shows that the launcher is what the visitor sees.
  static let coveringTime = 10.0
  /// The same where the launcher is still in front as the compositor tells: that program has nothing to show yet, and
  /// may never have. Most programs are there within three seconds, browsers on small machines within five.
  static let nothingToSeeTime = 5.0

  /// When the launcher no longer waits to be covered by a program that was opened at `start`.
  func waitsForCover(until start: Double) -> Double {
    start + (hasFocus ? Self.nothingToSeeTime : Self.coveringTime)
  }

  /// When "Opening …" goes by itself; nil when it need not: it is covered, as far as is known, or not shown.
  var openingDeadline: Double? {
    guard hasFocus, case .program(_, let since) = screen, case .opening = notice?.message else { return nil }
    return since + Self.nothingToSeeTime
  }

  /// The program has nothing to show: the tiles are there again, and a touch on them counts. It goes on, and a window
  /// that it still puts up has the screen.
  mutating func endOpening(at time: Double) {
    guard let openingDeadline, openingDeadline <= time else { return }
    dismissNotice()
    closeOpening()
  }

  /// Whether the launcher is what is seen although a program was opened: that has no window yet, or none any more.
  var isSeenDespiteProgram: Bool {
    guard hasFocus, case .program(_, let since) = screen else { return false }
    return clock >= since + Self.nothingToSeeTime
  }

  /// Whether a program is being opened or has the screen, so that the tiles beside its own are in the shade.
  var isShaded: Bool {
    guard case .program(_, let since) = screen else { return false }
    return notice != nil || clock < waitsForCover(until: since)
  }
}
