import Artwork
import Commands
import Configuration
import ConfigurationFile
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
    let programs = XProgramCheck(
      files: SystemFiles(), searchPath: ProcessEnvironment.current.searchPath)
    let lines = (problems + programs.problems(of: loaded) + doubts(about: loaded, options)).sorted().map {
      "\($0)\n"
    }.joined()
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

/// `rotunda config keep`: keeps the configuration for a start that finds a broken one, unless there is an error in it.
enum ConfigKeepCommand {
  static func run(_ options: ConfigKeepOptions) -> Int32 {
    // What is kept is root's, and so are the files that it is made of.
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
