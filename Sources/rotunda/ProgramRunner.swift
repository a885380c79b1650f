import Applications
import Configuration
import Display
import DisplayRelay
import EventLoop
import Programs
import Shell
import State

/// Starts and stops programs, and posts to the shell what becomes of them.
final class ProgramRunner {
  /// Seconds that programs get to end by themselves.
  static let endGrace = 2.0

  /// Takes what becomes of programs.
  var onEvent: (ShellEvent) -> Void = { _ in }

  private let loop: EventLoop
  private let starter: ProgramStarter
  private let directories: PrivateDirectories
  private let session: WaylandSession
  private let display: ProgramDisplay
  /// Programs that have not ended.
  private var running: [ProgramID: any StartedProgram] = [:]
  /// Programs that wait for the compositor's token.
  private var awaitingToken: [ProgramID: ProgramRequest] = [:]
  /// Programs whose files are looked at.
  private var awaitingFiles: Set<ProgramID> = []

  init(
    _ loop: EventLoop, _ starter: ProgramStarter, _ environment: ProcessEnvironment, _ session: WaylandSession
  ) {
    (self.loop, self.starter, self.session) = (loop, starter, session)
    directories = PrivateDirectories(loop: loop, base: environment.visitsDirectory)
    display = ProgramDisplay(
      loop: loop, session.connection, session.registry, environment: environment.variables,
      place: .own(environment.variables), relay: RelayDisplayCommand.program)
  }

  var hasPrograms: Bool { !running.isEmpty }

  /// How programs are contained from now on.
  func apply(_ units: KioskSettings.Units) {
    starter.containment =
      switch units {
      case .automatic: .automatic
      case .always: .units
      case .never: .processes
      }
  }

  /// Posts what the compositor reports of programs' windows from now on.
  func begin() {
    onEvent(.tellsWindows(session.capabilities.tellsWindows))
    session.appWindows?.onFirstWindow = { [weak self] in self?.onEvent(.windowAppeared(ProgramID($0))) }
    session.appWindows?.onLastWindowGone = { [weak self] in self?.onEvent(.windowsGone(ProgramID($0))) }
  }

  /// Starts a program, with a token of the compositor's where it opens a window that a visitor waits for.
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

  /// Ends a program, also one that has not been started yet.
  func stop(_ program: ProgramID) {
    let isAwaited = awaitingToken.removeValue(forKey: program) != nil
    guard awaitingFiles.remove(program) != nil || isAwaited else {
      running[program]?.stop(grace: Self.endGrace)
      return
    }
    // It never was anything that could be ended.
    onEvent(.ended(program, .exited(status: 0)))
  }

  /// Posts which programs have been stopped or frozen.
  func lookForHalted() { onEvent(.halted(Set(running.filter(\.value.isHalted).keys))) }

  /// Ends all programs, and calls `done` when they and what they left are gone.
  func end(grace: Double, done: @escaping () -> Void) {
    awaitingToken = [:]
    awaitingFiles = []
    starter.stopAll(grace: grace) { [directories, display] in
      display.end()
      directories.wipeAll(done: done)
    }
  }

  /// Starts a program whose files may take their time.
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
    // A browser would show its own page about that.
    if request.command.needsNetwork, request.limits.hasNetwork, !MachineFacts.hasNetwork {
      forget(program)
      return onEvent(.startFailed(program, .noNetwork))
    }
    if request.opensWindow { session.appWindows?.expect(program.number, names: request.windowNames) }
    do throws(StartFailure) {
      var request = request
      request.command = try directories.prepare(request.command, for: program.number)
      try giveDisplay(program, &request)
      running[program] = try starter.start(request) { [weak self] in self?.handle($0, of: program) }
    } catch {
      forget(program)
      onEvent(.startFailed(program, error))
    }
  }

  /// Has a program find the display for programs, unless its tile names another.
  private func giveDisplay(_ program: ProgramID, _ request: inout ProgramRequest) throws(StartFailure) {
    guard request.command.environment[Self.displayVariable] == nil else { return }
    do throws(ProgramSocketError) {
      request.command.environment[Self.displayVariable] = try display.open(
        for: program.number, tile: request.tile)
    } catch {
      throw .refused(errno: error.errno, text: error.description)
    }
  }

  /// Where programs find the compositor: a path, which libwayland takes since 1.15.
  private static let displayVariable = "WAYLAND_DISPLAY"

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
  /// What its windows are likely to call themselves.
  fileprivate var windowNames: [String] {
    let program = command.arguments.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return command.windowNames + [program].compactMap { $0 }
  }
}
