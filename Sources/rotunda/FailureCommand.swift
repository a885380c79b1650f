import CLinux
import Commands
import Configuration
import ConfigurationFile
import Diagnosis
import FileSystem
import Glibc
import Inspection
import Session
import Shell
import State

/// `rotunda failure`: tells visitors that the kiosk does not start. `rotunda-failed.service` runs it on the
/// console.
enum FailureCommand {
  /// Seconds between two checks for what is missing.
  private static let lookPause: UInt32 = 3
  /// Seconds after which the kiosk starts even if something is still missing: the diagnosis may be wrong.
  private static let longestWait = 300
  /// systemd's name for the result of a service after a watchdog time-out.
  private static let watchdogResult = "watchdog"

  static func run(_ options: FailureOptions) -> Int32 {
    let environment = ProcessEnvironment.current
    let words =
      environment.variables["ROTUNDA_COMPOSITOR_ARGUMENTS"]?.split(separator: " ").map(String.init) ?? []
    let inspector = StartInspector(
      environment: environment.variables, compositor: options.compositor, arguments: words)
    let obstacle = inspector.obstacle
    if let obstacle { StandardStream.error.write("the kiosk cannot start: \(obstacle.line)\n") }
    guard show(obstacle, options, environment) else { return ExitStatus.system }
    guard let patience = options.patience else { return ExitStatus.success }
    guard obstacle != nil else {
      sleep(UInt32(clamping: patience))
      return ExitStatus.success
    }
    for _ in 0..<(longestWait / Int(lookPause)) {
      sleep(lookPause)
      if inspector.obstacle == nil { break }
    }
    return ExitStatus.success
  }

  private static func show(
    _ obstacle: StartProblem?, _ options: FailureOptions, _ environment: ProcessEnvironment
  ) -> Bool {
    // Any user may own the file: this only shows one line of it.
    let loader = ConfigurationLoader(environment: environment.variables, user: nil)
    let loaded = loader.load(options.configuration)
    let languages = environment.languages(of: loaded.configuration)
    let contact = loaded.configuration.kiosk.contact?.resolved(for: languages) ?? contact(in: loaded)
    let page = FailurePage(reason(obstacle, options.result), code: obstacle?.code, contact: contact)
    let words = environment.words(for: languages)
    guard isatty(StandardStream.output.rawValue) != 0 else {
      return StandardStream.output.write(page.lines(in: words, columns: 80).map { $0 + "\n" }.joined())
    }
    Console.silenceKeys(StandardStream.output.rawValue)
    _ = clinux_double_console_font(StandardStream.output.rawValue)
    var size = winsize()
    _ = ioctl(StandardStream.output.rawValue, UInt(TIOCGWINSZ), &size)
    let (columns, rows) = size.ws_col > 0 ? (Int(size.ws_col), Int(size.ws_row)) : (80, 25)
    return StandardStream.output.write(page.console(in: words, columns: columns, rows: rows))
  }

  private static func reason(_ obstacle: StartProblem?, _ result: String) -> FailurePage.Reason {
    switch obstacle?.kind {
    case .software: .software
    case .screen: .screen
    case .graphicsCard: .graphicsCard
    case nil: result == watchdogResult ? .stoodStill : .unknown
    }
  }

  /// Returns the contact line of a file that is not readable as a configuration, because of a mistake
  /// elsewhere.
  private static func contact(in loaded: LoadedConfiguration) -> String? {
    guard !loaded.isReadable, let path = loaded.path,
      let bytes = SystemFiles().contents(of: path, limit: ConfigurationLoader.sizeLimit)
    else { return nil }
    return LenientContact.find(in: bytes)
  }
}
