/// Who has the screen, as far as is known: the launcher, or a program, perhaps still without a window.
struct Foreground: Hashable {
  /// The program that has the screen or is about to; nil while the launcher is visible.
  private(set) var program: ProgramID?
  /// Since when it has.
  private var since = 0.0
  /// Whether the launcher's window is in front, according to the compositor.
  var hasFocus = false {
    didSet { isBehind = !hasFocus }
  }
  /// Whether the compositor has said that another window is in front.
  private(set) var isBehind = false

  /// How many times a program got the screen since the visit began.
  private var given = 0

  /// Seconds after a program's start in which touches and keys are not for the launcher, because the
  /// program's window is about to cover it. Later input means that the visitor sees the launcher.
  static let coveringTime = 10.0
  /// The same while the compositor reports the launcher in front: the program has no window yet, and may
  /// never have one. Most programs need less than three seconds, browsers on small machines less than five.
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

  /// When the launcher stops waiting for the program's window.
  private var waitEnds: Double { since + (hasFocus ? Self.nothingToSeeTime : Self.coveringTime) }

  /// Whether input at a time is for the launcher.
  func isMeant(at time: Double) -> Bool { isLauncher || time >= waitEnds }

  /// When the message "Opening …" disappears by itself; nil if the program covers the launcher.
  var openingEnds: Double? { hasFocus && !isLauncher ? since + Self.nothingToSeeTime : nil }

  /// Whether the launcher is visible, perhaps because an opened program has no window.
  func showsLauncher(at time: Double) -> Bool { isLauncher || openingEnds.map { time >= $0 } == true }

  /// Whether other tiles are shaded: a program is opening or has the screen.
  func isShaded(hasMessage: Bool, at time: Double) -> Bool { !isLauncher && (hasMessage || time < waitEnds) }
}
