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
    post(.ended(program, .exited(status: 0)))
  }

  /// Starts a program whose files may take their time.
  private func startNow(_ program: ProgramID, _ request: ProgramRequest) {
    awaitingFiles.insert(program)
    let files = StartFiles(of: request.command)
    do throws(EventLoopError) {
      try loop.inBackground {
        files.look()
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
    if request.opensWindow { session.appWindows?.expect(program.number, names: request.windowNames) }
    do throws(StartFailure) {
      var request = request
      request.command = try directories.prepare(request.command, for: program.number)
      running[program] = try programs.start(request) { [weak self] event in self?.take(event, of: program) }
    } catch {
      forget(program)
      post(.startFailed(program, error))
    }
  }

  /// What starts with the launcher is started from now on.
  func beginPrograms() {
    post(.tellsWindows(session.capabilities.tellsWindows))
    session.appWindows?.onFirstWindow = { [weak self] number in
      self?.post(.windowAppeared(ProgramID(number)))
    }
    session.appWindows?.onLastWindowGone = { [weak self] number in
      self?.post(.windowsGone(ProgramID(number)))
    }
    post(.began)
  }

  func lookAtPrograms() {
    post(.halted(Set(running.filter(\.value.isHalted).keys)))
  }

  func power(_ action: PowerAction) {
    machinePower.perform(action) { [weak self] in self?.post(.powerFailed(action, reason: $0)) }
  }

  private func take(_ event: ProgramEvent, of program: ProgramID) {
    switch event {
    case .startFailed(let failure):
      forget(program)
      post(.startFailed(program, failure))
    case .unlimited(let reason): post(.programUnlimited(program, reason: reason))
    case .ended(let reason):
      forget(program)
      post(.ended(program, reason))
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
