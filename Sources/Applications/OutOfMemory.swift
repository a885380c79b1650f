import Glibc
import Programs

/// Detects kills by the kernel's out-of-memory killer.
enum OutOfMemoryKills {
  /// Returns the reason for the end of a program without a unit; for a unit, the service manager knows it.
  ///
  /// Only the kernel's log names the killed processes, and ordinary users cannot read it. The count only
  /// shows that some process was killed. The result is therefore a guess, and marked as one.
  ///
  /// - Parameters:
  ///   - told: the reason that the parent process got.
  ///   - isAsked: whether the launcher had asked the program to end, and may have killed it.
  ///   - kills: how many processes the kernel killed while the program ran.
  static func reason(_ told: ExitReason, isAsked: Bool, kills: Int) -> ExitReason {
    guard told == .signaled(signal: SIGKILL, coreDumped: false), !isAsked, kills > 0 else { return told }
    return .perhapsOutOfMemory
  }

  /// The number of such kills on the machine since boot: `oom_kill` of proc(5), `/proc/vmstat`. 0 if
  /// unavailable.
  static var count: Int {
    guard let file = fopen("/proc/vmstat", "re") else { return 0 }
    defer { fclose(file) }
    // Some hundred lines with a name and a number each.
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

/// The out-of-memory score adjustment, `/proc/PID/oom_score_adj` of proc_pid_oom_score_adj(5). When memory
/// runs out, the kernel kills the process with the highest score first.
enum OutOfMemoryScore {
  /// The kernel kills programs before the launcher, even if they use little memory: visitors need the
  /// launcher to get back.
  nonisolated static let ofPrograms: Int32 = 500

  private static let file = "/proc/self/oom_score_adj"
  /// A descriptor of the file, for when this process can no longer open it.
  private static var kept: Int32?

  /// Keeps the file open for a process that is about to forbid inspection: root then owns its files in /proc.
  static func keepWithinReach() {
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    if descriptor >= 0 { kept = descriptor }
  }

  private static func withFile<Result>(_ body: (Int32) -> Result) -> Result? {
    if let kept { return body(kept) }
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return body(descriptor)
  }

  /// Runs `start` while new processes inherit the score of programs instead of the launcher's own.
  ///
  /// A process cannot start with another score, and a score set later may come after its first children.
  /// Restoring the launcher's score needs no privileges: a process may always lower its score to the value it
  /// got.
  static func givingToPrograms<Result, Failure: Error>(
    _ start: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let own = read(), own < ofPrograms, write(ofPrograms) else { return try start() }
    defer { _ = write(own) }
    return try start()
  }

  private static func read() -> Int32? {
    withFile { descriptor in
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      return text.split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) }
    } ?? nil
  }

  private static func write(_ score: Int32) -> Bool {
    let text = Array(String(score).utf8)
    return withFile { pwrite($0, text, text.count, 0) == text.count } ?? false
  }
}
