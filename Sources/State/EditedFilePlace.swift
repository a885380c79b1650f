import Configuration
import ConfigurationFile
import Editing
import FileSystem
import Glibc

/// Finds all errors that `rotunda check` reports, without warnings about programs and pictures.
package nonisolated enum ConfigurationCheck {
  package static func problems(of loaded: LoadedConfiguration) -> [Diagnostic] {
    loaded.diagnostics + PageCheck(files: SystemFiles()).problems(of: loaded.configuration)
      + SiteCheck.problems(of: loaded)
  }
}

nonisolated extension EditedFileWriter {
  /// Creates a writer for a process that may write the edited file itself.
  ///
  /// - Parameters:
  ///   - variables: the variables that locate configurations: those of the process for its own, or
  ///     ``ProcessEnvironment/machineVariables`` if root manages the machine's.
  ///   - main: the configuration file; nil for the default locations.
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

/// The directory in which the editor's service keeps earlier versions.
nonisolated enum EditorPlace {
  static let name = "edited"
  /// A subdirectory of the one that the service manager creates.
  static let versions = "/var/lib/rotunda-editor/\(name)"
}

nonisolated extension ProcessEnvironment {
  /// The variables with which root manages the machine's configuration instead of its own.
  package var machineVariables: [String: String] {
    guard geteuid() == FileOwnership.root else { return variables }
    return variables.merging(["CONFIGURATION_DIRECTORY": "/etc/rotunda"]) { own, _ in own }
  }
}
