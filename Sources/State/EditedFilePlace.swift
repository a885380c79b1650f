import Configuration
import ConfigurationFile
import Editing
import FileSystem
import Freedesktop
import Glibc

/// Finds all errors that `rotunda check` reports, without warnings about programs and pictures.
package nonisolated enum ConfigurationCheck {
  /// - Parameter search: finds the programs of the machine that shows the configuration; nil if that may be
  ///   another machine.
  package static func problems(of loaded: LoadedConfiguration, search: ProgramSearch? = nil) -> [Diagnostic] {
    let files = SystemFiles()
    let sites =
      if let search {
        SiteCheck.problems(
          of: loaded, isInstalled: { search.path(of: $0) != nil }, exists: { files.kind(of: $0) != nil })
      } else {
        SiteCheck.problems(of: loaded)
      }
    return loaded.diagnostics + PageCheck(files: files).problems(of: loaded.configuration) + sites
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
