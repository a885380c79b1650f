import Applications
import Commands
import ConfigurationFile
import Diagnosis
import EventLoop
import Glibc
import GlobalTouch
import Inspection
import Logging
import Session
import Setup
import State
import Supervision

private let sessionLog = Log("session")
private let panelsLog = Log("panels")
private let programsLog = Log("programs")

/// `rotunda session`: the main process of a kiosk's service.
enum SessionCommand {
  static func run(_ options: SessionOptions) -> Int32 {
    do {
      let variables = ProcessEnvironment.current.variables
      let inspector = StartInspector(
        environment: variables, compositor: options.compositor.rawValue,
        arguments: options.compositorArguments)
      guard
        let session = try Session(
          options, environment: variables, findObstacle: { inspector.obstacle?.line },
          findRotation: { RotationSource(options.configuration, .current).rotation })
      else { return ExitStatus.system }
      return exitStatus(try session.run())
    } catch {
      sessionLog.error("\(error)")
      return ExitStatus.system
    }
  }

  private static func exitStatus(_ end: SessionEnd) -> Int32 {
    switch end {
    case .asked: ExitStatus.success
    case .console: ExitStatus.console
    case .lost: ExitStatus.compositorLost
    case .neverSeen: ExitStatus.unavailable
    case .refused: ExitStatus.system
    }
  }
}

/// `rotunda panels`: opens touch panels for the launcher.
enum PanelsCommand {
  static func run(_ options: PanelsOptions) -> Int32 {
    do throws(PanelService.Failure) {
      try PanelService(socket: options.socket, seat: options.seat).serve()
      return ExitStatus.success
    } catch {
      switch error {
      case .stranger: panelsLog.error("the service manager does not listen on \(options.socket)")
      case .unreachable(let number):
        panelsLog.error("no process listens on \(options.socket): \(String(cString: strerror(number)))")
      }
      return ExitStatus.unavailable
    }
  }
}

/// `rotunda programs`: starts programs of tiles as another user.
enum ProgramsCommand {
  /// Seconds that programs get to end by themselves when this service ends.
  private static let grace = 2.0

  static func run(_ options: ProgramsOptions) -> Int32 {
    let environment = ProcessEnvironment.current
    guard let listener = ActivationSocket.number(named: "rotunda-programs", in: environment.variables) else {
      programsLog.error(
        "the service manager passed no socket: only rotunda-programs.service runs this command")
      return ExitStatus.usage
    }
    guard getuid() == 0, let user = getpwnam(options.user)?.pointee.pw_uid else {
      programsLog.error(
        "only root can start programs as another user, and the launcher's user must exist")
      return ExitStatus.unavailable
    }
    OwnProcess.forbidInspection()
    do throws(EventLoopError) {
      let loop = try EventLoop()
      let signals = try EndSignal.all(loop)
      let tiles = TileCommands(loop, environment)
      let service = try ProgramService(
        loop: loop, listener: listener, account: options.account, users: [0, user],
        environment: environment.variables
      ) { tiles.find($0, answer: $1) }
      for signal in signals {
        signal.onSignal = { service.end(grace: grace) { loop.stop(status: ExitStatus.success) } }
      }
      return try loop.run()
    } catch {
      programsLog.error("\(error)")
      return ExitStatus.system
    }
  }
}

/// `rotunda setup`: turns a machine into a kiosk, and reverts that.
enum SetupCommand {
  static func run(_ asked: SetupOptions) -> Int32 {
    do {
      var options = asked
      if options.bootPassword == .unknown {
        guard let password = bootPassword() else { return ExitStatus.badInput }
        options.bootPassword = password.isEmpty ? .absent : try BootPassword(password: password)
      }
      options.wantsKeyboard = options.direction == .close && wantsKeyboard(options)
      let setup = try SetupRun(options)
      guard say(setup.plan, options) else { return ExitStatus.system }
      guard !options.isDryRun else { return ExitStatus.success }
      try setup.perform()
      return end(setup.plan, options) ? ExitStatus.success : ExitStatus.system
    } catch {
      StandardStream.error.write("rotunda setup: \(error)\n")
      return status(error)
    }
  }

  /// Reports whether the configuration in the tree requests the keyboard over programs.
  private static func wantsKeyboard(_ options: SetupOptions) -> Bool {
    let path = (options.root == "/" ? "" : options.root) + "/etc/rotunda/rotunda.toml"
    let configuration = ConfigurationLoader(environment: [:]).load(path).configuration
    guard configuration.wantsKeyboard else { return false }
    if let compositor = options.compositor.flatMap(SessionCompositor.init), !compositor.showsKeyboard {
      StandardStream.error.write(
        "rotunda setup: note: \(compositor.rawValue) shows no keyboard over programs, labwc and sway do\n")
    }
    return true
  }

  /// Reads the password for the boot menu. Prints an error and returns nil if that fails.
  private static func bootPassword() -> String? {
    let isTyped = isatty(STDIN_FILENO) == 1
    let password = isTyped ? SecretPrompt.ask("Password for the boot menu (empty for none): ") : readLine()
    let problem: String? =
      switch password {
      case nil: "there is no password to read"
      case .some(let password) where password.utf8.count > BootPassword.longest: "the password is too long"
      // GRUB's prompt supports only one keyboard layout.
      case .some(let password) where !password.utf8.allSatisfy { (0x20...0x7E).contains($0) }:
        "the password can only have letters, digits and signs of an American keyboard"
      case .some(let password) where isTyped && SecretPrompt.ask("Once more: ") != password:
        "the two passwords differ"
      case .some: nil
      }
    if let problem { StandardStream.error.write("rotunda setup: \(problem)\n") }
    return problem == nil ? password : nil
  }

  /// Prints the whole plan before the first change.
  private static func say(_ plan: SetupPlan, _ options: SetupOptions) -> Bool {
    // Includes essential software if the setup is forced.
    let notes = plan.missing.map { "rotunda setup: note: \($0.loss)\n" }.joined()
    if !notes.isEmpty {
      StandardStream.error.write(
        "\(notes)rotunda setup: to fix this: \(Requirement.remedy(plan.missing, root: options.root))\n")
    }
    guard !plan.steps.isEmpty else {
      let state =
        options.direction == .undo ? "Setup has changed nothing here." : "The machine is already set up."
      return StandardStream.output.write(state + " Nothing to do.\n")
    }
    let heading = options.isDryRun ? "rotunda setup would do this:" : "rotunda setup does this:"
    let lines = plan.steps.map { "  \($0)\n" }.joined()
    return StandardStream.output.write("\(heading)\n\(lines)")
  }

  private static func end(_ plan: SetupPlan, _ options: SetupOptions) -> Bool {
    guard !plan.steps.isEmpty else { return true }
    let back = options.direction == .undo ? "" : " 'rotunda setup --undo' restores everything."
    return StandardStream.output.write("Done. Restart the machine to apply it.\(back)\n")
  }

  private static func status(_ problem: SetupProblem) -> Int32 {
    switch problem {
    case .notInstalled, .cannotStart: ExitStatus.unavailable
    case .inTheWay, .unreadableRecord, .disksOnUSB, .failed, .commandFailed: ExitStatus.system
    }
  }
}

/// `rotunda doctor`: reports which requirements of a kiosk this machine lacks.
enum DoctorCommand {
  static func run(_ options: DoctorOptions) -> Int32 {
    let inspector = Inspector(environment: ProcessEnvironment.current.variables)
    let machine = inspector.machine(configuration: options.configuration)
    let diagnosis = Diagnosis(of: machine)
    let lines =
      switch options.form {
      case .people: diagnosis.lines
      case .programs: [diagnosis.json]
      case .others: report(on: machine)
      }
    guard StandardStream.output.write(lines.map { $0 + "\n" }.joined()) else { return ExitStatus.system }
    return diagnosis.isGood ? ExitStatus.success : ExitStatus.incomplete
  }

  private static func report(on machine: Machine) -> [String] {
    let hardware = HardwareInspection().hardware(panels: machine.panels.map(\.path))
    return MachineReport(of: machine, hardware, version: Help.versionNumber).lines
  }
}
