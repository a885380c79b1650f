import Glibc
import Synchronization

/// What a reading of files is just asking the system about, for the watcher that notices a missing answer.
public final class FileProgress: Sendable {
  private struct Question {
    let path: String
    let since: Double
  }

  /// Paths that are not asked about, nor anything below them.
  private let silent: [String]
  /// The questions without an answer, by their threads.
  private let open = Mutex<[UInt: Question]>([:])

  /// A reading that takes what is at and below `silent` for not there.
  public init(silent: [String] = []) {
    self.silent = silent
  }

  /// The path that has been asked about for so many seconds.
  public func path(silentFor seconds: Double) -> String? {
    let limit = Self.now - seconds
    return open.withLock { $0.values.first { $0.since <= limit }?.path }
  }

  /// What `body` answers about a path; nil where that is not asked.
  public func ask<Answer>(_ path: String, _ body: () -> Answer) -> Answer? {
    guard !isSilent(path) else { return nil }
    let thread = UInt(pthread_self())
    open.withLock { $0[thread] = Question(path: path, since: Self.now) }
    defer { _ = open.withLock { $0.removeValue(forKey: thread) } }
    return body()
  }

  private func isSilent(_ path: String) -> Bool {
    silent.contains {
      path.hasPrefix($0) && (path.utf8.count == $0.utf8.count || path.dropFirst($0.count).first == "/")
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
