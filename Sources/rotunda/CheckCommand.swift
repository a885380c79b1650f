import ConfigurationFile
import FileSystem
import Glibc
import State

/// `rotunda check FILE`: says what is wrong with a configuration file.
enum CheckCommand {
  static func run(_ file: String) -> Int32 {
    let user = geteuid()
    // Root looks after files that others use.
    let loader = ConfigurationLoader(
      environment: ProcessEnvironment.current.variables, user: user == FileOwnership.root ? nil : user)
    let loaded = loader.load(file)
    let lines = loaded.diagnostics.map { "\($0)\n" }.joined()
    guard StandardStream.output.write(lines) else { return ExitStatus.system }
    return loaded.hasErrors ? ExitStatus.invalidConfiguration : ExitStatus.success
  }
}
