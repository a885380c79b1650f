/// What lies over everything until somebody is there again.
struct Curtain: Hashable {
  /// What is seen of it.
  enum Kind: Hashable {
    /// A question with a countdown to `end`.
    case question(end: Double)
    /// What an operator has to say, until `end` or until somebody touches it.
    case message(end: Double?)
    /// Nothing: the screen is off, or black.
    case dark
  }

  var kind: Kind
  /// The program that had the screen, and has it again afterwards.
  var program: ProgramID?
  /// The tile whose program is to be started afterwards: while nobody is there, none comes to the front.
  var tile: String?
  /// When it is lifted because the compositor tells of somebody whom the launcher itself has not seen: a mouse, say.
  var lifts: Double?

  /// Until when the compositor's word of somebody may mean the launcher's own window, which came before a program's.
  var arrives: Double?

  /// Seconds in which that window comes. cage tells of somebody when a window comes to the front, as it does when the mouse
  /// is moved; who touches the screen meanwhile touches the launcher itself.
  static let arrival = 2.0

  /// Seconds in which a touch that the compositor has told of reaches the launcher itself, to be swallowed.
  static let grace = 0.25

  var isDark: Bool { kind == .dark }
}
