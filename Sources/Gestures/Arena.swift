/// Where the gestures that could come of a touch sequence are settled: the first to accept wins, the others are out.
///
/// Nobody is asked twice: who has lost or been rejected is no longer open and can accept no more.
struct Arena: Sendable {
  /// Who can still win.
  private(set) var open: Recognizers = []
  /// Who has won.
  private(set) var winner: Recognizers?

  /// Starts a new race.
  mutating func open(for contenders: Recognizers) {
    open = contenders
    winner = nil
  }

  /// Whether `contender` can still win.
  func isOpen(for contender: Recognizers) -> Bool { !open.isDisjoint(with: contender) }

  /// Whether nobody has won and somebody still can.
  var isUndecided: Bool { winner == nil && !open.isEmpty }

  /// Lets `contender` win; false when it is no longer in the race.
  mutating func accept(_ contender: Recognizers) -> Bool {
    guard isOpen(for: contender) else { return false }
    open = []
    winner = contender
    return true
  }

  /// Takes contenders out of the race.
  mutating func reject(_ contenders: Recognizers) { open.subtract(contenders) }

  /// Takes everybody but `contenders` out of the race.
  mutating func keep(_ contenders: Recognizers) { open.formIntersection(contenders) }

  /// Ends the race without a winner.
  mutating func close() {
    open = []
    winner = nil
  }
}
