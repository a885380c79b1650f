import Configuration
import ConfigurationFile
import Editing
import FileSystem
import Glibc

/// All errors of `rotunda check`, without warnings about programs and pictures.
package nonisolated enum ConfigurationCheck {
  package static func problems(of loaded: LoadedConfiguration) -> [Diagnostic] {
    loaded.diagnostics + PageCheck(files: SystemFiles()).problems(of: loaded.configuration)
      + SiteCheck.problems(of: loaded)
  }
}

nonisolated extension EditedFileWriter {
  /// The writer of a process that may write the edited file itself.
  ///
  /// - Parameters:
  ///   - variables: say where configurations are: those of the process for its own, and
  ///     ``ProcessEnvironment/machineVariables`` where root looks after the machine's.
  ///   - main: the configuration file; nil looks in the usual places.
  package init(_ environment: ProcessEnvironment, _ variables: [String: String], main: String?) {
    let isRoot = geteuid() == FileOwnership.root
    let loader = ConfigurationLoader(
      environment: variables, user: isRoot ? nil : geteuid(), oldForm: .error,
      notesTiles: true)
    let ofMachine = ConfigurationLoader.isOfMachine(loader.editedFile(of: main))
    let versions =
      environment.variables["STATE_DIRECTORY"] == nil && ofMachine
      ? EditorPlace.versions : environment.stateDirectory.map { "\($0)/\(EditorPlace.name)" }
    self.init(loader, main: main, versions: versions) { ConfigurationCheck.problems(of: $0) }
  }
}

/// Where the editor's service keeps earlier versions.
nonisolated enum EditorPlace {
  static let name = "edited"
  /// A directory below the one that the service manager makes.
  static let versions = "/var/lib/rotunda-editor/\(name)"
}

nonisolated extension ProcessEnvironment {
  /// The variables with which root manages the machine's configuration, not root's own.
  package var machineVariables: [String: String] {
    guard geteuid() == FileOwnership.root else { return variables }
    return variables.merging(["CONFIGURATION_DIRECTORY": "/etc/rotunda"]) { own, _ in own }
  }
}
