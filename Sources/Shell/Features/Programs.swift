import Configuration
import Programs

/// A program that was started and has not ended.
struct RunningProgram: Hashable {
  /// Where a program is.
  enum Place: Hashable {
    /// In front of the visitor, as far as is known.
    case screen
    /// Left running, out of sight.
    case background
    /// Asked to end.
    case ending
  }

  let tile: String
  let tileID: String
  let onHome: Tile.OnHome
  let command: Command
  let startedAt: Double
  let conduct: ProgramConduct
  fileprivate(set) var place = Place.screen
  /// Whether a visitor has ever seen it.
  fileprivate(set) var hasHadScreen = true
  /// Whether it has a window, where the compositor tells.
  fileprivate(set) var hasWindow = false
  /// Since when it has none.
  fileprivate(set) var windowlessSince: Double
  /// Whether it has ever had one.
  fileprivate(set) var hasHadWindow = false
  /// Whether it should have one long since.
  fileprivate(set) var isSlow = false
  /// Whether it has been stopped or frozen, as of the last inspection.
  fileprivate(set) var isHalted = false
}

/// A program without a window, which a control started.
struct SilentProgram: Hashable {
  let name: String
  let command: Command
  /// The toggle that goes back when the program fails.
  let toggle: Toggle?
  /// The identifier of the control that it sets the value of; nil for others.
  var control: String?

  /// A toggle as it was before it was pressed.
  struct Toggle: Hashable {
    let id: String
    let wasOn: Bool
  }
}

/// The programs that were started and have not ended, and what is remembered of those that have.
struct ProgramTable: Sendable {
  private(set) var running: [ProgramID: RunningProgram] = [:] { didSet { marksAreOld = true } }
  /// Those without a window.
  private(set) var silent: [ProgramID: SilentProgram] = [:]
  /// A program on its way out whose tile is opened when it is gone.
  private(set) var awaited: ProgramID?
  /// What tiles show of their programs, by their identifiers.
  private(set) var marks: [String: TileMark] = [:]
  /// How many programs can wait out of sight; nil for any number.
  var keptLimit: Int?
  /// Whether the compositor tells of programs' windows.
  var tellsWindows = false { didSet { marksAreOld = true } }
  private var ledger = ProgramLedger() { didSet { marksAreOld = true } }
  private var last = 0
  /// Whether something happened to programs since tiles were marked.
  private var marksAreOld = false
  private var inspectedAt = -Double.infinity

  /// Seconds after which a program without a window is said to be slow, where the compositor tells of windows.
  static let slowStart = 10.0
  /// So many without a window may run at once; a control that is pressed further does nothing.
  private static let mostSilent = 16
  /// Seconds between two inspections of what the kernel says of programs.
  private static let inspectionInterval = 2.0

  subscript(program: ProgramID) -> RunningProgram? { running[program] }

  var canKeep: Bool { keptLimit != 0 }
  /// Those that were left running, in the order of their starts. What started out of sight was never a visitor's to leave.
  var kept: [ProgramID] {
    running.filter { $0.value.place == .background && $0.value.hasHadScreen }.keys.sorted {
      $0.number < $1.number
    }
  }

  /// The latest program of a tile, also on its way out.
  func latest(of tile: String) -> ProgramID? {
    running.filter { $0.value.tileID == tile }.keys.max { $0.number < $1.number }
  }

  /// Whether a tile's program runs, or starts again.
  func isThere(_ tile: String) -> Bool {
    running.values.contains { $0.tileID == tile } || ledger.restarts[tile]?.due != nil
  }

  // Starts and ends.

  private mutating func next() -> ProgramID {
    last += 1
    return ProgramID(last)
  }

  /// Makes a program of a tile known that is about to be started.
  ///
  /// - Parameter kept: the tile whose restart is planned all the same when the program gets the screen.
  mutating func start(
    _ command: Command, of tile: LauncherTile, at time: Double, outOfSight: Bool = false,
    keeping kept: String?
  ) -> ProgramID {
    let program = next()
    var new = RunningProgram(
      tile: tile.name, tileID: tile.id, onHome: tile.onHome, command: command, startedAt: time,
      conduct: tile.conduct, windowlessSince: time)
    if outOfSight { (new.place, new.hasHadScreen) = (.background, false) }
    running[program] = new
    ledger.started(tile.id, takesScreen: !outOfSight, keeping: kept)
    return program
  }

  /// The same for one without a window; nil where there is no room for it.
  mutating func startSilently(_ program: SilentProgram) -> ProgramID? {
    guard silent.count < Self.mostSilent else { return nil }
    let id = next()
    silent[id] = program
    return id
  }

  mutating func endedSilently(_ program: ProgramID) -> SilentProgram? {
    silent.removeValue(forKey: program)
  }

  mutating func ended(_ program: ProgramID) -> RunningProgram? { running.removeValue(forKey: program) }

  /// A tile's program did not start, or ended badly.
  mutating func failed(_ tile: String) { ledger.failed.insert(tile) }

  /// Asks it to end; false when it has been asked, or is gone.
  mutating func stop(_ program: ProgramID) -> Bool {
    guard let place = running[program]?.place, place != .ending else { return false }
    running[program]?.place = .ending
    return true
  }

  // Places.

  mutating func putAside(_ program: ProgramID) { running[program]?.place = .background }
  mutating func bringBack(_ program: ProgramID) { running[program]?.place = .screen }

  /// A visitor opens it again.
  mutating func reopen(_ program: ProgramID, at time: Double) {
    running[program]?.place = .screen
    if running[program]?.hasWindow == false { running[program]?.windowlessSince = time }
    running[program]?.hasHadScreen = true
  }

  /// Those that are too many when `program` is left: it is the one to come back to, and the oldest go.
  func surplus(keeping program: ProgramID) -> ArraySlice<ProgramID> {
    guard let keptLimit else { return [] }
    let kept = kept
    return kept.filter { $0 != program }.prefix(max(0, kept.count - keptLimit))
  }

  mutating func await(_ program: ProgramID) { awaited = program }
  /// Whether a tile waited for that program; from now on none does.
  mutating func stopAwaiting(_ program: ProgramID) -> Bool {
    guard awaited == program else { return false }
    awaited = nil
    return true
  }

  // Windows.

  mutating func windowAppeared(_ program: ProgramID) {
    running[program]?.hasWindow = true
    running[program]?.hasHadWindow = true
    running[program]?.isSlow = false
  }

  /// It has as long to come back as it had to come.
  mutating func windowsGone(_ program: ProgramID, at time: Double) {
    guard running[program]?.hasWindow == true else { return }
    running[program]?.hasWindow = false
    running[program]?.windowlessSince = time
  }

  private func isWaitedFor(_ program: RunningProgram) -> Bool {
    tellsWindows && program.place == .screen && !program.hasWindow && !program.isSlow
  }

  // Time.

  /// Something that is due.
  enum Due {
    case timeIsUp(ProgramID)
    case slow(ProgramID)
  }

  /// When something about programs is due.
  var deadline: Double? {
    var earliest = ledger.due ?? .infinity
    for program in running.values where program.place != .ending {
      if let limit = program.conduct.timeLimit { earliest = min(earliest, program.startedAt + limit) }
      if isWaitedFor(program) { earliest = min(earliest, program.windowlessSince + Self.slowStart) }
    }
    return earliest < .infinity ? earliest : nil
  }

  /// What is due at a time, in the order of the starts.
  mutating func due(at time: Double) -> [Due] {
    var due: [Due] = []
    for (id, program) in running.sorted(by: { $0.key.number < $1.key.number }) where program.place != .ending
    {
      if let limit = program.conduct.timeLimit, program.startedAt + limit <= time {
        due.append(.timeIsUp(id))
      } else if isWaitedFor(program), program.windowlessSince + Self.slowStart <= time {
        running[id]?.isSlow = true
        due.append(.slow(id))
      }
    }
    return due
  }

  /// The tiles whose programs are to start again now, and whether those had the screen.
  mutating func dueRestarts(at time: Double) -> [(tile: String, hadScreen: Bool)] {
    let due = ledger.restarts.filter { $0.value.due.map { $0 <= time } == true }.sorted { $0.key < $1.key }
    for (tile, _) in due { ledger.restarts[tile]?.due = nil }
    return due.map { ($0.key, $0.value.hadScreen) }
  }

  mutating func postponeRestart(of tile: String, to time: Double) { ledger.restarts[tile]?.due = time }

  /// Plans another start; returns the seconds until then, and how often in a row it has failed.
  mutating func planRestart(of program: RunningProgram, at time: Double, hadScreen: Bool) -> (Double, Int) {
    let delay = ledger.planRestart(
      of: program.tileID, after: time - program.startedAt, at: time, hadScreen: hadScreen)
    return (delay, ledger.restarts[program.tileID]?.failures ?? 0)
  }

  /// What a visitor leaves is not to come back by itself, but for one tile's program.
  mutating func callOffRestarts(except kept: String?) { ledger.callOff(except: kept) }

  // Marks.

  /// Whether it is time to inspect programs; from now on they have been.
  mutating func needsInspection(at time: Double) -> Bool {
    guard !running.isEmpty, time >= inspectedAt + Self.inspectionInterval else { return false }
    inspectedAt = time
    return true
  }

  /// Some programs have been stopped or frozen, and all others have not.
  mutating func halted(_ halted: Set<ProgramID>) {
    for (id, program) in running where program.isHalted != halted.contains(id) {
      running[id]?.isHalted = halted.contains(id)
    }
  }

  /// Whether there is anything new for tiles to show; behind a program only what is slow is shown.
  func hasNews(isCovered: Bool) -> Bool {
    marksAreOld && (!isCovered || running.values.contains(where: \.isSlow))
  }

  /// Marks tiles anew; returns those whose marks come, change or go.
  mutating func updateMarks() -> Set<String> {
    marksAreOld = false
    let wanted = wantedMarks
    let changed = Set(wanted.keys).union(marks.keys).filter { wanted[$0] != marks[$0] }
    if !changed.isEmpty { marks = wanted }
    return changed
  }

  private var wantedMarks: [String: TileMark] {
    var wanted: [String: TileMark] = [:]
    for tile in ledger.failed { wanted[tile] = .failed }
    // Of several programs of one tile the latest counts.
    for (_, program) in running.sorted(by: { $0.key.number < $1.key.number }) where program.place != .ending {
      let isStarting = tellsWindows && !program.hasHadWindow && program.place == .screen
      let isUnresponsive = program.isSlow || program.isHalted
      wanted[program.tileID] = isUnresponsive ? .unresponsive : isStarting ? .starting : .running
    }
    return wanted
  }
}

/// One start of one program.
package struct ProgramID: Hashable, Sendable {
  /// Counts from 1 in the order of the starts.
  package let number: Int

  /// The start with that number.
  package init(_ number: Int) {
    self.number = number
  }
}

/// What is remembered of programs beyond those that run.
struct ProgramLedger: Hashable {
  /// Starts of a tile's program that nobody asked for, one after the other.
  struct Restarts: Hashable {
    /// How often in a row it has ended before it was healthy.
    var failures = 0
    /// When the next start is due.
    var due: Double?
    /// Whether it had the screen, and shall have it again.
    var hadScreen = true
  }

  /// By the tile's identifier.
  var restarts: [String: Restarts] = [:]
  /// Tiles whose program did not start or ended badly the last time.
  var failed: Set<String> = []

  /// Seconds until the first restart, and the most until a later one: each waits twice as long as the one before.
  static let firstDelay = 1.0
  static let longestDelay = 60.0
  /// A program that has run for so many seconds was healthy: what it did before is forgotten.
  static let healthyTime = 60.0

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
    failed.remove(tile)
    if takesScreen { callOff(except: kept) }
  }

  /// What was to have the screen again shall not, because a visitor wants something else.
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
