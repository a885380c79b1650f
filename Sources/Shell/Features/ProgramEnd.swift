import Configuration
import Programs

/// The end of a tile's program.
enum ProgramEnd: Hashable {
  case notStarted(StartFailure)
  case exited(ExitReason)

  /// The seconds within which a failure of a program counts as "died at once", which visitors read.
  ///
  /// Later a nonzero status is common, because many programs end so when their window closes. Visitors get
  /// one short line, and the journal the rest. A signal is always shown.
  private static let earlyEnd = 5.0

  var isExit: Bool { if case .exited = self { true } else { false } }

  /// Whether the end is a failure.
  var isBad: Bool { self != .exited(.exited(status: 0)) }

  /// Reports whether an end that was not requested concerns visitors. `seconds` is the length of the run.
  func isShown(after seconds: Double) -> Bool {
    guard case .exited(let reason) = self else { return true }
    return reason.isViolent || seconds < Self.earlyEnd
  }

  /// Returns the message for the screen and the journal.
  func message(of tile: String, _ command: Command) -> Message {
    switch self {
    case .notStarted(let failure): .startFailed(tile: tile, command: command.arguments, failure)
    case .exited(let reason): .endedBadly(tile: tile, command: command.arguments, reason)
    }
  }

  /// Returns the report for operators.
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
  /// Whether a signal or the system ended the program.
  var isViolent: Bool {
    if case .exited = self { false } else { true }
  }
}

extension ProgramTable {
  /// Returns the consequences of the end of a tile's program: journal, screen, and restart.
  ///
  /// - Parameters:
  ///   - hadScreen: Whether it had the screen, or would have had it again for the next visitor.
  ///   - isAttraction: Whether it was a scene of attract mode. Visitors read nothing about its end.
  ///   - seconds: The seconds for which it ran.
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

  /// Handles the end of a program without the network that it needs. The program is not at fault, and
  /// visitors read that until the network is back.
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
    if !program.isHung { worked(program.tileID) }
    // A kiosk with a single program starts it again for the next visitor.
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

/// Records of ended programs.
struct ProgramLedger: Hashable {
  /// Successive automatic starts of a tile's program.
  struct Restarts: Hashable {
    /// The number of successive ends before it was healthy.
    var failures = 0
    /// When the next start is due; nil for none.
    var due: Double?
    /// Whether it had the screen, and gets it back.
    var hadScreen = true
  }

  /// The failures of a tile's program since it last worked.
  struct Failures: Hashable {
    /// The number of successive failures.
    var count = 0
    /// When the mark of the tile ends; nil without a mark.
    var markedUntil: Double?
    /// Whether the tile tells visitors that it is out of order.
    var isOutOfOrder: Bool { count >= ProgramLedger.failuresUntilOutOfOrder }
  }

  /// The restarts, by the tiles' identifiers.
  var restarts: [String: Restarts] = [:]
  /// The tiles whose program failed last time.
  private(set) var failures: [String: Failures] = [:]

  /// Seconds until the first restart, and the greatest delay of a later one. Each delay is twice the previous
  /// one.
  static let firstDelay = 1.0
  static let longestDelay = 60.0
  /// Seconds after which a running program counts as healthy, and its earlier failures no longer count.
  static let healthyTime = 60.0
  /// Seconds for which a tile shows a failure: long enough for its visitor, and not for the next one.
  static let markTime = 8.0
  /// The number of successive failures after which a tile is out of order.
  static let failuresUntilOutOfOrder = 3

  mutating func failed(_ tile: String, after seconds: Double, at time: Double) {
    let count = seconds >= Self.healthyTime ? 0 : failures[tile]?.count ?? 0
    failures[tile] = Failures(count: count + 1, markedUntil: time + Self.markTime)
  }

  mutating func worked(_ tile: String) { failures[tile] = nil }
  mutating func forgetFailures() { failures = [:] }

  /// When the next mark ends.
  var markEnd: Double? {
    // A loop does not allocate; every frame calls this.
    var earliest = Double.infinity
    for failure in failures.values { earliest = min(earliest, failure.markedUntil ?? .infinity) }
    return earliest < .infinity ? earliest : nil
  }

  /// Removes the marks whose time has ended.
  mutating func removeMarks(at time: Double) {
    for (tile, failure) in failures where failure.markedUntil.map({ $0 <= time }) == true {
      failures[tile]?.markedUntil = nil
    }
  }

  /// Plans the restart of a program that ended after `seconds`. Returns the seconds until then.
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

  /// Notes the start of a program.
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

  /// When the earliest restart is due.
  var due: Double? {
    var earliest = Double.infinity
    for restarts in restarts.values { earliest = min(earliest, restarts.due ?? .infinity) }
    return earliest < .infinity ? earliest : nil
  }
}
