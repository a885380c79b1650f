import Applications
import Configuration
import Display
import DisplayRelay
import EventLoop
import Glibc
import Programs
import Shell
import State

/// The place where the service for another user looks up a program.
struct VisitOrigin {
  /// The absolute path of the configuration.
  let configuration: String
  /// The visitor's language, as a tag; nil if not chosen.
  let language: String?
}

/// Starts and stops programs, and posts their events to the shell.
final class ProgramRunner {
  /// Seconds that programs get to end by themselves.
  static let endGrace = 2.0

  /// Called with programs' events.
  var onEvent: (ShellEvent) -> Void = { _ in }

  private let loop: EventLoop
  private let starter: ProgramStarter
  private let directories: PrivateDirectories
  private let session: WaylandSession
  private let display: ProgramDisplay
  /// The service that starts programs as another user; nil if there is none.
  private let remote: RemotePrograms?
  /// Returns the place where that service looks up a tile's program.
  private let place: () -> VisitOrigin?
  /// The programs that have not ended.
  private var running: [ProgramID: any StartedProgram] = [:]
  /// The programs that wait for an activation token from the compositor.
  private var awaitingToken: [ProgramID: ProgramRequest] = [:]
  /// The programs whose files are being checked.
  private var awaitingFiles: Set<ProgramID> = []

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - remote: the service that starts programs as another user; nil if there is none.
  ///   - place: returns where that service looks up programs; nil if it cannot. Programs then run as the
  ///     launcher's user.
  init(
    _ loop: EventLoop, _ starter: ProgramStarter, _ remote: RemotePrograms?,
    _ environment: ProcessEnvironment,
    _ session: WaylandSession, place: @escaping () -> VisitOrigin?
  ) {
    (self.loop, self.starter, self.session) = (loop, starter, session)
    (self.remote, self.place) = (remote, place)
    directories = PrivateDirectories(
      loop: loop, base: environment.visitsDirectory, kept: environment.stateDirectory.map { "\($0)/programs" }
    )
    display = ProgramDisplay(
      loop: loop, session.connection, session.registry, environment: environment.variables,
      place: Self.displayPlace(remote, environment), relay: RelayDisplayCommand.program)
  }

  /// Returns the place for sockets to the compositor: one that the other user can reach, if programs run as
  /// that user.
  private static func displayPlace(
    _ remote: RemotePrograms?, _ environment: ProcessEnvironment
  ) -> ProgramSocketPlace {
    var status = stat()
    guard remote != nil, stat(VisitPlace.sockets, &status) == 0 else { return .own(environment.variables) }
    // The directory and the sockets in it have the same group.
    return ProgramSocketPlace(directory: VisitPlace.sockets, group: status.st_gid)
  }

  var hasPrograms: Bool { !running.isEmpty }

  /// Sets how programs are contained.
  func apply(_ units: KioskSettings.Units) {
    starter.containment =
      switch units {
      case .automatic: .automatic
      case .always: .units
      case .never: .processes
      }
  }

  /// Posts the compositor's reports about programs' windows from now on.
  func begin() {
    onEvent(.tellsWindows(session.capabilities.tellsWindows))
    session.appWindows?.onFirstWindow = { [weak self] in self?.onEvent(.windowAppeared(ProgramID($0))) }
    session.appWindows?.onLastWindowGone = { [weak self] in self?.onEvent(.windowsGone(ProgramID($0))) }
  }

  /// Starts a program. First requests an activation token if a visitor waits for its window.
  func start(_ program: ProgramID, _ request: ProgramRequest, isOnScreen: Bool) {
    guard request.opensWindow, isOnScreen else { return startNow(program, request) }
    awaitingToken[program] = request
    let isAsked = session.askForStartupToken { [weak self] token in
      guard let self, var request = awaitingToken.removeValue(forKey: program) else { return }
      for name in ProgramEnvironment.startupTokenNames { request.command.environment[name] = token }
      startNow(program, request)
    }
    guard !isAsked else { return }
    awaitingToken[program] = nil
    startNow(program, request)
  }

  /// Ends a program, also one that has not started yet.
  func stop(_ program: ProgramID) {
    let isAwaited = awaitingToken.removeValue(forKey: program) != nil
    guard awaitingFiles.remove(program) != nil || isAwaited else {
      running[program]?.stop(grace: Self.endGrace)
      return
    }
    // Nothing has run yet.
    onEvent(.ended(program, .exited(status: 0)))
  }

  /// Posts which programs are stopped or frozen.
  func lookForHalted() {
    let own = Set(running.filter(\.value.isHalted).keys)
    guard let remote else { return onEvent(.halted(own)) }
    remote.lookForHalted { [weak self] in self?.onEvent(.halted(own.union($0.map { ProgramID($0) }))) }
  }

  /// Ends all programs. Calls `done` when they and their leftovers are gone.
  func end(grace: Double, done: @escaping () -> Void) {
    awaitingToken = [:]
    awaitingFiles = []
    let wipe = { [directories, display] in
      display.end()
      directories.wipeAll(done: done)
    }
    starter.stopAll(grace: grace) { [remote] in
      guard let remote else { return wipe() }
      remote.stopAll(grace: grace, done: wipe)
    }
  }

  /// Starts a program after a thread has checked its files, which may be slow.
  private func startNow(_ program: ProgramID, _ request: ProgramRequest) {
    awaitingFiles.insert(program)
    let files = StartFiles(of: request.command)
    do throws(EventLoopError) {
      try loop.inBackground {
        files.inspect()
      } done: { [weak self] in
        guard let self, awaitingFiles.remove(program) != nil else { return }
        startReady(program, request)
      }
    } catch {
      awaitingFiles.remove(program)
      startReady(program, request)
    }
  }

  private func startReady(_ program: ProgramID, _ request: ProgramRequest) {
    // A browser would show its own error page.
    if request.command.needsNetwork, request.limits.network != .nowhere, !MachineFacts.hasNetwork {
      forget(program)
      return onEvent(.startFailed(program, .noNetwork))
    }
    if request.opensWindow { session.appWindows?.expect(program.number, names: request.windowNames) }
    do throws(StartFailure) {
      let path = try openDisplay(for: program, request)
      if let remote, let order = order(program, request, path) {
        running[program] = try remote.start(order) { [weak self] in self?.handle($0, of: program) }
        return
      }
      var request = try directories.prepare(request, for: program.number)
      if let path { request.command.environment[Self.displayVariable] = displayName(path, request) }
      running[program] = try starter.start(request) { [weak self] in self?.handle($0, of: program) }
    } catch {
      forget(program)
      onEvent(.startFailed(program, error))
    }
  }

  /// Opens a display for a program, and returns its path. Returns nil if the tile names another display, or
  /// there is none.
  private func openDisplay(for program: ProgramID, _ request: ProgramRequest) throws(StartFailure) -> String?
  {
    guard request.command.environment[Self.displayVariable] == nil else { return nil }
    do throws(ProgramSocketError) {
      return try display.open(for: program.number, tile: request.tile)
    } catch {
      throw .refused(errno: error.errno, text: error.description)
    }
  }

  /// The variable with the compositor's socket.
  private static let displayVariable = "WAYLAND_DISPLAY"

  /// Returns the name of a display's socket, relative to the program's `XDG_RUNTIME_DIR` if it is below that.
  /// Otherwise returns its path. libwayland accepts both since 1.15, and the sandbox of WebKitGTK only names.
  private func displayName(_ path: String, _ request: ProgramRequest) -> String {
    let runtime =
      request.command.environment["XDG_RUNTIME_DIR"]
      ?? ProcessEnvironment.current.variables["XDG_RUNTIME_DIR"] ?? ""
    guard runtime.hasPrefix("/"), path.hasPrefix(runtime + "/") else { return path }
    return String(path.dropFirst(runtime.count + 1))
  }

  /// Returns the order for the service; nil for programs of the launcher itself, and if the service cannot
  /// look up tiles.
  private func order(
    _ program: ProgramID, _ request: ProgramRequest, _ display: String?
  ) -> ProgramStartOrder? {
    guard request.command.origin != .launcher, let place = place() else { return nil }
    return ProgramStartOrder(
      program: program.number, configuration: place.configuration, tile: request.tile,
      origin: request.command.origin,
      language: place.language, display: display,
      token: request.command.environment[ProgramEnvironment.startupTokenNames[0]])
  }

  private func handle(_ event: ProgramEvent, of program: ProgramID) {
    switch event {
    case .startFailed(let failure):
      forget(program)
      onEvent(.startFailed(program, failure))
    case .unlimited(let reason): onEvent(.programUnlimited(program, reason: reason))
    case .ended(let reason):
      forget(program)
      onEvent(.ended(program, reason))
    }
  }

  private func forget(_ program: ProgramID) {
    running[program] = nil
    directories.wipe(program.number)
    display.close(for: program.number)
    session.appWindows?.forget(program.number)
  }
}

extension ProgramRequest {
  /// The likely names of its windows.
  fileprivate var windowNames: [String] {
    let program = command.arguments.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return command.windowNames + [program].compactMap { $0 }
  }
}
