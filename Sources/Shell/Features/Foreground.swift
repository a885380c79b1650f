/// What has the screen, as far as is known: the launcher, or a program that may not have its window yet.
struct Foreground: Hashable {
  /// The program that has the screen or is about to have it; nil while the launcher is seen.
  private(set) var program: ProgramID?
  /// Since when it has.
  private var since = 0.0
  /// Whether the launcher's window is in front, as far as the compositor tells.
  var hasFocus = false {
    didSet { isBehind = !hasFocus }
  }
  /// Whether the compositor has said that another window is in front.
  private(set) var isBehind = false

  /// How many times a program got the screen since the visit began.
  private var given = 0

  /// Seconds after a program's start in which touches and keys on the launcher are not meant for it: the
  /// program's window is about to cover it. One that comes later shows that the launcher is what the visitor
  /// sees.
  static let coveringTime = 10.0
  /// The same where the launcher is still in front as the compositor tells: that program has nothing to show
  /// yet, and may never have. Most programs are there within three seconds, browsers on small machines within
  /// five.
  static let nothingToSeeTime = 5.0

  var isLauncher: Bool { program == nil }

  /// A program gets the screen.
  mutating func give(to program: ProgramID, at time: Double) {
    (self.program, since) = (program, time)
    given += 1
  }
  /// Whether the program that has the screen is the first one of its visit.
  var isFirst: Bool { given == 1 }
  /// The next program is the first one of another visit.
  mutating func beginVisit() { given = 0 }
  /// The launcher gets it back.
  mutating func giveBack() { program = nil }

  /// When the launcher no longer waits to be covered by the program.
  private var waitEnds: Double { since + (hasFocus ? Self.nothingToSeeTime : Self.coveringTime) }

  /// Whether what fingers, keys or a wheel do at a time is meant for the launcher.
  func isMeant(at time: Double) -> Bool { isLauncher || time >= waitEnds }

  /// When the message that a program is being opened goes by itself; nil when it need not: the launcher is
  /// covered, as far as is known.
  var openingEnds: Double? { hasFocus && !isLauncher ? since + Self.nothingToSeeTime : nil }

  /// Whether the launcher is what is seen, perhaps because a program that was opened has no window yet, or
  /// none any more.
  func showsLauncher(at time: Double) -> Bool { isLauncher || openingEnds.map { time >= $0 } == true }

  /// Whether the tiles beside the program's own are in the shade: it is being opened or has the screen.
  func isShaded(hasMessage: Bool, at time: Double) -> Bool { !isLauncher && (hasMessage || time < waitEnds) }
}
