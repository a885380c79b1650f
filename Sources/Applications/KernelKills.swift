import Glibc
import Programs

/// The processes that the kernel has killed since it started, because there was not enough memory.
enum KernelKills {
  /// What can be said of a program's end without a unit, whose manager would know.
  ///
  /// The kernel tells nobody but its own journal whom it killed, and that is not for ordinary users: the count says that there was
  /// somebody, and so it is a guess, and said as one.
  ///
  /// - Parameters:
  ///   - told: how it ended as its parent is told.
  ///   - isAsked: whether the launcher had asked it to end, and may have killed it.
  ///   - kills: how many processes the kernel killed while it ran.
  static func reason(_ told: ExitReason, isAsked: Bool, kills: Int) -> ExitReason {
    guard told == .signaled(signal: SIGKILL, coreDumped: false), !isAsked, kills > 0 else { return told }
    return .perhapsOutOfMemory
  }

  /// How many there were, on the whole machine: `oom_kill` of proc(5), `/proc/vmstat`. 0 where that is not told.
  static var count: Int {
    guard let file = fopen("/proc/vmstat", "re") else { return 0 }
    defer { fclose(file) }
    // Some hundred lines of a name and a number.
    var bytes = [UInt8](repeating: 0, count: 1 << 15)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = bytes.prefix(count)
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      if words.first == "oom_kill", words.count == 2 { return Int(words[1]) ?? 0 }
    }
    return 0
  }
}
