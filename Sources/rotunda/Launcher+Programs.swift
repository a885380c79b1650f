import Applications
import Configuration
import EventLoop
import Programs
import Shell

/// Programs: starting them and telling the shell what becomes of them.
extension Launcher {
  func start(_ program: ProgramID, _ request: ProgramRequest) {
    // Its windows are its own, though it does not have the screen.
    if shell.programOnScreen != program { session.appWindows?.expect(program.number) }
    do throws(StartFailure) {
      var request = request
      request.command = try directories.prepare(request.command, for: program.number)
      running[program] = try programs.start(request) { [weak self] event in self?.take(event, of: program) }
    } catch {
      directories.wipe(program.number)
      shell.handle(.startFailed(program, error), at: EventLoop.now, into: &effects)
    }
  }

  /// What starts with the launcher is started from now on.
  func beginPrograms() {
    tell(.tellsWindows(session.capabilities.tellsWindows))
    session.appWindows?.onFirstWindow = { [weak self] number in
      self?.tell(.windowAppeared(ProgramID(number)))
    }
    tell(.began)
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
      running[program] = nil
      directories.wipe(program.number)
      tell(.startFailed(program, failure))
    case .unlimited(let reason): tell(.programUnlimited(program, reason: reason))
    case .ended(let reason):
      running[program] = nil
      directories.wipe(program.number)
      tell(.ended(program, reason))
    }
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
