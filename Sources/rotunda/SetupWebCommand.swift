import Applications
import Commands
import ConfigurationFile
import Editing
import Freedesktop
import Glibc
import Logging
import SetupWeb
import State

private let log = Log("setup-web")

/// `rotunda setup-web`: a page for a phone's browser that sets up the kiosk, at a socket of the service
/// manager's.
enum SetupWebCommand {
  /// Names and addresses, separated by blanks, under which browsers reach the kiosk beside its own.
  private static let addressVariable = "ROTUNDA_SETUP_WEB_ADDRESSES"
  /// The variable with the directory of the page's files, if it is not the default.
  private static let pageVariable = "ROTUNDA_PHONE"

  static func run(_ options: SetupWebOptions) -> Int32 {
    OwnProcess.forbidInspection()
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessEnvironment.current
    guard let socket = ServiceSocket(PhoneServicePlace.socketName, environment, log) else {
      return ExitStatus.usage
    }
    guard let editor = EditorServiceClient(environment: environment.variables),
      let directory = environment.stateDirectory
    else {
      log.error("there is no \(EditorServiceClient.variable), or no STATE_DIRECTORY")
      return ExitStatus.usage
    }
    let addresses = (environment.variables[addressVariable] ?? "").split(separator: " ").map(String.init)
    let service = SetupWebService(
      SetupWebService.Options(
        callers: socket.callers, port: options.port, addresses: addresses, pages: pages(environment)),
      sources(environment), editor: editor, directory: directory,
      decoder: DecodePicturesCommand.program)
    service.serve(at: socket.listener)
    return ExitStatus.success
  }

  private static func pages(_ environment: ProcessEnvironment) -> String {
    if let directory = environment.variables[pageVariable], directory.hasPrefix("/") { return directory }
    let directories = DataDirectories(environment: environment.variables).paths.map { "\($0)/rotunda/phone" }
    return directories.first { access("\($0)/index.html", R_OK) == 0 } ?? "/usr/share/rotunda/phone"
  }

  private static func sources(_ environment: ProcessEnvironment) -> SetupWebSources {
    let source = ConfigurationSource(nil, environment)
    return SetupWebSources(
      loader: ConfigurationLoader(environment: environment.variables, notesTiles: true),
      newPINFile: source.newPINFile,
      shelves: { source.content($0, language: $1).shelves },
      words: { environment.words(for: $0) })
  }
}
