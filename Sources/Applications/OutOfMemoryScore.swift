import Glibc

/// Whom the kernel kills first when memory runs out: the process with the highest score, `/proc/PID/oom_score_adj` of
/// proc_pid_oom_score_adj(5).
enum OutOfMemoryScore {
  /// Programs go before the kiosk that shows the way back from them, however little memory they have.
  nonisolated static let ofPrograms: Int32 = 500

  private static let file = "/proc/self/oom_score_adj"

  /// Does something during which new processes inherit the score of programs, and not the launcher's own.
  ///
  /// A process cannot be started with another score, and one that is given it afterwards may have children already. The
  /// way back is open without privileges: nothing keeps a process from the score that it was given.
  static func givingToPrograms<Result, Failure: Error>(
    _ start: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let own = read(), own < ofPrograms, write(ofPrograms) else { return try start() }
    defer { _ = write(own) }
    return try start()
  }

  private static func read() -> Int32? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) }
  }

  private static func write(_ score: Int32) -> Bool {
    let descriptor = open(file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let text = Array(String(score).utf8)
    return Glibc.write(descriptor, text, text.count) == text.count
  }
}
