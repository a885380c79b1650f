import Artwork
import Commands
import Configuration
import ConfigurationFile
import Credentials
import FileSystem
import Glibc
import Hosting
import Scene
import State

/// `rotunda check FILE`: says what is wrong with a configuration file, and which pictures do not suit their tiles.
enum CheckCommand {
  static func run(_ options: CheckOptions) -> Int32 {
    let user = geteuid()
    // Root looks after files that others use.
    let loader = ConfigurationLoader(
      environment: ProcessEnvironment.current.variables, user: user == FileOwnership.root ? nil : user,
      oldForm: .error, notesTiles: true)
    let loaded = loader.load(options.file)
    let problems =
      loaded.diagnostics + PageCheck(files: SystemFiles()).problems(of: loaded.configuration)
      + SiteCheck.problems(of: loaded)
    let lines = (problems + doubts(about: loaded, options)).sorted().map { "\($0)\n" }.joined()
    guard StandardStream.output.write(lines) else { return ExitStatus.system }
    let isWrong = problems.contains { $0.severity == .error }
    return isWrong ? ExitStatus.invalidConfiguration : ExitStatus.success
  }

  /// The most pictures that are looked at: each is a file to open.
  private static let mostPictures = 1000

  private static func doubts(about loaded: LoadedConfiguration, _ options: CheckOptions) -> [Diagnostic] {
    guard !loaded.pictures.isEmpty else { return [] }
    let review = PictureReview(
      loaded.configuration, on: PixelSize(options.width, options.height))
    return loaded.pictures.prefix(mostPictures).flatMap { picture in
      review.findings(on: picture.tile, extent: PictureExtent.read).map(picture.warning)
    }
  }
}

/// `rotunda config keys` and `rotunda config schema`: the table of configuration keys, for people and for programs.
enum ConfigKeysCommand {
  static func run(onlyBasic: Bool) -> Int32 {
    let text = onlyBasic ? ConfigurationReference.basicText : ConfigurationReference.text
    return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }

  static func printSchema() -> Int32 {
    StandardStream.output.write(ConfigurationSchema.text) ? ExitStatus.success : ExitStatus.system
  }
}

/// `rotunda config power`: prints which power actions the configuration allows, one on a line. The polkit
/// rule asks this.
enum ConfigPowerCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    let variables = ProcessEnvironment.current.variables
    let loaded = ConfigurationLoader(environment: variables).load(options.configuration)
    // What cannot be read allows nothing.
    let isAllowed = loaded.isReadable && loaded.configuration.kiosk.allowsPower
    let actions = isAllowed ? PowerAction.allCases : []
    let text = actions.map { "\($0.rawValue)\n" }.joined()
    return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }
}

/// `rotunda hash-pin`: prints the hash of a PIN, for the file that `pin-file` names.
enum HashPINCommand {
  static func run() -> Int32 {
    let pin: PIN
    switch isatty(STDIN_FILENO) == 1 ? typed() : piped() {
    case .success(let read): pin = read
    case .failure(let fault):
      StandardStream.error.write("rotunda hash-pin: \(fault.message)\n")
      return ExitStatus.badInput
    }
    do throws(CryptError) {
      let hash = try PINHash(pin)
      return StandardStream.output.write(hash.text + "\n") ? ExitStatus.success : ExitStatus.system
    } catch {
      StandardStream.error.write("rotunda hash-pin: \(error)\n")
      return ExitStatus.system
    }
  }

  /// Why there is no PIN.
  private enum Fault: Error {
    case noPIN
    case different
    case nothing

    var message: String {
      switch self {
      case .noPIN: "a PIN is \(PIN.shortest) to \(PIN.longest) digits"
      case .different: "these are two different PINs"
      case .nothing: "there is no PIN to read"
      }
    }
  }

  /// From the terminal, twice, because a slip stays unseen.
  private static func typed() -> Result<PIN, Fault> {
    guard let first = SecretPrompt.ask("PIN: ") else { return .failure(.nothing) }
    guard let pin = PIN(first) else { return .failure(.noPIN) }
    return SecretPrompt.ask("Once more: ") == first ? .success(pin) : .failure(.different)
  }

  /// From a pipe or a file: one line.
  private static func piped() -> Result<PIN, Fault> {
    guard let line = readLine() else { return .failure(.nothing) }
    return PIN(line).map { .success($0) } ?? .failure(.noPIN)
  }
}

/// What is typed on a terminal without being shown.
enum SecretPrompt {
  /// The line; nil where there is no terminal or the line is no text.
  static func ask(_ prompt: String) -> String? {
    guard let line = getpass(prompt) else { return nil }
    defer { explicit_bzero(line, strlen(line)) }
    return String(validatingCString: line)
  }
}
