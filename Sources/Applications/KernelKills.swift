import Glibc

/// The processes that the kernel has killed since it started, because there was not enough memory.
enum KernelKills {
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
