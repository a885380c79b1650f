import CLinux
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// The variables that a program is started with: the launcher's own, without what was meant for the launcher
/// alone, and the command's on top.
package struct ProgramEnvironment {
  private(set) var variables: [String: String]
  /// `NAME=value` of those that are not UTF-8.
  let foreign: [[UInt8]]

  /// Sockets, promises and tokens that another program would answer for, or use up, in the launcher's name.
  private static let launchersOwn: Set<String> = [
    "WAYLAND_SOCKET", "NOTIFY_SOCKET", "MAINPID", "FDSTORE", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID",
  ]
  /// The X server of a desktop, whose programs read each other's keys, and what compositors start as one. A
  /// tile with `x11 = true` has a server of its own.
  private static let xServers: Set<String> = ["DISPLAY", "XAUTHORITY", "WLR_XWAYLAND"]
  /// Where compositors take commands: sway, i3, Hyprland, Wayfire, niri and labwc.
  private static let compositors: Set<String> = [
    "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE", "WAYFIRE_SOCKET", "_WAYFIRE_SOCKET", "NIRI_SOCKET",
    "LABWC_PID",
  ]
  /// By which a program knows what it may show the compositor to come to the front: by the protocol's name,
  /// and by that of older toolkits.
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
    !launchersOwn.contains(name) && !compositors.contains(name) && !xServers.contains(name)
      && !privatePrefixes.contains { name.hasPrefix($0) }
  }

  /// The directories that programs are looked up in. Relative ones are left out: where the launcher happens
  /// to stand must not decide what is executed.
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

/// The variables of this process that are not UTF-8 and so fit into no `String`: programs get them byte by
/// byte.
package struct ForeignVariables {
  private var entries: [(name: String, assignment: [UInt8])] = []

  /// Those that this process has now.
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

  /// `NAME=value` of those whose names are passed on.
  package func assignments(where isPassedOn: (String) -> Bool) -> [[UInt8]] {
    entries.filter { isPassedOn($0.name) }.map(\.assignment)
  }
}

/// A group that the launcher may be in and programs must not be in.
///
/// That of the input devices: who is in it can read every key that is pressed, passwords included. The
/// launcher has it from its unit to see touches while a program has the screen.
struct WithheldGroup {
  private let name: String
  private let number: gid_t?
  private var hasWarned = false

  /// The group that owns `/dev/input` on every distribution with systemd.
  private static let inputDevices = "input"

  /// The group of that name; nothing is withheld where there is none.
  init(named name: String = inputDevices) {
    self.name = name
    number = getgrnam(name)?.pointee.gr_gid
  }

  /// What `body` starts is not in the group, if the system lets that be.
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
