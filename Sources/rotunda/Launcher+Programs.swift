import Applications
import Configuration
import EventLoop
import Programs
import Shell

/// Programs: starting them and telling the shell what becomes of them.
extension Launcher {
  /// Starts a program, with a token of the compositor's where it is a visitor's wish and there are such.
  func start(_ program: ProgramID, _ request: ProgramRequest) {
    guard request.opensWindow, shell.programOnScreen == program else { return startNow(program, request) }
    awaitingToken[program] = request
    let isAsked = session.askForStartupToken { [weak self] token in
      guard let self, var request = awaitingToken.removeValue(forKey: program) else { return }
      for name in ProgramEnvironment.startupTokenNames { request.command.environment[name] = token }
      startNow(program, request)
      perform()
    }
    guard !isAsked else { return }
    awaitingToken[program] = nil
    startNow(program, request)
  }

  func stop(_ program: ProgramID) {
    let isAwaited = awaitingToken.removeValue(forKey: program) != nil
    guard awaitingFiles.remove(program) != nil || isAwaited else {
      running[program]?.stop(grace: Self.endGrace)
      return
    }
    // It never was anything that could be ended.
    shell.handle(.ended(program, .exited(status: 0)), at: EventLoop.now, into: &effects)
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
        perform()
      }
    } catch {
      awaitingFiles.remove(program)
      startReady(program, request)
    }
  }

  private func startReady(_ program: ProgramID, _ request: ProgramRequest) {
    if request.opensWindow { session.appWindows?.expect(program.number, names: request.windowNames) }
    do throws(StartFailure) {
      var request = request
      request.command = try directories.prepare(request.command, for: program.number)
      running[program] = try programs.start(request) { [weak self] event in self?.take(event, of: program) }
    } catch {
      forget(program)
      shell.handle(.startFailed(program, error), at: EventLoop.now, into: &effects)
    }
  }

  /// What starts with the launcher is started from now on.
  func beginPrograms() {
    tell(.tellsWindows(session.capabilities.tellsWindows))
    session.appWindows?.onFirstWindow = { [weak self] number in
      self?.tell(.windowAppeared(ProgramID(number)))
    }
    session.appWindows?.onLastWindowGone = { [weak self] number in
      self?.tell(.windowsGone(ProgramID(number)))
    }
    tell(.began)
  }

  func lookAtPrograms() {
    shell.handle(
      .halted(Set(running.filter(\.value.isHalted).keys)), at: EventLoop.now, into: &effects)
  }

  func power(_ action: PowerAction) {
    machinePower.perform(action) { [weak self] reason in
      // Not from inside the call: it may fail at once.
      self?.tell(.powerFailed(action, reason: reason))
    }
  }

  private func take(_ event: ProgramEvent, of program: ProgramID) {
    switch event {
    case .startFailed(let failure):
      forget(program)
      tell(.startFailed(program, failure))
    case .unlimited(let reason): tell(.programUnlimited(program, reason: reason))
    case .ended(let reason):
      forget(program)
      tell(.ended(program, reason))
    }
  }

  private func forget(_ program: ProgramID) {
    running[program] = nil
    directories.wipe(program.number)
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

extension ProgramStarter.Containment {
  init(_ units: KioskSettings.Units) {
    self =
      switch units {
      case .automatic: .automatic
      case .always: .units
      case .never: .processes
      }
  }
}
