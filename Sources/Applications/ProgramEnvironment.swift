import CLinux
import Programs

/// The variables that a program is started with: the launcher's own, without what was meant for the launcher alone,
/// and the command's on top.
package struct ProgramEnvironment {
  private(set) var variables: [String: String]
  /// `NAME=value` of those that are not UTF-8.
  let foreign: [[UInt8]]

  /// Sockets, promises and tokens that another program would answer for, or use up, in the launcher's name.
  private static let launchersOwn: Set<String> = [
    "WAYLAND_SOCKET", "NOTIFY_SOCKET", "MAINPID", "FDSTORE", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID",
  ]
  /// By which a program knows what it may show the compositor to come to the front: by the protocol's name, and by that of
  /// older toolkits.
  package static let startupTokenNames = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]
  private static let privatePrefixes = ["WATCHDOG_", "LISTEN_", "ROTUNDA_SESSION_"]
  /// What execvp(3) takes when there is no PATH.
  private static let defaultPath = "/usr/local/bin:/usr/bin:/bin"

  init(for command: Command, inherited: [String: String] = ownVariables()) {
    variables = inherited.filter { Self.isPassedOn($0.key) }
    variables.merge(command.environment) { _, new in new }
    foreign = ForeignVariables().assignments {
      Self.isPassedOn($0) && command.environment[$0] == nil
    }
  }

  private static func isPassedOn(_ name: String) -> Bool {
    !launchersOwn.contains(name) && !privatePrefixes.contains { name.hasPrefix($0) }
  }

  /// The directories that programs are looked up in. Relative ones are left out: where the launcher happens to
  /// stand must not decide what is executed.
  var searchPath: [String] {
    (variables["PATH"] ?? Self.defaultPath).split(separator: ":").map(String.init).filter {
      $0.hasPrefix("/")
    }
  }

  /// `NAME=value` strings, in the order of their names.
  var assignments: [String] {
    variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  private static func ownVariables() -> [String: String] {
    var result: [String: String] = [:]
    guard var next = clinux_environment() else { return result }
    while let assignment = next.pointee {
      next += 1
      guard let text = String(validatingCString: assignment) else { continue }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 && !parts[0].isEmpty { result[String(parts[0])] = String(parts[1]) }
    }
    return result
  }
}
