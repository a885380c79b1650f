import Applications
import CLinux
import Commands
import EventLoop
import Glibc
import Logging
import State
import Wayland
import XPrograms

/// The program: parses its command line and runs a subcommand.
@main
enum Rotunda {
  static func main() {
    // Before anything else opens a descriptor.
    clinux_open_standard_descriptors()
    CompositorsXServer.refuse()
    setlocale(LC_ALL, "")
    Connection.onComplaint { Log("libwayland").warning($0) }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if DecodePicturesCommand.run(arguments) { exit(ExitStatus.success) }
    if let status = RelayDisplayCommand.run(arguments) { exit(status) }
    if arguments.first == VisitFiles.command { exit(VisitFiles.run(Array(arguments.dropFirst()))) }
    if arguments.first == XCommand.command { exit(XProgram.run(Array(arguments.dropFirst()))) }
    do throws(UsageError) {
      let invocation = try Invocation(
        arguments: arguments, environment: ProcessEnvironment.current.variables)
      if invocation.showsPictures { DecodePicturesCommand.startEarly() }
      exit(run(invocation))
    } catch {
      StandardStream.error.write("rotunda: \(error.message)\nTry 'rotunda --help'.\n")
      exit(ExitStatus.usage)
    }
  }

  private static func run(_ invocation: Invocation) -> Int32 {
    switch invocation {
    case .launch(let options): LaunchCommand.run(options)
    case .session(let options): SessionCommand.run(options)
    case .panels(let options): PanelsCommand.run(options)
    case .programs(let options): ProgramsCommand.run(options)
    case .preview(let options): PreviewCommand.run(options)
    case .setup(let options): SetupCommand.run(options)
    case .touchTest(let options): TouchTestCommand.run(options)
    case .demo(let options): DemoCommand.run(options)
    case .check(let options): CheckCommand.run(options)
    case .doctor(let options): DoctorCommand.run(options)
    case .failure(let options): FailureCommand.run(options)
    case .configKeys(let onlyBasic): ConfigKeysCommand.run(onlyBasic: onlyBasic)
    case .configSchema: ConfigKeysCommand.printSchema()
    case .configExplain(let options): ConfigExplainCommand.run(options)
    case .initialize(let file): InitCommand.run(file)
    case .configUpgrade(let file): ConfigUpgradeCommand.run(file)
    case .configPower(let options): ConfigPowerCommand.run(options)
    case .theme(let task): ThemeCommand.run(task)
    case .bundle(let task): BundleCommand.run(task)
    case .control(let options): CtlCommand.run(options)
    case .configEdit(let task): ConfigEditCommand.run(task)
    case .configKeep(let options): ConfigKeepCommand.run(options)
    case .pinService(let options): PINServiceCommand.run(options)
    case .editorService(let options): EditorServiceCommand.run(options)
    case .setupWeb(let options): SetupWebCommand.run(options)
    case .bridge(let options): BridgeCommand.run(options)
    case .hashPIN: HashPINCommand.run()
    case .setPIN: SetPINCommand.run()
    case .help: print(Help.text)
    case .controlHelp: print(Help.controlText)
    case .version: print(Help.version)
    }
  }

  private static func print(_ text: String) -> Int32 {
    StandardStream.output.write(text + "\n") ? ExitStatus.success : ExitStatus.system
  }
}

/// The exit statuses of rotunda, as in rotunda(1). Numbers from 64 on are those of `sysexits.h`.
nonisolated enum ExitStatus {
  /// Ended on request, or no error found.
  static let success: Int32 = 0
  /// `check` found an error.
  static let invalidConfiguration: Int32 = 1
  /// `doctor` found that something is missing.
  static let incomplete: Int32 = 1
  /// The launcher refused the request of `ctl`.
  static let refused: Int32 = 1
  /// An operator wants a console instead of the kiosk: the service stays down.
  static let console: Int32 = 3
  /// The command line is invalid (`EX_USAGE`).
  static let usage: Int32 = 64
  /// The input is unusable (`EX_DATAERR`).
  static let badInput: Int32 = 65
  /// No compositor, or one that cannot show a launcher; for `ctl`, no launcher (`EX_UNAVAILABLE`).
  static let unavailable: Int32 = 69
  /// A part of the system failed, graphics for example (`EX_OSERR`).
  static let system: Int32 = 71
  /// The bus refused the request of `ctl` (`EX_NOPERM`).
  static let forbidden: Int32 = 77
  /// The compositor was lost: restart when it is back (`EX_TEMPFAIL`).
  static let compositorLost: Int32 = 75
  /// A bundle cannot be tried now, or not be fetched (`EX_TEMPFAIL`).
  static let later: Int32 = 75
}

/// A standard output stream.
enum StandardStream: Int32 {
  /// For results.
  case output = 1
  /// For errors.
  case error = 2

  /// Writes a whole text. Reports whether that succeeded.
  @discardableResult
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(rawValue, rest.baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }
}

/// A signal that ends the program. It is blocked from the start.
final class EndSignal {
  /// Returns the signals that request the end: SIGTERM, SIGINT, and SIGHUP from a closed terminal. nohup(1)
  /// ignores SIGHUP, and it then stays ignored.
  static func all(_ loop: EventLoop) throws(EventLoopError) -> [EndSignal] {
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    let isIgnored = unsafeBitCast(hangup.__sigaction_handler.sa_handler, to: Int.self) == 1
    let signals = [SIGTERM, SIGINT] + (isIgnored ? [] : [SIGHUP])
    return try signals.map { signal throws(EventLoopError) in try EndSignal(signal, loop) }
  }

  var onSignal: () -> Void = {}

  init(_ signal: Int32, _ loop: EventLoop) throws(EventLoopError) {
    try loop.addSignal(signal) { self.onSignal() }
  }
}
