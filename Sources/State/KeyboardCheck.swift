import Configuration
import ConfigurationFile
import FileSystem
import Supervision

/// Checks whether the compositor of the kiosk's service can show the keyboard over programs that the
/// configuration requests.
///
/// Only `rotunda check` uses it. `rotunda doctor` asks the running compositor.
package nonisolated struct KeyboardCheck {
  private let files: SystemFiles
  private let environment: [String: String]
  private let root: String

  private static let variable = "ROTUNDA_COMPOSITOR"
  /// The files that set the variable for the service, in descending precedence.
  private static let settings = [
    "/etc/default/rotunda", "/etc/systemd/system/rotunda.service.d/50-setup.conf",
    "/usr/lib/systemd/system/rotunda.service", "/lib/systemd/system/rotunda.service",
    "/usr/local/lib/systemd/system/rotunda.service",
  ]
  /// The read limit in bytes. Real files have a few lines.
  private static let mostBytes = 1 << 16

  /// - Parameter root: the directory of the machine's files; empty for this machine.
  package init(files: SystemFiles, environment: [String: String], root: String = "") {
    (self.files, self.environment, self.root) = (files, environment, root)
  }

  package func problems(of loaded: LoadedConfiguration) -> [Diagnostic] {
    guard loaded.configuration.wantsKeyboard, let path = loaded.path, let compositor,
      SessionCompositor(rawValue: compositor)?.showsKeyboard == false
    else { return [] }
    return [
      Diagnostic(
        .warning, file: path, key: "kiosk.keyboard",
        message: "\(compositor) shows no keyboard over programs: 'rotunda setup' chooses labwc or sway")
    ]
  }

  /// The compositor of the service; nil if no setting names one.
  private var compositor: String? {
    if let name = environment[Self.variable], !name.isEmpty { return name }
    return Self.settings.lazy.compactMap(named).first
  }

  private func named(in path: String) -> String? {
    files.contents(of: root + path, limit: Self.mostBytes).flatMap {
      ServiceVariables.value(of: Self.variable, in: String(decoding: $0, as: UTF8.self))
    }
  }
}
