import Threads

/// Opens files of pictures, each on a thread of its own: a file system that does not answer keeps nobody from the others.
final class FileOpener: Sendable {
  /// A file that is open, for another thread.
  final class Opened: Sendable {
    let file: PictureFile

    init(_ path: String) throws(IconProblem) { file = try PictureFile(path) }
  }

  private enum Answer {
    case awaited
    case given(Result<Opened, IconProblem>)
    /// Nobody waits for it any more.
    case late(onAnswer: @Sendable () -> Void)
  }

  /// Seconds that a file gets to answer.
  static let patience = 2.0
  /// So many files may owe an answer. Each holds a thread, and meanwhile no other is opened.
  static let most = 8

  private let patience: Double
  private let leftCount = Monitor(0)

  init(patience: Double = patience) { self.patience = patience }

  /// What `open` returns, which is called on another thread.
  ///
  /// - Parameters:
  ///   - name: what a problem calls it.
  ///   - onLateAnswer: is called on that thread when there is an answer after all.
  /// - Throws: `silent` when there is none in time.
  func open(
    _ name: String, _ open: @escaping @Sendable () -> Result<Opened, IconProblem>,
    onLateAnswer: @escaping @Sendable () -> Void
  ) throws(IconProblem) -> Opened {
    guard leftCount.withLock({ $0 < Self.most }) else { throw .silent(name) }
    let answer = Monitor(Answer.awaited)
    do throws(ThreadFailure) {
      _ = try WorkerThread(name: "picture-file") { [leftCount] in
        let result = open()
        let onAnswer = answer.withLock { answer -> (@Sendable () -> Void)? in
          guard case .late(let onAnswer) = answer else {
            answer = .given(result)
            return nil
          }
          return onAnswer
        }
        answer.wakeUp()
        guard let onAnswer else { return }
        leftCount.withLock { $0 -= 1 }
        onAnswer()
      }
    } catch {
      throw .unreadable(path: name, reason: systemError(error.code))
    }
    let deadline = monotonicTime() + patience
    let result = answer.wait(seconds: { _ in deadline - monotonicTime() }) {
      answer -> Result<Opened, IconProblem>? in
      if case .given(let result) = answer { return result }
      guard deadline <= monotonicTime() else { return nil }
      answer = .late(onAnswer: onLateAnswer)
      return .failure(.silent(name))
    }
    if case .failure(.silent) = result { leftCount.withLock { $0 += 1 } }
    return try result.get()
  }
}
