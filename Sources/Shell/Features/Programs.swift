import Configuration
import Programs

/// A program that was started and has not ended.
struct RunningProgram: Hashable {
  /// The place of a program.
  enum Place: Hashable {
    /// In front of the visitor, as far as is known.
    case screen
    /// Running in the background.
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
  /// Whether it has a window, if the compositor reports windows.
  fileprivate(set) var hasWindow = false
  /// When it lost its window, or started without one.
  fileprivate(set) var windowlessSince: Double
  /// Whether it has ever had a window.
  fileprivate(set) var hasHadWindow = false
  /// Whether its window is overdue.
  fileprivate(set) var isSlow = false
  /// Whether it ends because it hung.
  fileprivate(set) var isHung = false
  /// Whether it is stopped or frozen, as of the latest inspection.
  fileprivate(set) var isHalted = false
}

/// A program without a window that a control started.
struct SilentProgram: Hashable {
  let name: String
  let command: Command
  /// The toggle that switches back if the program fails.
  let toggle: Toggle?
  /// The control whose value the program sets; nil for others.
  let control: String?

  /// The state of a toggle before it was pressed.
  struct Toggle: Hashable {
    let id: String
    let wasOn: Bool
  }

  /// Creates the program of a control. `isOn` is the new state of its toggle, if it has just changed.
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
  /// The programs without a window.
  private(set) var silent: [ProgramID: SilentProgram] = [:]
  /// An ending program whose tile opens when it is gone.
  private var awaited: ProgramID?
  /// The programs that open by themselves.
  var autostart = Autostart()
  /// The owner of the screen.
  private(set) var foreground = Foreground()
  /// The marks for tiles' programs, by the tiles' identifiers.
  private(set) var marks: [String: TileMark] = [:]
  /// The number of programs that can run in the background; nil for any number.
  private var keptLimit: Int?
  /// Whether the compositor reports programs' windows.
  private var tellsWindows = false { didSet { marksAreOld = true } }
  private var ledger = ProgramLedger() { didSet { marksAreOld = true } }
  private var last = 0
  /// Whether programs changed since the latest update of the marks.
  private var marksAreOld = false
  private var inspectedAt = -Double.infinity

  /// Seconds after which a program without a window is reported as slow, if the compositor reports windows.
  static let slowStart = 10.0
  /// The most programs without a window at a time. Further presses of a control have no effect.
  private static let mostSilent = 16
  /// Seconds after which a postponed restart checks again whether a page is open.
  private static let readingTime = 5.0
  /// Seconds between two inspections of the kernel's process states.
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
  /// The tile of a kiosk with a single program.
  var singleTile: String? { autostart.singleTile }
  /// The programs that continued in the background, in the order of their starts. Programs that started there
  /// belong to no visitor.
  private var kept: [ProgramID] {
    running.filter { $0.value.place == .background && $0.value.hasHadScreen }.keys.sorted {
      $0.number < $1.number
    }
  }

  /// Returns the running or ending program of a tile that allows only one.
  func earlierProgram(of tile: LauncherTile) -> ProgramID? {
    guard tile.conduct.instances == .single else { return nil }
    return running.filter { $0.value.tileID == tile.id }.keys.max { $0.number < $1.number }
  }

  // Starts and ends.

  private mutating func next() -> ProgramID {
    last += 1
    return ProgramID(last)
  }

  /// Starts the program of a tile, in front of the visitor or in the background.
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
    // A kiosk with a single program keeps its planned restart.
    ledger.started(tile.id, takesScreen: !outOfSight, keeping: outOfSight ? nil : singleTile)
    effects.append(.start(program, tile.request(command)))
    if !outOfSight { foreground.give(to: program, at: time) }
  }

  /// Starts the program of a tile in the background.
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

  /// Notes that the program of a tile ended or did not start. Returns the program, and whether it had the
  /// screen.
  mutating func ended(
    _ program: ProgramID, into effects: inout [ShellEffect]
  ) -> (program: RunningProgram, hadScreen: Bool)? {
    guard let running = running.removeValue(forKey: program) else { return nil }
    guard foreground.program == program else { return (running, false) }
    foreground.giveBack()
    effects.append(.comeForward)
    return (running, true)
  }

  /// Notes that a tile's program did not start, or ended badly.
  mutating func failed(_ tile: String, after seconds: Double, at time: Double) {
    ledger.failed(tile, after: seconds, at: time)
  }
  /// Tiles that are out of order, in alphabetical order.
  var outOfOrder: [String] { ledger.failures.filter(\.value.isOutOfOrder).keys.sorted() }
  /// Notes that a tile's program ended well.
  mutating func worked(_ tile: String) { ledger.worked(tile) }

  /// Asks a program to end, unless it is ending or gone.
  mutating func stop(_ program: ProgramID, into effects: inout [ShellEffect]) {
    guard let place = running[program]?.place, place != .ending else { return }
    running[program]?.place = .ending
    effects.append(.stop(program))
  }

  // The screen.

  /// Sets whether the launcher's window is in front, according to the compositor.
  mutating func setFocus(_ hasFocus: Bool) { foreground.hasFocus = hasFocus }
  /// Notes that the launcher is visible.
  mutating func showLauncher() { foreground.giveBack() }

  /// Takes the screen from the program, which ends or continues by its tile's setting.
  mutating func leaveScreen(into effects: inout [ShellEffect]) {
    guard let program = foreground.program else { return }
    if running[program]?.place == .ending {
      // It is already ending.
    } else if outlivesVisit(program), canKeep {
      keep(program, into: &effects)
    } else {
      stop(program, into: &effects)
    }
    foreground.giveBack()
    effects.append(.comeForward)
  }

  /// Takes the screen from the program while a panel covers it. Returns nil if the program cannot wait.
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

  /// Gives the screen back to a waiting program. Returns false if it no longer waits.
  mutating func bringBack(
    _ program: ProgramID?, at time: Double, into effects: inout [ShellEffect]
  ) -> Bool {
    guard let program, running[program]?.place == .background else { return false }
    running[program]?.place = .screen
    foreground.give(to: program, at: time)
    effects.append(.bringForward(program))
    return true
  }

  /// Handles a program that the compositor cannot raise: it ends and starts again. `isAttraction` says that
  /// it is a scene of attract mode.
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

  /// Ends the program on the screen, because it hangs. Its tile opens again when it is gone. `isAttraction`
  /// says that it is a scene of attract mode.
  mutating func startAnew(
    _ program: ProgramID, isAttraction: Bool, at time: Double, into effects: inout [ShellEffect]
  ) -> [Intent] {
    guard let running = running[program], running.place == .screen, foreground.program == program else {
      return []
    }
    failed(running.tileID, after: time - running.startedAt, at: time)
    self.running[program]?.isHung = true
    stop(program, into: &effects)
    foreground.giveBack()
    effects += [.comeForward, .emit(.hung(tile: running.tileID))]
    if isAttraction { return [.logError(.hung(tile: running.tile)), .sceneEnded] }
    awaited = program
    return [.logError(.hung(tile: running.tile)), .show(Notice(.hung(tile: running.tile), expires: nil))]
  }

  /// Ends a waiting program to which no visitor returns, unless its tile keeps it.
  mutating func dismiss(_ program: ProgramID?, into effects: inout [ShellEffect]) {
    if let program, running[program]?.onHome != .keep { stop(program, into: &effects) }
  }

  /// Ends the visit, and the program unless it outlives the visit.
  mutating func endVisit(of program: ProgramID?, into effects: inout [ShellEffect]) {
    foreground.beginVisit()
    if let program, !outlivesVisit(program) { stop(program, into: &effects) }
  }

  /// Reports whether a program outlives the visit. A single program never does: it starts fresh for the next
  /// visitor.
  private func outlivesVisit(_ program: ProgramID) -> Bool {
    running[program]?.onHome == .keep && singleTile == nil
  }

  /// Ends background programs for a lock. Without window reports, they could cover the PIN pad.
  mutating func lock(into effects: inout [ShellEffect]) {
    if !tellsWindows { for program in kept { stop(program, into: &effects) } }
  }

  // Places.

  /// Moves a program to the background. It becomes the one to return to, and the oldest surplus programs end.
  mutating func keep(_ program: ProgramID, into effects: inout [ShellEffect]) {
    running[program]?.place = .background
    effects.append(.keep(program))
    guard let keptLimit else { return }
    let kept = kept
    for old in kept.filter({ $0 != program }).prefix(max(0, kept.count - keptLimit)) {
      stop(old, into: &effects)
    }
  }

  /// Opens a tile whose program is running. The program returns, or the tile waits for its end, because few
  /// programs run twice. Returns whether the program returns.
  mutating func reopen(
    _ program: ProgramID, for tile: LauncherTile, at time: Double, into effects: inout [ShellEffect]
  ) -> Bool {
    if case .start(let command) = tile.action, case .code = command.origin,
      command.origin != running[program]?.command.origin
    {
      // The running program shows another code.
      stop(program, into: &effects)
    } else if running[program]?.place == .screen, !tellsWindows {
      // The program may have no window to show. Therefore it starts again.
      stop(program, into: &effects)
    } else if running[program]?.isHalted == true {
      // A halted program would neither appear nor draw.
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

  /// Stops waiting for the end of a program. Returns whether a tile waited for it.
  mutating func stopAwaiting(_ program: ProgramID) -> Bool {
    guard awaited == program else { return false }
    awaited = nil
    return true
  }

  // Windows.

  /// Notes the first window of a program. Returns false for unknown programs. A background program must not
  /// cover the launcher.
  mutating func windowAppeared(_ program: ProgramID, into effects: inout [ShellEffect]) -> Bool {
    running[program]?.hasWindow = true
    running[program]?.hasHadWindow = true
    running[program]?.isSlow = false
    if running[program]?.place == .background, foreground.isLauncher { effects.append(.comeForward) }
    return running[program] != nil
  }

  /// Notes that a program no longer has a window. It has as much time for another as for its first.
  private mutating func windowsGone(_ program: ProgramID, at time: Double) {
    guard running[program]?.hasWindow == true else { return }
    running[program]?.hasWindow = false
    running[program]?.windowlessSince = time
  }

  private func isWaitedFor(_ program: RunningProgram) -> Bool {
    tellsWindows && program.place == .screen && !program.hasWindow && !program.isSlow
  }

  // Time.

  /// When a program is next due.
  var deadline: Double? {
    var earliest = min(ledger.due ?? .infinity, ledger.markEnd ?? .infinity)
    for program in running.values where program.place != .ending {
      if let limit = program.conduct.timeLimit { earliest = min(earliest, program.startedAt + limit) }
      if isWaitedFor(program) { earliest = min(earliest, program.windowlessSince + Self.slowStart) }
    }
    return earliest < .infinity ? earliest : nil
  }

  /// Returns what is due at a time, in the order of the starts. Restarts come last.
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

  /// Plans another start. Returns the seconds until then, and the number of successive failures.
  mutating func planRestart(of program: RunningProgram, at time: Double, hadScreen: Bool) -> (Double, Int) {
    let delay = ledger.planRestart(
      of: program.tileID, after: time - program.startedAt, at: time, hadScreen: hadScreen)
    return (delay, ledger.restarts[program.tileID]?.failures ?? 0)
  }

  /// Cancels restarts, because the visitor left and no program may return by itself.
  mutating func callOffRestarts() { ledger.callOff(except: singleTile) }

  /// Follows a new configuration, which can change autostart programs, and repair tiles that were out of
  /// order.
  mutating func reviewTiles() {
    ledger.forgetFailures()
    let isThere = singleTile.map { tile in
      running.values.contains { $0.tileID == tile } || ledger.restarts[tile]?.due != nil
    }
    autostart.review(isSingleTileThere: isThere == true)
  }

  // Marks.

  /// Reports whether an inspection of programs is due, and marks it as done.
  mutating func needsInspection(at time: Double) -> Bool {
    guard !running.isEmpty, time >= inspectedAt + Self.inspectionInterval else { return false }
    inspectedAt = time
    return true
  }

  /// Notes which programs are stopped or frozen.
  private mutating func mark(halted: Set<ProgramID>) {
    for (id, program) in running where program.isHalted != halted.contains(id) {
      running[id]?.isHalted = halted.contains(id)
    }
  }

  /// Updates the marks. Returns the tiles whose marks changed; nil for none. Behind a program only slow ones
  /// matter.
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
    // The latest of several programs of a tile counts.
    for (_, program) in running.sorted(by: { $0.key.number < $1.key.number }) where program.place != .ending {
      let isStarting = tellsWindows && !program.hasHadWindow && program.place == .screen
      let isUnresponsive = program.isSlow || program.isHalted
      wanted[program.tileID] = isUnresponsive ? .unresponsive : isStarting ? .starting : .running
    }
    return wanted
  }
}

/// A start of a program.
package struct ProgramID: Hashable, Sendable {
  /// The number of the start, counted from 1.
  package let number: Int

  /// Creates the identifier of the start with a number.
  package init(_ number: Int) {
    self.number = number
  }
}
