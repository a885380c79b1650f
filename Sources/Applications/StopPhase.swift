/// How far a program is in being ended: it is asked, and killed when it does not listen.
enum StopPhase: Equatable {
  /// Asked for, and not there yet.
  case starting
  case running
  /// It was asked to end.
  case asked
  /// SIGKILL was sent so many times.
  case killed(times: Int)
  case gone

  /// Seconds that leftovers get between SIGTERM and SIGKILL: nobody sees them any more.
  static let leftoverGrace = 2.0
  /// Seconds after a SIGKILL before it is sent again, to what was forked meanwhile.
  static let killInterval = 0.5
  /// A process that is still there after so many is stuck in the kernel, and nothing can be done about it.
  private static let killLimit = 6

  /// Counts a SIGKILL that is about to be sent. False when another one would not help.
  mutating func countKill() -> Bool {
    let times = if case .killed(let times) = self { times + 1 } else { 1 }
    guard times <= Self.killLimit else { return false }
    self = .killed(times: times)
    return true
  }
}
