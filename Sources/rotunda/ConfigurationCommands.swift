import Artwork
import Commands
import Configuration
import ConfigurationFile
import FileSystem
import Freedesktop
import Glibc
import Hosting
import Scene
import State

/// `rotunda check FILE`: reports problems in a configuration file, and pictures that do not suit their tiles.
enum CheckCommand {
  static func run(_ options: CheckOptions) -> Int32 {
    let user = geteuid()
    // Root may check files that belong to other users.
    let loader = ConfigurationLoader(
      environment: ProcessEnvironment.current.variables, user: user == FileOwnership.root ? nil : user,
      oldForm: .error, notesTiles: true)
    let loaded = loader.load(options.file)
    let search = ProgramSearch(
      files: SystemFiles(), searchPath: ProcessEnvironment.current.searchPath)
    let problems = ConfigurationCheck.problems(of: loaded, search: search)
    let programs = XProgramCheck(files: SystemFiles(), search: search)
    let keyboard = KeyboardCheck(
      files: SystemFiles(), environment: ProcessEnvironment.current.variables)
    let doubts =
      programs.problems(of: loaded) + keyboard.problems(of: loaded) + doubts(about: loaded, options)
    let lines = (problems + doubts).sorted().map { "\($0)\n" }.joined()
    guard StandardStream.output.write(lines) else { return ExitStatus.system }
    let isWrong = problems.contains { $0.severity == .error }
    return isWrong ? ExitStatus.invalidConfiguration : ExitStatus.success
  }

  /// The most pictures to check: each is a file to open.
  private static let mostPictures = 1000

  private static func doubts(about loaded: LoadedConfiguration, _ options: CheckOptions) -> [Diagnostic] {
    guard !loaded.pictures.isEmpty else { return [] }
    let review = PictureReview(
      loaded.configuration, on: PixelSize(options.width, options.height))
    return loaded.pictures.prefix(mostPictures).flatMap { picture in
      review.findings(on: picture.tile, read: PictureExtent.read).map(picture.warning)
    }
  }
}

/// `rotunda config keys` and `rotunda config schema`: prints the table of configuration keys, for people and
/// for programs.
enum ConfigKeysCommand {
  static func run(onlyBasic: Bool) -> Int32 {
    let text = onlyBasic ? ConfigurationReference.basicText : ConfigurationReference.text
    return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }

  static func printSchema() -> Int32 {
    StandardStream.output.write(ConfigurationSchema.text) ? ExitStatus.success : ExitStatus.system
  }
}

/// `rotunda config explain`: prints a key's meaning, its current value, and where that is set.
enum ConfigExplainCommand {
  static func run(_ options: ConfigExplainOptions) -> Int32 {
    let keys = ConfigurationExplanation.keys(named: options.key)
    guard let key = keys.first else {
      let hint = ConfigurationExplanation.suggestion(for: options.key).map { ", did you mean '\($0)'?" } ?? ""
      return complain("there is no key '\(options.key)'\(hint)")
    }
    guard keys.count == 1 else {
      let names = keys.map(\.dottedName).joined(separator: ", ")
      return complain("several sections have a key '\(options.key)': \(names)")
    }
    let variables = ProcessEnvironment.current.variables
    // Root may read files that belong to other users.
    let user = geteuid() == FileOwnership.root ? nil : geteuid()
    let loaded = ConfigurationLoader(environment: variables, user: user).load(options.configuration)
    let themes = ThemeLibrary(environment: variables, user: user)
    // The key's meaning is useful even if the file has errors.
    for problem in loaded.diagnostics where problem.severity == .error {
      StandardStream.error.write("\(problem)\n")
    }
    let text = ConfigurationExplanation(key, in: loaded, themes: themes).text
    return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }

  private static func complain(_ message: String) -> Int32 {
    StandardStream.error.write("rotunda config explain: \(message)\n")
    return ExitStatus.usage
  }
}

/// `rotunda init FILE`: writes an initial configuration. Never overwrites a file.
enum InitCommand {
  static func run(_ file: String) -> Int32 {
    let starter = StarterConfiguration(environment: ProcessEnvironment.current.variables)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return fail(file) }
    defer { close(descriptor) }
    guard AtomicFile.put(Array(starter.text.utf8), into: descriptor) == nil else {
      let status = fail(file)
      unlink(file)
      return status
    }
    let answer = "\(file): written; 'rotunda --windowed --config \(file)' shows it\n"
    return StandardStream.output.write(answer) ? ExitStatus.success : ExitStatus.system
  }

  private static func fail(_ file: String) -> Int32 {
    StandardStream.error.write("rotunda init: \(file): \(String(cString: strerror(errno)))\n")
    return ExitStatus.system
  }
}

/// `rotunda config power`: prints the power actions that the configuration allows, one per line. The polkit
/// rule calls this.
enum ConfigPowerCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    let variables = ProcessEnvironment.current.variables
    let loaded = ConfigurationLoader(environment: variables).load(options.configuration)
    // An unreadable configuration allows nothing.
    let isAllowed = loaded.isReadable && loaded.configuration.kiosk.allowsPower
    let actions = isAllowed ? PowerAction.allCases : []
    let text = actions.map { "\($0.rawValue)\n" }.joined()
    return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }
}

/// `rotunda config keep`: saves a configuration without errors, for a start with broken files.
enum ConfigKeepCommand {
  static func run(_ options: ConfigKeepOptions) -> Int32 {
    // Root owns the saved file, and must own its sources too.
    let loaded = ConfigurationLoader(environment: ProcessEnvironment.current.variables).load(
      options.configuration)
    if let error = loaded.diagnostics.first(where: { $0.severity == .error }) {
      StandardStream.error.write("rotunda config keep: not kept: \(error)\n")
      return ExitStatus.invalidConfiguration
    }
    if let failure = KeptConfiguration(options.file).replace(with: loaded.texts) {
      StandardStream.error.write("rotunda config keep: \(options.file): \(failure)\n")
      return ExitStatus.system
    }
    return ExitStatus.success
  }
}
