import Glibc

/// A process as `/proc/PID/stat` describes it.
package nonisolated struct ProcessStatus: Hashable, Sendable {
  package var processID: Int32
  /// Whether the process has ended but is not reaped yet.
  package var isZombie: Bool
  /// Whether a signal or a tracer stopped the process.
  var isStopped: Bool
  /// Whether the process is in uninterruptible sleep, mostly for the disk.
  package var isInUninterruptibleSleep: Bool
  /// The number of pages that were read from the disk on demand; 0 if the kernel does not report it.
  package var majorFaults: UInt64
  /// The ID of the parent process.
  package var parent: Int32
  var group: Int32
  var session: Int32

  /// Reads the status of a process. Returns nil if it does not exist.
  package init?(of processID: Int32) {
    guard let file = fopen("/proc/\(processID)/stat", "re") else { return nil }
    defer { fclose(file) }
    // The needed fields come before any field that grows. The name has at most 64 bytes.
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = fread(&buffer, 1, buffer.count, file)
    self.init(parsing: buffer.prefix(count))
  }

  /// Parses the file's text. The name in parentheses may contain any characters, also parentheses and spaces.
  init?(parsing text: ArraySlice<UInt8>) {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")),
      let close = text.lastIndex(of: UInt8(ascii: ")")),
      let processID = Int32(String(decoding: text[..<open], as: UTF8.self).filter { $0 != " " })
    else { return nil }
    let fields = text[(close + 1)...].split(separator: UInt8(ascii: " ")).prefix(10)
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count >= 4, let parent = Int32(fields[1]), let group = Int32(fields[2]),
      let session = Int32(fields[3])
    else { return nil }
    self.processID = processID
    isZombie = fields[0] == "Z" || fields[0] == "X"
    isStopped = fields[0] == "T" || fields[0] == "t"
    isInUninterruptibleSleep = fields[0] == "D"
    majorFaults = fields.count > 9 ? UInt64(fields[9]) ?? 0 : 0
    self.parent = parent
    self.group = group
    self.session = session
  }

  /// Returns all processes that are visible to this one.
  package static func all() -> [ProcessStatus] {
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    var result: [ProcessStatus] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX)) { String(cString: $0) }
      }
      if let processID = Int32(name), let status = ProcessStatus(of: processID) { result.append(status) }
    }
    return result
  }
}

/// Detection of stopped and frozen processes.
///
/// No Wayland protocol lets a client ask another whether it still answers. A client that waits for a reply
/// sleeps like one that waits for input. The kernel does know which processes are stopped (`SIGSTOP`, a
/// debugger) or frozen with their control group (`systemctl freeze`).
enum HaltedProcess {
  /// Reports whether a process is stopped or frozen; false if it does not exist.
  static func isHalted(_ processID: Int32) -> Bool {
    guard let status = ProcessStatus(of: processID) else { return false }
    return status.isStopped || isFrozen(processID)
  }

  /// The mount points of control groups, version 2. In systemd's hybrid mode they are below the version 1
  /// controllers.
  nonisolated static let hierarchies = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]

  private static func isFrozen(_ processID: Int32) -> Bool {
    guard let groups = text("/proc/\(processID)/cgroup"), let path = path(in: groups) else { return false }
    return hierarchies.contains { text("\($0)\(path)/cgroup.events").map(isFrozen) ?? false }
  }

  /// Returns the path of a process's control group, version 2, from `/proc/PID/cgroup`: cgroups(7).
  static func path(in groups: String) -> String? {
    groups.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst("0::".count)) }
  }

  /// Reports whether a control group is frozen, from its `cgroup.events`.
  static func isFrozen(_ events: String) -> Bool {
    events.split(separator: "\n").contains("frozen 1")
  }

  /// Reads a kernel file of a few lines.
  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 13)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
