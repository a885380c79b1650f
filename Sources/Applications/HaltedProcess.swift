import Glibc

/// Whether a process is kept from doing anything.
///
/// No protocol lets a Wayland client ask another whether it still answers, and one that waits for an answer of its own is as
/// asleep as one that waits for fingers. What the kernel knows is who has been stopped (`SIGSTOP`, a debugger) or frozen with its
/// control group (`systemctl freeze`).
enum HaltedProcess {
  /// Whether a process is stopped or frozen; false when there is none of that number.
  static func isHalted(_ processID: Int32) -> Bool {
    guard let status = ProcessStatus(of: processID) else { return false }
    return status.isStopped || isFrozen(processID)
  }

  /// Where control groups of the second version are: systemd has them below the others where the first version has the controllers.
  nonisolated static let hierarchies = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]

  private static func isFrozen(_ processID: Int32) -> Bool {
    guard let groups = text("/proc/\(processID)/cgroup"), let path = path(in: groups) else { return false }
    return hierarchies.contains { text("\($0)\(path)/cgroup.events").map(isFrozen) ?? false }
  }

  /// The path of a process's group in the second version's hierarchy, from `/proc/PID/cgroup`: cgroups(7).
  static func path(in groups: String) -> String? {
    groups.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst("0::".count)) }
  }

  /// Whether a group is frozen, from its `cgroup.events`.
  static func isFrozen(_ events: String) -> Bool {
    events.split(separator: "\n").contains("frozen 1")
  }

  /// A file of the kernel's, of a few lines.
  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 13)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
