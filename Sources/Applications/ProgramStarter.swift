import Bus
import CLinux
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// Starts programs: each in its own systemd unit if a service manager is available, otherwise as a child in
/// its own session.
///
/// A program in a unit does not inherit the launcher's restrictions, so browsers can create their own
/// sandboxes. All its processes end with the unit, even those that escape the session. Units also support
/// limits.
package final class ProgramStarter {
  /// When to start programs in units.
  package nonisolated enum Containment: Hashable, Sendable {
    /// If a service manager is available.
    case automatic
    /// Always: a missing service manager is a fault.
    case units
    /// Never.
    case processes
  }

  package var containment = Containment.automatic {
    didSet { if containment != oldValue { check() } }
  }

  private let loop: EventLoop
  private let environment: [String: String]
  private let processes: ProgramLauncher
  private let manager: ServiceManager?
  private var units: [ObjectIdentifier: UnitProgram] = [:]
  private var whenAllGone: [() -> Void] = []
  /// Shared by all starters of this process, because unit names contain the process ID.
  private static var lastNumber = 0
  private var reconnect: Deadline?
  private var attempts = 0
  /// Whether the journal already lists the variables that units do not get.
  private var hasToldOfWithheld = false
  /// Whether a user's manager can give programs another view of the file system, as far as known.
  private var hasNamespaces = true
  /// The user that programs run as; nil for the launcher's own user.
  private let account: ProgramAccount?
  /// Whether the machine's manager can restrict programs to some network addresses; nil while unknown.
  private var filtersAddresses: Bool?
  /// The starts that wait for `filtersAddresses`.
  private var awaitingFilter: [() -> Void] = []

  /// The most reconnection attempts, and the seconds between them.
  private static let mostAttempts = 5
  private static let attemptInterval = 0.5

  /// Creates a starter for a launcher with this environment. Programs write to the launcher's output, or from
  /// a unit to the journal if the launcher does.
  ///
  /// - Parameter account: only for root: the user that programs run as, if not root.
  package init(
    loop: EventLoop, environment: [String: String], account: ProgramAccount? = nil
  ) throws(EventLoopError) {
    (self.loop, self.account) = (loop, account)
    self.environment = environment
    processes = ProgramLauncher(loop: loop)
    manager = ServiceManager(loop: loop, environment: environment)
    manager?.onLost = { [weak self] in self?.lost() }
    manager?.sweep()
    reconnect = try loop.addDeadline { [weak self] in self?.connectAgain() }
    if let manager {
      log.info(
        "programs run in units of the \(manager.isUserManager ? "user's" : "machine's") service manager")
    }
  }

  /// The number of programs with remaining processes.
  package var count: Int { processes.count + units.count }

  /// Whether programs run in their own units.
  package var usesUnits: Bool { manager != nil && containment != .processes }

  /// Adopts orphans as `ProgramLauncher.adoptOrphans` does.
  package func adoptOrphans() throws(EventLoopError) { try processes.adoptOrphans() }

  /// Whether the launcher's standard error is connected to the journal, as systemd.exec(5) defines.
  private var writesToJournal: Bool { environment["JOURNAL_STREAM"]?.isEmpty == false }

  /// Returns the protection that units of a manager can enforce.
  private func protection(by manager: ServiceManager) -> UnitProtection.Manager {
    guard manager.isUserManager else { return .machine(account) }
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return .user(runtime: runtime, hasNamespaces: hasNamespaces)
  }

  private func nextNumber() -> Int {
    Self.lastNumber += 1
    return Self.lastNumber
  }

  /// Runs a command and passes its standard output to `done`. Calls `done` once, from the loop and never from
  /// inside this call. Passes nil if the command fails, writes nothing, or exceeds `CommandReading.patience`.
  package func read(_ command: Command, done: @escaping (String?) -> Void) throws(StartFailure) {
    try CommandReading(loop: loop, done: done).start(command, processes)
  }

  private func check() {
    guard containment == .units, manager == nil else { return }
    log.error("there is no service manager: programs share the launcher's unit, and nothing limits them")
  }

  /// Starts a program. Events come from the loop, never from inside this call.
  package func start(
    _ request: ProgramRequest, onEvent: @escaping (ProgramEvent) -> Void
  ) throws(StartFailure) -> any StartedProgram {
    guard usesUnits, let manager, manager.connect() else {
      return try startProcess(request, onEvent: onEvent)
    }
    let start = ProgramStart()
    guard case .only = request.limits.network, !manager.isUserManager, filtersAddresses == nil else {
      try startUnit(request, manager, start, onEvent)
      return start
    }
    whenFilterIsKnown(manager) { [weak self] in
      do throws(StartFailure) {
        // The program may have been stopped in the meantime.
        if start.isStopped { throw .refused(errno: ECANCELED, text: String(cString: strerror(ECANCELED))) }
        try self?.startUnit(request, manager, start, onEvent)
      } catch {
        onEvent(.startFailed(error))
      }
    }
    return start
  }

  /// Calls `body` once it is known whether units can be restricted to some addresses. The kernel may not
  /// support that; the manager starts such units anyway, without the restriction.
  private func whenFilterIsKnown(_ manager: ServiceManager, _ body: @escaping () -> Void) {
    awaitingFilter.append(body)
    guard awaitingFilter.count == 1 else { return }
    let name = UnitName.make(tile: "addresses", launcher: getpid(), number: nextNumber())
    manager.countsTraffic(name) { [weak self] counts in
      guard let self else { return }
      filtersAddresses = counts
      if !counts {
        log.warning("the kernel does not let the service manager restrict programs to some addresses")
      }
      let waiting = awaitingFilter
      awaitingFilter = []
      waiting.forEach { $0() }
    }
  }

  /// Starts a program in a unit.
  private func startUnit(
    _ request: ProgramRequest, _ manager: ServiceManager, _ start: ProgramStart,
    _ onEvent: @escaping (ProgramEvent) -> Void
  ) throws(StartFailure) {
    let unit = try unit(request, manager)
    var started: UnitProgram?
    let program: UnitProgram
    do throws(EventLoopError) {
      program = try UnitProgram(unit, manager, loop: loop) { [weak self] news in
        if let started { self?.handle(news, of: started, request, start, onEvent) }
      }
    } catch {
      throw .refused(errno: error.errno, text: error.description)
    }
    // The request could not even be sent.
    if program.isGone { return start.adopt(try startProcess(request, onEvent: onEvent)) }
    started = program
    units[ObjectIdentifier(program)] = program
    start.adopt(program)
    logUnit("\(unit.name) started: \(request.command.arguments[0])", request)
  }

  private func handle(
    _ news: UnitProgram.News, of program: UnitProgram, _ request: ProgramRequest, _ start: ProgramStart,
    _ onEvent: @escaping (ProgramEvent) -> Void
  ) {
    switch news {
    case .startFailed(.notExecutable): onEvent(notExecuted(request.command))
    case .startFailed(.refused(_, UnitState.namespaceText))
    where hasNamespaces && manager?.isUserManager == true:
      startWithoutNamespaces(request, start, onEvent)
    case .startFailed(let failure): onEvent(.startFailed(failure))
    case .ended(let reason):
      logUnit("\(program.name) ended: \(reason)", request)
      onEvent(.ended(reason))
    case .gone: forget(program)
    case .refused(let error):
      log.warning("the service manager does not start \(program.name): \(error)")
      startInstead(request, start, onEvent)
      forget(program)
    }
  }

  /// Retries without namespaces on a machine whose users have none: files cannot be hidden from programs
  /// there. A program that must have no network does not start then.
  private func startWithoutNamespaces(
    _ request: ProgramRequest, _ start: ProgramStart, _ onEvent: @escaping (ProgramEvent) -> Void
  ) {
    hasNamespaces = false
    log.warning(
      "this machine allows no user namespaces: programs see all files that the launcher's user sees")
    guard let manager else { return }
    do throws(StartFailure) {
      try startUnit(request, manager, start, onEvent)
    } catch {
      onEvent(.startFailed(error))
    }
  }

  /// Starts a program as a child after the manager refused it.
  private func startInstead(
    _ request: ProgramRequest, _ start: ProgramStart, _ onEvent: @escaping (ProgramEvent) -> Void
  ) {
    do throws(StartFailure) {
      start.adopt(try startProcess(request, onEvent: onEvent))
    } catch {
      onEvent(.startFailed(error))
    }
  }

  private func startProcess(
    _ request: ProgramRequest, onEvent: @escaping (ProgramEvent) -> Void
  ) throws(StartFailure) -> any StartedProgram {
    let reason = "there is no service manager that limits what a program may do"
    // Starting without limits on shares is acceptable; starting without protection is not. A service that
    // starts programs as another user must never start them as root.
    if request.limits.isProtection || account != nil { throw .refused(errno: ENOTSUP, text: reason) }
    let command = request.limits.hasX11 ? try XCommand.wrapped(request.command) : request.command
    let program = try processes.start(command) { [weak self] reason in
      self?.logUnit("\(request.command.arguments[0]) ended: \(reason)", request)
      onEvent(.ended(reason))
    }
    if request.limits.isShare { loop.after(0) { onEvent(.unlimited(reason)) } }
    return program
  }

  /// Logs an event of a tile's program in the journal, with the tile as a searchable field.
  private func logUnit(_ text: String, _ request: ProgramRequest) {
    guard writesToJournal, TileJournal.write(text, tile: request.tile) else { return log.info("\(text)") }
  }

  private func forget(_ program: UnitProgram) {
    units[ObjectIdentifier(program)] = nil
    reportWhenAllGone()
  }

  private func reportWhenAllGone() {
    guard units.isEmpty, !whenAllGone.isEmpty else { return }
    let waiting = whenAllGone
    whenAllGone = []
    waiting.forEach { $0() }
  }

  /// Stops all programs as `StartedProgram.stop` does. Calls `done` when no process is left.
  package func stopAll(grace: Double, done: @escaping () -> Void) {
    whenAllGone.append { [processes] in processes.stopAll(grace: grace, done: done) }
    units.values.forEach { $0.stop(grace: grace) }
    processes.stopAll(grace: grace) {}
    reportWhenAllGone()
  }

  // MARK: When the manager goes

  private func lost() {
    attempts = 0
    reconnect?.set(EventLoop.now + Self.attemptInterval)
  }

  private func connectAgain() {
    attempts += 1
    let isConnected = manager?.connect() == true
    if !isConnected, attempts < Self.mostAttempts {
      reconnect?.set(EventLoop.now + Self.attemptInterval)
      return
    }
    for program in units.values { program.reconnected(isLost: !isConnected) }
  }
}

/// A program that was requested: in a unit, or as a child if the manager refuses it.
private final class ProgramStart: StartedProgram {
  var program: (any StartedProgram)?
  private var grace: Double?

  var isStopped: Bool { grace != nil }

  var mainProcess: Int32? { program?.mainProcess }

  func stop(grace: Double) {
    self.grace = grace
    program?.stop(grace: grace)
  }

  /// Replaces the program. Stops the new one if the start was already stopped.
  func adopt(_ other: any StartedProgram) {
    program = other
    if let grace { other.stop(grace: grace) }
  }
}

/// The contents of a program's unit.
extension ProgramStarter {
  /// Returns the unit for the next start.
  func unit(_ request: ProgramRequest, _ manager: ServiceManager) throws(StartFailure) -> TransientUnit {
    let (request, protection) = (Self.withBus(request), protection(by: manager))
    guard UnitProtection.canEnforce(request.limits, protection),
      filtersAddresses != false || !request.limits.isList
    else {
      let text =
        if request.limits.isList {
          manager.isUserManager
            ? "only rotunda-programs.service can restrict programs to some addresses"
            : "this machine's kernel cannot restrict programs to some addresses"
        } else {
          "this machine allows no user namespaces, which keep a program from the network"
        }
      throw .refused(errno: ENOTSUP, text: text)
    }
    try Spawn.checkDirectory(request.command.workingDirectory)
    let visit = try account.map { account throws(StartFailure) in try VisitCommand(request, account) }
    let command = visit?.command ?? request.command
    try Spawn.checkWords(command)
    let programEnvironment = ProgramEnvironment(for: command)
    logWithheld(programEnvironment)
    let executable = try Executable(command, searchPath: programEnvironment.searchPath)
    let directory = Self.absolute(command.workingDirectory ?? ".", in: Self.ownDirectory)
    var started = request
    started.command = command
    var unit = TransientUnit(
      name: UnitName.make(tile: request.tile, launcher: getpid(), number: nextNumber()), request: started,
      path: Self.absolute(executable.path, in: directory), directory: directory,
      environment: programEnvironment.assignments.filter(Self.isWelcome),
      output: writesToJournal ? nil : (STDOUT_FILENO, STDERR_FILENO),
      manager: protection)
    if let visit { try visit.addFiles(to: &unit) }
    if request.limits.hasX11 {
      try XCommand.check(searchPath: programEnvironment.searchPath)
      try unit.doFirst([XCommand.command])
    }
    return unit
  }

  /// The program that starts a session bus for a command: dbus-run-session(1).
  private static let busStarter = "dbus-run-session"

  /// Returns the request with its own session bus, if it has one, and otherwise without a bus. Through the
  /// launcher's bus a program could ask the service manager to start another program.
  private static func withBus(_ request: ProgramRequest) -> ProgramRequest {
    guard request.isProtected else { return request }
    var request = request
    if request.limits.hasSessionBus, request.command.arguments.first != busStarter {
      request.command.arguments = [busStarter, "--"] + request.command.arguments
    }
    if request.command.environment["DBUS_SESSION_BUS_ADDRESS"] == nil {
      request.command.environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
    }
    return request
  }

  /// Logs once the variables that managers reject: D-Bus and unit files support only UTF-8.
  private func logWithheld(_ environment: ProgramEnvironment) {
    guard !environment.foreign.isEmpty, !hasToldOfWithheld else { return }
    hasToldOfWithheld = true
    let names = environment.foreign.map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
    log.warning("programs in units do not get \(names.joined(separator: ", ")): the value is not UTF-8")
  }

  /// Returns the event for a manager's report that it could not execute a command's file.
  ///
  /// The manager gives no details. It also reports this for a program that ended before the manager noticed
  /// its start, if the program's exit status equals the manager's own. A complete executable was executed.
  private func notExecuted(_ command: Command) -> ProgramEvent {
    let searchPath = ProgramEnvironment(for: command).searchPath
    do throws(StartFailure) {
      let executable = try Executable(command, searchPath: searchPath)
      return executable.isComplete
        ? .ended(.exited(status: UnitState.notExecutedStatus)) : .startFailed(executable.failureToExecute)
    } catch {
      return .startFailed(error)
    }
  }

  private static func absolute(_ path: String, in directory: String) -> String {
    if path == "." { return directory }
    return path.hasPrefix("/") ? path : "\(directory)/\(path)"
  }

  private static var ownDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Variables that the manager sets for the launcher, and again for each unit: systemd.exec(5).
  private static let ofTheManager: Set<String> = [
    "JOURNAL_STREAM", "INVOCATION_ID", "MANAGERPID", "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE",
  ]

  /// Reports whether managers accept the variable's name: only letters, digits and underscores. Shells export
  /// functions under other names.
  private static func isWelcome(_ assignment: String) -> Bool {
    let name = assignment.prefix { $0 != "=" }.utf8
    guard !ofTheManager.contains(String(assignment.prefix { $0 != "=" })) else { return false }
    let isPlain = name.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
    }
    return isPlain && name.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
  }
}
