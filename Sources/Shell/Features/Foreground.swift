/// The owner of the screen: the launcher, or a program that may still have no window.
struct Foreground: Hashable {
  /// The program that has the screen or is about to; nil while the launcher is visible.
  private(set) var program: ProgramID?
  /// When the program got the screen.
  private var since = 0.0
  /// Whether the launcher's window is in front, according to the compositor.
  var hasFocus = false {
    didSet { isBehind = !hasFocus }
  }
  /// Whether the compositor has reported another window in front.
  private(set) var isBehind = false

  /// The number of times that a program got the screen in this visit.
  private var given = 0

  /// Seconds after a program's start in which input is not for the launcher, because the program's window is
  /// about to cover it. Later input means that the visitor sees the launcher.
  static let coveringTime = 10.0
  /// The limit in seconds while the compositor reports the launcher in front. The program has no window yet,
  /// and may never have one. Most programs need less than three seconds; browsers on small machines need less
  /// than five.
  static let nothingToSeeTime = 5.0

  var isLauncher: Bool { program == nil }

  /// Gives the screen to a program.
  mutating func give(to program: ProgramID, at time: Double) {
    (self.program, since) = (program, time)
    given += 1
  }
  /// Whether the program on the screen is the first one of its visit.
  var isFirst: Bool { given == 1 }
  /// Begins another visit, whose next program is its first.
  mutating func beginVisit() { given = 0 }
  /// Gives the screen back to the launcher.
  mutating func giveBack() { program = nil }

  /// When the launcher stops waiting for the program's window.
  private var waitEnds: Double { since + (hasFocus ? Self.nothingToSeeTime : Self.coveringTime) }

  /// Reports whether input at a time is for the launcher.
  func isMeant(at time: Double) -> Bool { isLauncher || time >= waitEnds }

  /// When the message "Opening …" disappears by itself; nil if the program covers the launcher.
  var openingEnds: Double? { hasFocus && !isLauncher ? since + Self.nothingToSeeTime : nil }

  /// Reports whether the launcher is visible, possibly because an opened program has no window.
  func showsLauncher(at time: Double) -> Bool { isLauncher || openingEnds.map { time >= $0 } == true }

  /// Reports whether other tiles are shaded, because a program opens or has the screen.
  func isShaded(hasMessage: Bool, at time: Double) -> Bool { !isLauncher && (hasMessage || time < waitEnds) }
}
