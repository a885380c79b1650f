import CLinux
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// The environment of a program: the launcher's own without its private variables, then the command's
/// variables.
package struct ProgramEnvironment {
  private(set) var variables: [String: String]
  /// The `NAME=value` assignments that are not UTF-8.
  let foreign: [[UInt8]]

  /// Sockets and tokens with which another program could answer in the launcher's name, or use them up.
  private static let launchersOwn: Set<String> = [
    "WAYLAND_SOCKET", "NOTIFY_SOCKET", "MAINPID", "FDSTORE", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID",
  ]
  /// The desktop's X server, whose clients can read each other's keys, and the X server that compositors
  /// start. A tile with `x11 = true` has its own server.
  private static let xServers: Set<String> = ["DISPLAY", "XAUTHORITY", "WLR_XWAYLAND"]
  /// Command sockets of compositors: sway, i3, Hyprland, Wayfire, niri and labwc.
  private static let compositors: Set<String> = [
    "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE", "WAYFIRE_SOCKET", "_WAYFIRE_SOCKET", "NIRI_SOCKET",
    "LABWC_PID",
  ]
  /// The variables for an activation token, with which a program may come to the front: the protocol's name
  /// and that of older toolkits.
  package static let startupTokenNames = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]
  private static let privatePrefixes = ["WATCHDOG_", "LISTEN_", "ROTUNDA_SESSION_"]
  /// The search path of execvp(3) without PATH.
  private static let defaultPath = "/usr/local/bin:/usr/bin:/bin"

  init(for command: Command, inherited: [String: String] = ownVariables()) {
    variables = inherited.filter { Self.isPassedOn($0.key) }
    variables.merge(command.environment) { _, new in new }
    foreign = ForeignVariables().assignments {
      Self.isPassedOn($0) && command.environment[$0] == nil
    }
  }

  private static func isPassedOn(_ name: String) -> Bool {
    !launchersOwn.contains(name) && !compositors.contains(name) && !xServers.contains(name)
      && !privatePrefixes.contains { name.hasPrefix($0) }
  }

  /// The directories in which to look up programs. Relative ones are left out: the launcher's working
  /// directory must not affect what is executed.
  var searchPath: [String] {
    (variables["PATH"] ?? Self.defaultPath).split(separator: ":").map(String.init).filter {
      $0.hasPrefix("/")
    }
  }

  /// The `NAME=value` strings, sorted by name.
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

/// The variables of this process that are not UTF-8 and do not fit into a `String`. Programs get them byte
/// for byte.
package struct ForeignVariables {
  private var entries: [(name: String, assignment: [UInt8])] = []

  /// Reads the current variables of this process.
  package init() {
    guard var next = clinux_environment() else { return }
    while let entry = next.pointee {
      next += 1
      guard String(validatingCString: entry) == nil else { continue }
      let bytes = Array(UnsafeBufferPointer(start: entry, count: strlen(entry))).map(UInt8.init(bitPattern:))
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { continue }
      entries.append((String(decoding: bytes[..<equals], as: UTF8.self), bytes))
    }
  }

  /// Returns the `NAME=value` assignments whose names `isPassedOn` accepts.
  package func assignments(where isPassedOn: (String) -> Bool) -> [[UInt8]] {
    entries.filter { isPassedOn($0.name) }.map(\.assignment)
  }
}

/// A supplementary group of the launcher that programs must not inherit.
///
/// This is the group of the input devices: its members can read every key press, also of passwords. The
/// launcher gets it from its unit, to see touches while a program has the screen.
struct WithheldGroup {
  private let name: String
  private let number: gid_t?
  private var hasWarned = false

  /// The group of `/dev/input` on every distribution with systemd.
  private static let inputDevices = "input"

  /// Looks up the group. Withholds nothing if it does not exist.
  init(named name: String = inputDevices) {
    self.name = name
    number = getgrnam(name)?.pointee.gr_gid
  }

  /// Runs `body` without the group, if the system permits that: processes that it starts do not inherit the
  /// group.
  mutating func withhold<Result>(_ body: () -> Result) -> Result {
    guard let number else { return body() }
    let result = clinux_thread_leave_group(number)
    if result < 0 { warn(errno) }
    defer {
      if result > 0, clinux_thread_join_group(number) != 0 {
        log.warning("the launcher cannot return to the group \(name): \(String(cString: strerror(errno)))")
      }
    }
    return body()
  }

  private mutating func warn(_ errno: Int32) {
    guard !hasWarned else { return }
    hasWarned = true
    log.warning(
      "programs inherit the group \(name) and can read every key and touch: \(String(cString: strerror(errno)))"
    )
  }
}
