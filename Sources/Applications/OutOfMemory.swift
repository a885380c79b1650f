import Glibc
import Programs

/// The processes that the kernel has killed since it started, because there was not enough memory.
enum OutOfMemoryKills {
  /// What can be said of a program's end without a unit, whose manager would know.
  ///
  /// Only the kernel's own journal says whom it killed, and that is not for ordinary users: the count says
  /// that a process was killed, and so it is a guess, and said as one.
  ///
  /// - Parameters:
  ///   - told: how it ended, as its parent learns it.
  ///   - isAsked: whether the launcher had asked it to end, and may have killed it.
  ///   - kills: how many processes the kernel killed while it ran.
  static func reason(_ told: ExitReason, isAsked: Bool, kills: Int) -> ExitReason {
    guard told == .signaled(signal: SIGKILL, coreDumped: false), !isAsked, kills > 0 else { return told }
    return .perhapsOutOfMemory
  }

  /// How many there were, on the whole machine: `oom_kill` of proc(5), `/proc/vmstat`. 0 where that is not
  /// told.
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

/// Whom the kernel kills first when memory runs out: the process with the highest score,
/// `/proc/PID/oom_score_adj` of proc_pid_oom_score_adj(5).
enum OutOfMemoryScore {
  /// Programs go before the kiosk that shows the way back from them, however little memory they have.
  nonisolated static let ofPrograms: Int32 = 500

  private static let file = "/proc/self/oom_score_adj"
  /// The file, once this process may not open it any more.
  private static var kept: Int32?

  /// Has the score stay within reach of a process that is about to forbid being looked into: its files in
  /// /proc are root's then.
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

  /// Does something during which new processes inherit the score of programs, and not the launcher's own.
  ///
  /// A process cannot be started with another score, and one that is given it afterward may have children
  /// already. The way back is open without privileges: nothing keeps a process from the score that it was
  /// given.
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
