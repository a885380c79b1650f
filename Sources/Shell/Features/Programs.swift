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
  let control: String?

  /// A toggle before it was pressed.
  struct Toggle: Hashable {
    let id: String
    let wasOn: Bool
  }

  /// The program that a control starts; `isOn` says how its toggle was just set, if it was.
  init(_ part: LauncherTile, _ command: Command, isOn: Bool?) {
    (name, self.command) = (part.name, command)
    toggle = part.offAction == nil ? nil : isOn.map { Toggle(id: part.id, wasOn: !$0) }
    control = part.$value.hasValue ? part.id : nil
  }
}

/// Running programs, records of ended ones, and restarts.
///
/// Requests to the compositor and the kernel go to `effects`.
struct ProgramTable: Sendable {
  private(set) var running: [ProgramID: RunningProgram] = [:] { didSet { marksAreOld = true } }
  /// Those without a window.
  private(set) var silent: [ProgramID: SilentProgram] = [:]
  /// An ending program whose tile opens when it is gone.
  private var awaited: ProgramID?
  /// What opens by itself.
  var autostart = Autostart()
  /// What has the screen.
  private(set) var foreground = Foreground()
  /// What tiles show of their programs, by their identifiers.
  private(set) var marks: [String: TileMark] = [:]
  /// How many programs can wait out of sight; nil for any number.
  private var keptLimit: Int?
  /// Whether the compositor tells of programs' windows.
  private var tellsWindows = false { didSet { marksAreOld = true } }
  private var ledger = ProgramLedger() { didSet { marksAreOld = true } }
  private var last = 0
  /// Whether programs changed since the tiles were marked.
  private var marksAreOld = false
  private var inspectedAt = -Double.infinity

  /// Seconds after which a program without a window is reported as slow, if the compositor reports windows.
  static let slowStart = 10.0
  /// The most programs without a window at a time; further presses of a control do nothing.
  private static let mostSilent = 16
  /// Seconds after which a program that is to start again looks whether a page is still being read.
  private static let readingTime = 5.0
  /// Seconds between two inspections of what the kernel says of programs.
  private static let inspectionInterval = 2.0

  subscript(program: ProgramID) -> RunningProgram? { running[program] }

  /// Handles reports of the compositor and the kernel about programs.
  mutating func handle(_ event: ShellEvent, at time: Double) {
    switch event {
    case .keepsPrograms(let limit): keptLimit = limit
    case .tellsWindows(let tells): tellsWindows = tells
    case .windowsGone(let program): windowsGone(program, at: time)
    case .halted(let halted): mark(halted: halted)
    default: break
    }
  }

  /// Whether programs can continue in the background and return.
  var canKeep: Bool { keptLimit != 0 }
  /// The only tile of a machine that is there for one program.
  var singleTile: String? { autostart.singleTile }
  /// Programs that continued in the background, in the order of their starts. Those that started there do not
  /// belong to a visitor.
  private var kept: [ProgramID] {
    running.filter { $0.value.place == .background && $0.value.hasHadScreen }.keys.sorted {
      $0.number < $1.number
    }
  }

  /// The running or ending program of a tile that allows only one.
  func earlierProgram(of tile: LauncherTile) -> ProgramID? {
    guard tile.conduct.instances == .single else { return nil }
    return running.filter { $0.value.tileID == tile.id }.keys.max { $0.number < $1.number }
  }

  // Starts and ends.

  private mutating func next() -> ProgramID {
    last += 1
    return ProgramID(last)
  }

  /// Starts the program of a tile, in front of the visitor or out of sight.
  mutating func start(
    _ command: Command, of tile: LauncherTile, at time: Double, outOfSight: Bool = false,
    into effects: inout [ShellEffect]
  ) {
    let program = next()
    var new = RunningProgram(
      tile: tile.name, tileID: tile.id, onHome: tile.onHome, command: command, startedAt: time,
      conduct: tile.conduct, windowlessSince: time)
    if outOfSight { (new.place, new.hasHadScreen) = (.background, false) }
    running[program] = new
    // On a machine for one program its restart is planned all the same.
    ledger.started(tile.id, takesScreen: !outOfSight, keeping: outOfSight ? nil : singleTile)
    effects.append(.start(program, tile.request(command)))
    if !outOfSight { foreground.give(to: program, at: time) }
  }

  /// Starts the program of a tile behind the launcher.
  mutating func startOutOfSight(_ tile: LauncherTile, at time: Double, into effects: inout [ShellEffect]) {
    guard case .start(let command) = tile.action, !command.awaitsCode else { return }
    start(command, of: tile, at: time, outOfSight: true, into: &effects)
  }

  /// Starts a program without a window for a control; nil if too many are running.
  mutating func startSilently(
    _ program: SilentProgram, for part: LauncherTile, into effects: inout [ShellEffect]
  ) -> ProgramID? {
    guard silent.count < Self.mostSilent else { return nil }
    let id = next()
    silent[id] = program
    effects.append(.start(id, part.request(program.command)))
    return id
  }

  mutating func endedSilently(_ program: ProgramID) -> SilentProgram? {
    silent.removeValue(forKey: program)
  }

  /// The program of a tile ended, or did not start. Returns it, and whether it had the screen.
  mutating func ended(
    _ program: ProgramID, into effects: inout [ShellEffect]
  ) -> (program: RunningProgram, hadScreen: Bool)? {
    guard let running = running.removeValue(forKey: program) else { return nil }
    guard foreground.program == program else { return (running, false) }
    foreground.giveBack()
    effects.append(.comeForward)
    return (running, true)
  }

  /// A tile's program did not start, or ended badly.
  mutating func failed(_ tile: String, after seconds: Double, at time: Double) {
    ledger.failed(tile, after: seconds, at: time)
  }
  /// Tiles that are out of order, in alphabetical order.
  var outOfOrder: [String] { ledger.failures.filter(\.value.isOutOfOrder).keys.sorted() }
  /// A tile's program ended as it should.
  mutating func worked(_ tile: String) { ledger.worked(tile) }

  /// Asks a program to end, unless it has been asked or is gone.
  mutating func stop(_ program: ProgramID, into effects: inout [ShellEffect]) {
    guard let place = running[program]?.place, place != .ending else { return }
    running[program]?.place = .ending
    effects.append(.stop(program))
  }

  // The screen.

  /// Whether the launcher's window is in front, as far as the compositor tells.
  mutating func setFocus(_ hasFocus: Bool) { foreground.hasFocus = hasFocus }
  /// The launcher is what is seen.
  mutating func showLauncher() { foreground.giveBack() }

  /// Takes the screen from the program, which ends or continues as its tile says.
  mutating func leaveScreen(into effects: inout [ShellEffect]) {
    guard let program = foreground.program else { return }
    if running[program]?.place == .ending {
      // Its time is up.
    } else if outlivesVisit(program), canKeep {
      keep(program, into: &effects)
    } else {
      stop(program, into: &effects)
    }
    foreground.giveBack()
    effects.append(.comeForward)
  }

  /// Takes the screen from the program while a panel covers it; nil if no program can wait.
  mutating func setAside(into effects: inout [ShellEffect]) -> ProgramID? {
    guard let program = foreground.program, canKeep, running[program]?.place == .screen else {
      leaveScreen(into: &effects)
      return nil
    }
    keep(program, into: &effects)
    foreground.giveBack()
    effects.append(.comeForward)
    return program
  }

  /// Gives the screen back to a waiting program; false if it no longer waits.
  mutating func bringBack(
    _ program: ProgramID?, at time: Double, into effects: inout [ShellEffect]
  ) -> Bool {
    guard let program, running[program]?.place == .background else { return false }
    running[program]?.place = .screen
    foreground.give(to: program, at: time)
    effects.append(.bringForward(program))
    return true
  }

  /// A program cannot be raised: it ends and starts again. `isAttraction` means that it is a scene of attract
  /// mode.
  mutating func bringForwardFailed(
    _ program: ProgramID, isAttraction: Bool, into effects: inout [ShellEffect]
  ) -> [Intent] {
    guard let running = running[program], running.place == .screen else { return [] }
    if foreground.program == program { foreground.giveBack() }
    stop(program, into: &effects)
    if isAttraction { return [.endLaunch, .sceneEnded] }
    awaited = program
    return [.endLaunch, .showOpening(tile: running.tile)]
  }

  /// No visitor comes back to a program that waits: it ends, unless its tile says that it goes on.
  mutating func dismiss(_ program: ProgramID?, into effects: inout [ShellEffect]) {
    if let program, running[program]?.onHome != .keep { stop(program, into: &effects) }
  }

  /// The same at the end of the visit.
  mutating func endVisit(of program: ProgramID?, into effects: inout [ShellEffect]) {
    foreground.beginVisit()
    if let program, !outlivesVisit(program) { stop(program, into: &effects) }
  }

  /// Whether a program outlives the visit. A single program never does: the next visitor finds it fresh.
  private func outlivesVisit(_ program: ProgramID) -> Bool {
    running[program]?.onHome == .keep && singleTile == nil
  }

  /// Without window reports, background programs could cover the PIN pad.
  mutating func lock(into effects: inout [ShellEffect]) {
    if !tellsWindows { for program in kept { stop(program, into: &effects) } }
  }

  // Places.

  /// A program continues in the background. It is the one to return to, and the oldest surplus ones end.
  mutating func keep(_ program: ProgramID, into effects: inout [ShellEffect]) {
    running[program]?.place = .background
    effects.append(.keep(program))
    guard let keptLimit else { return }
    let kept = kept
    for old in kept.filter({ $0 != program }).prefix(max(0, kept.count - keptLimit)) {
      stop(old, into: &effects)
    }
  }

  /// Opens a tile whose program is running: the program returns, or its end is awaited, because few programs
  /// run twice. Returns whether it comes back.
  mutating func reopen(
    _ program: ProgramID, for tile: LauncherTile, at time: Double, into effects: inout [ShellEffect]
  ) -> Bool {
    if case .start(let command) = tile.action, case .code = command.origin,
      command.origin != running[program]?.command.origin
    {
      // It shows another code.
      stop(program, into: &effects)
    } else if running[program]?.place == .screen, !tellsWindows {
      // Without a window the launcher would step aside for nothing: it starts again.
      stop(program, into: &effects)
    } else if running[program]?.isHalted == true {
      // It would neither come nor draw.
      stop(program, into: &effects)
    }
    guard running[program]?.place != .ending else {
      awaited = program
      return false
    }
    running[program]?.place = .screen
    if running[program]?.hasWindow == false { running[program]?.windowlessSince = time }
    running[program]?.hasHadScreen = true
    foreground.give(to: program, at: time)
    effects.append(.bringForward(program))
    return true
  }

  /// Whether a tile waited for that program; from now on none does.
  mutating func stopAwaiting(_ program: ProgramID) -> Bool {
    guard awaited == program else { return false }
    awaited = nil
    return true
  }

  // Windows.

  /// A program has its first window; false for unknown programs. A background program must not cover the
  /// launcher.
  mutating func windowAppeared(_ program: ProgramID, into effects: inout [ShellEffect]) -> Bool {
    running[program]?.hasWindow = true
    running[program]?.hasHadWindow = true
    running[program]?.isSlow = false
    if running[program]?.place == .background, foreground.isLauncher { effects.append(.comeForward) }
    return running[program] != nil
  }

  /// It has as long to come back as it had to come.
  private mutating func windowsGone(_ program: ProgramID, at time: Double) {
    guard running[program]?.hasWindow == true else { return }
    running[program]?.hasWindow = false
    running[program]?.windowlessSince = time
  }

  private func isWaitedFor(_ program: RunningProgram) -> Bool {
    tellsWindows && program.place == .screen && !program.hasWindow && !program.isSlow
  }

  // Time.

  /// When something about programs is due.
  var deadline: Double? {
    var earliest = min(ledger.due ?? .infinity, ledger.markEnd ?? .infinity)
    for program in running.values where program.place != .ending {
      if let limit = program.conduct.timeLimit { earliest = min(earliest, program.startedAt + limit) }
      if isWaitedFor(program) { earliest = min(earliest, program.windowlessSince + Self.slowStart) }
    }
    return earliest < .infinity ? earliest : nil
  }

  /// What is due at a time, in the order of the starts; restarts come last.
  mutating func due(at time: Double, into effects: inout [ShellEffect]) -> [Intent] {
    var due: [Intent] = []
    if ledger.markEnd.map({ $0 <= time }) == true { ledger.removeMarks(at: time) }
    for (id, program) in running.sorted(by: { $0.key.number < $1.key.number }) where program.place != .ending
    {
      if let limit = program.conduct.timeLimit, program.startedAt + limit <= time {
        stop(id, into: &effects)
        effects.append(.log(.timeIsUp(tile: program.tile)))
        if foreground.program == id { due += [.leaveProgram, .showBriefly(.timeIsUp(tile: program.tile))] }
      } else if isWaitedFor(program), program.windowlessSince + Self.slowStart <= time {
        running[id]?.isSlow = true
        if foreground.program == id { due.append(.showSlow(tile: program.tile)) }
      }
    }
    let restarts = ledger.restarts.filter { $0.value.due.map { $0 <= time } == true }
    for (tile, restart) in restarts.sorted(by: { $0.key < $1.key }) {
      ledger.restarts[tile]?.due = nil
      due.append(.restart(tile: tile, hadScreen: restart.hadScreen))
    }
    return due
  }

  /// Postpones a restart while a page is open or the launcher is locked.
  mutating func postponeRestart(of tile: String, at time: Double) {
    ledger.restarts[tile]?.due = time + Self.readingTime
  }

  /// Plans another start; returns the seconds until then, and how often in a row it has failed.
  mutating func planRestart(of program: RunningProgram, at time: Double, hadScreen: Bool) -> (Double, Int) {
    let delay = ledger.planRestart(
      of: program.tileID, after: time - program.startedAt, at: time, hadScreen: hadScreen)
    return (delay, ledger.restarts[program.tileID]?.failures ?? 0)
  }

  /// A visitor left: no program may return by itself.
  mutating func callOffRestarts() { ledger.callOff(except: singleTile) }

  /// Another configuration can name other programs with autostart, and repair tiles that were out of order.
  mutating func reviewTiles() {
    ledger.forgetFailures()
    let isThere = singleTile.map { tile in
      running.values.contains { $0.tileID == tile } || ledger.restarts[tile]?.due != nil
    }
    autostart.review(isSingleTileThere: isThere == true)
  }

  // Marks.

  /// Whether it is time to inspect programs; from now on they have been.
  mutating func needsInspection(at time: Double) -> Bool {
    guard !running.isEmpty, time >= inspectedAt + Self.inspectionInterval else { return false }
    inspectedAt = time
    return true
  }

  /// Some programs have been stopped or frozen, and all others have not.
  private mutating func mark(halted: Set<ProgramID>) {
    for (id, program) in running where program.isHalted != halted.contains(id) {
      running[id]?.isHalted = halted.contains(id)
    }
  }

  /// Updates the marks. Returns the tiles whose marks changed, nil for none. Behind a program only slow ones
  /// are shown.
  mutating func updateMarks(isCovered: Bool) -> Set<String>? {
    guard marksAreOld, !isCovered || running.values.contains(where: \.isSlow) else { return nil }
    marksAreOld = false
    let wanted = wantedMarks
    let changed = Set(wanted.keys).union(marks.keys).filter { wanted[$0] != marks[$0] }
    guard !changed.isEmpty else { return nil }
    marks = wanted
    return changed
  }

  private var wantedMarks: [String: TileMark] {
    var wanted: [String: TileMark] = [:]
    for (tile, failure) in ledger.failures {
      if failure.markedUntil != nil { wanted[tile] = .failed }
      if failure.isOutOfOrder { wanted[tile] = .outOfOrder }
    }
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
