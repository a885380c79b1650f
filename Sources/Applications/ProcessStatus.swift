import Glibc

/// A process as `/proc/PID/stat` describes it.
package nonisolated struct ProcessStatus: Hashable, Sendable {
  package var processID: Int32
  /// Whether it has ended and only waits to be reaped.
  package var isZombie: Bool
  /// Whether it was stopped by a signal, or by its tracer: it does nothing until it is continued.
  var isStopped: Bool
  /// Whether it waits for something that no signal interrupts, which mostly is the disk.
  package var isInUninterruptibleSleep: Bool
  /// How many of its pages were read from the disk when it needed them; 0 where the kernel does not say.
  package var majorFaults: UInt64
  /// Who learns of its end.
  package var parent: Int32
  var group: Int32
  var session: Int32

  /// The process of that number, or nil when there is none.
  package init?(of processID: Int32) {
    guard let file = fopen("/proc/\(processID)/stat", "re") else { return nil }
    defer { fclose(file) }
    // The fields that matter come before any that grows; the name is at most 64 bytes.
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = fread(&buffer, 1, buffer.count, file)
    self.init(parsing: buffer.prefix(count))
  }

  /// Parses the file's text. The name in parentheses may hold anything, parentheses and spaces included.
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

  /// All processes that this one may see.
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

/// Whether a process is kept from doing anything.
///
/// No protocol lets a Wayland client ask another whether it still answers, and one that waits for an answer
/// of its own is as asleep as one that waits for fingers. What the kernel knows is who has been stopped
/// (`SIGSTOP`, a debugger) or frozen with its control group (`systemctl freeze`).
enum HaltedProcess {
  /// Whether a process is stopped or frozen; false when there is none of that number.
  static func isHalted(_ processID: Int32) -> Bool {
    guard let status = ProcessStatus(of: processID) else { return false }
    return status.isStopped || isFrozen(processID)
  }

  /// Where control groups of the second version are: systemd has them below the others where the first
  /// version has the controllers.
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
