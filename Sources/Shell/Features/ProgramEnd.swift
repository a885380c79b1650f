import Configuration
import Programs

/// How a tile's program ended.
enum ProgramEnd: Hashable {
  case notStarted(StartFailure)
  case exited(ExitReason)

  /// A program that fails within this many seconds "died at once", and visitors read that.
  ///
  /// Later a nonzero status is common, because many programs end so when their window closes. Visitors get
  /// one short line, and the journal the rest. A signal is always shown.
  private static let earlyEnd = 5.0

  var isExit: Bool { if case .exited = self { true } else { false } }

  /// Whether something went wrong.
  var isBad: Bool { self != .exited(.exited(status: 0)) }

  /// Whether its end after so many seconds concerns visitors, if it was not requested.
  func isShown(after seconds: Double) -> Bool {
    guard case .exited(let reason) = self else { return true }
    return reason.isViolent || seconds < Self.earlyEnd
  }

  /// What it is called on the screen and in the journal.
  func message(of tile: String, _ command: Command) -> Message {
    switch self {
    case .notStarted(let failure): .startFailed(tile: tile, command: command.arguments, failure)
    case .exited(let reason): .endedBadly(tile: tile, command: command.arguments, reason)
    }
  }

  /// The report for operators.
  func announcement(of program: RunningProgram, at time: Double) -> Announcement {
    switch self {
    case .notStarted: .failed(tile: program.tileID)
    case .exited(let reason):
      .closed(
        tile: program.tileID, reason,
        isFailure: program.place != .ending && isBad && isShown(after: time - program.startedAt))
    }
  }
}

extension ExitReason {
  /// Whether it was ended, and did not end by itself.
  var isViolent: Bool {
    if case .exited = self { false } else { true }
  }
}

extension ProgramTable {
  /// Decides what follows from the end of a tile's program: journal, screen, and restart.
  ///
  /// - Parameters:
  ///   - hadScreen: whether it had the screen, or would have had it again for the next visitor.
  ///   - isAttraction: whether it was a scene of attract mode. Visitors read nothing of its end.
  ///   - seconds: for how long it ran.
  mutating func conclude(
    _ end: ProgramEnd, of program: RunningProgram, hadScreen: Bool, isAttraction: Bool, at time: Double,
    after seconds: Double
  ) -> [Intent] {
    let message = end.message(of: program.tile, program.command)
    if isAttraction, program.place != .ending || !end.isExit {
      return [end.isBad ? .logError(message) : .effect(.log(message)), .sceneEnded]
    }
    // A requested end may have any status.
    if program.place == .ending { return concludeAsked(end, of: program, message) }
    if end == .notStarted(.noNetwork) {
      return concludeOffline(program, message, hadScreen: hadScreen, at: time)
    }
    let isShown = end.isShown(after: seconds)
    if end.isBad, isShown { failed(program.tileID, after: seconds, at: time) } else { worked(program.tileID) }
    if isWantedAgain(program, isBad: end.isBad) {
      let (delay, crashes) = planRestart(of: program, at: time, hadScreen: hadScreen)
      let restarting = Message.restarting(because: message, seconds: Int(delay.rounded(.up)))
      let report: Intent = end.isBad ? .logError(restarting) : .effect(.log(restarting))
      guard hadScreen, foreground.isLauncher else { return [report] }
      guard end.isBad || crashes > 1 else {
        return [report, .show(Notice(.opening(tile: program.tile), expires: nil))]
      }
      return [report, .show(Notice(restarting, expires: nil, retry: program.tileID))]
    }
    guard end.isBad else { return [] }
    if isShown { return [.showError(message, retry: program.tileID)] }
    return [.logError(message)] + (hadScreen ? [.showInPassing(.endedWithFault(tile: program.tile))] : [])
  }

  /// Without a network, a program that needs it is not at fault. Its visitor reads that until the network is
  /// back.
  private mutating func concludeOffline(
    _ program: RunningProgram, _ message: Message, hadScreen: Bool, at time: Double
  ) -> [Intent] {
    if isWantedAgain(program, isBad: true) {
      _ = planRestart(of: program, at: time, hadScreen: hadScreen)
    }
    guard hadScreen, foreground.isLauncher else { return [.effect(.log(message))] }
    return [.effect(.log(message)), .showOffline(.init(id: program.tileID, name: program.tile))]
  }

  private mutating func concludeAsked(
    _ end: ProgramEnd, of program: RunningProgram, _ message: Message
  ) -> [Intent] {
    guard case .exited(let reason) = end else { return [.logError(message)] }
    worked(program.tileID)
    // On a machine for one program it starts anew, for the next visitor.
    if program.tileID == singleTile { autostart.startSingleTileAnew() }
    return [.effect(.log(.closed(tile: program.tile, reason)))]
  }

  private func isWantedAgain(_ program: RunningProgram, isBad: Bool) -> Bool {
    if singleTile == program.tileID { return true }
    return switch program.conduct.restart {
    case .never: false
    case .onFailure: isBad
    case .always: true
    }
  }
}

/// Records of programs that ended.
struct ProgramLedger: Hashable {
  /// Unattended starts of a tile's program, one after the other.
  struct Restarts: Hashable {
    /// How often in a row it has ended before it was healthy.
    var failures = 0
    /// When the next start is due.
    var due: Double?
    /// Whether it had the screen, and shall have it again.
    var hadScreen = true
  }

  /// What went wrong with a tile's program since it last worked.
  struct Failures: Hashable {
    /// How often in a row.
    var count = 0
    /// Until when the tile has a mark; nil where that is over.
    var markedUntil: Double?
    /// Whether the tile tells visitors that trying is useless.
    var isOutOfOrder: Bool { count >= ProgramLedger.failuresUntilOutOfOrder }
  }

  /// By the tile's identifier.
  var restarts: [String: Restarts] = [:]
  /// Tiles whose program did not start or ended badly the last time.
  private(set) var failures: [String: Failures] = [:]

  /// Seconds until the first restart, and the most until a later one: each waits twice as long as the one
  /// before.
  static let firstDelay = 1.0
  static let longestDelay = 60.0
  /// A program that ran for this many seconds was healthy, and its earlier failures are forgotten.
  static let healthyTime = 60.0
  /// Seconds for which a tile shows a failure: its visitor sees it, and the next one need not.
  static let markTime = 8.0
  /// After this many failures in a row the tile is out of order.
  static let failuresUntilOutOfOrder = 3

  mutating func failed(_ tile: String, after seconds: Double, at time: Double) {
    let count = seconds >= Self.healthyTime ? 0 : failures[tile]?.count ?? 0
    failures[tile] = Failures(count: count + 1, markedUntil: time + Self.markTime)
  }

  mutating func worked(_ tile: String) { failures[tile] = nil }
  mutating func forgetFailures() { failures = [:] }

  /// When the next mark goes.
  var markEnd: Double? {
    // A loop, because every frame asks.
    var earliest = Double.infinity
    for failure in failures.values { earliest = min(earliest, failure.markedUntil ?? .infinity) }
    return earliest < .infinity ? earliest : nil
  }

  /// Takes the marks away that have been there long enough.
  mutating func removeMarks(at time: Double) {
    for (tile, failure) in failures where failure.markedUntil.map({ $0 <= time }) == true {
      failures[tile]?.markedUntil = nil
    }
  }

  /// Notes that a program ended after `seconds` and is to be started again; returns the seconds until then.
  mutating func planRestart(of tile: String, after seconds: Double, at time: Double, hadScreen: Bool)
    -> Double
  {
    var restarts = restarts[tile] ?? Restarts()
    restarts.failures = seconds >= Self.healthyTime ? 1 : restarts.failures + 1
    var delay = Self.firstDelay
    for _ in 1..<max(1, restarts.failures) where delay < Self.longestDelay { delay *= 2 }
    delay = min(delay, Self.longestDelay)
    restarts.due = time + delay
    restarts.hadScreen = hadScreen
    self.restarts[tile] = restarts
    return delay
  }

  /// A program is started, by whomever.
  mutating func started(_ tile: String, takesScreen: Bool, keeping kept: String?) {
    restarts[tile]?.due = nil
    failures[tile]?.markedUntil = nil
    if takesScreen { callOff(except: kept) }
  }

  /// Cancels restarts that would take the screen, because a visitor wants something else.
  mutating func callOff(except kept: String?) {
    for (tile, restarts) in restarts where restarts.hadScreen && tile != kept {
      self.restarts[tile]?.due = nil
    }
  }

  /// The earliest restart.
  var due: Double? {
    var earliest = Double.infinity
    for restarts in restarts.values { earliest = min(earliest, restarts.due ?? .infinity) }
    return earliest < .infinity ? earliest : nil
  }
}
