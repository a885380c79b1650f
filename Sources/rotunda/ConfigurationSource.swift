import Configuration
import ConfigurationFile
import Logging
import Shell

private let log = Log("configuration")

/// Where the launcher's configuration comes from, each time it is read.
struct ConfigurationSource {
  /// What was read.
  struct Content {
    let path: String?
    let configuration: KioskConfiguration
    let shelves: [LauncherShelf]
    /// The errors; warnings are only the journal's concern.
    let problems: [Diagnostic]
    /// Whether there is something to take over.
    let isReadable: Bool
  }

  private let file: String?
  private let environment: ProcessEnvironment

  /// `file` is the configuration file; nil looks in the usual places.
  init(_ file: String?, _ environment: ProcessEnvironment) {
    self.file = file
    self.environment = environment
  }

  /// Reads everything, and tells the journal what is wrong with it.
  func read() -> Content {
    let loaded = ConfigurationLoader(environment: environment.variables).load(file)
    for problem in loaded.diagnostics {
      problem.severity == .error ? log.error("\(problem)") : log.warning("\(problem)")
    }
    return Content(
      path: loaded.path, configuration: loaded.configuration,
      shelves: TileResolver(environment: environment).resolve(loaded.configuration),
      problems: loaded.diagnostics.filter { $0.severity == .error }, isReadable: loaded.isReadable)
  }
}
