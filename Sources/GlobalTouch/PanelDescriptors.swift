import EventLoop
import Glibc
import Logging

private let log = Log("global-touch")

/// Panel descriptors from another process, requested on a thread: libinput needs each at once, but the other
/// process may be slow.
final class PanelDescriptors {
  /// The available panels, and how to open them: `open` returns a descriptor or a negative errno.
  nonisolated struct Source: Sendable {
    let paths: @Sendable () -> [String]
    let open: @Sendable (String) -> Int32
  }

  /// Whether libinput needed a panel that had not been requested.
  private(set) var lacks = false
  private let loop: EventLoop
  private let source: Source
  private var answers: [String: Int32] = [:]
  private var isFilling = false
  /// The callback for the end of the request; nil if panels are no longer needed.
  private var onFilled: (() -> Void)?

  init(loop: EventLoop, source: Source) {
    (self.loop, self.source) = (loop, source)
  }

  /// Whether a request is pending and still needed.
  var isAwaited: Bool { onFilled != nil }

  /// Requests all panels. Calls `done` from the loop when all answers are there.
  func fill(_ done: @escaping () -> Void) {
    onFilled = done
    guard !isFilling else { return }
    isFilling = true
    let source = source
    do throws(EventLoopError) {
      try loop.inBackground {
        Dictionary(source.paths().map { ($0, source.open($0)) }) { first, _ in first }
      } done: { [weak self] answers in
        guard let self else { return Self.close(answers) }
        filled(answers)
      }
    } catch {
      log.warning("\(error)")
      isFilling = false
      onFilled = nil
    }
  }

  private func filled(_ new: [String: Int32]) {
    isFilling = false
    guard let done = onFilled else { return Self.close(new) }
    onFilled = nil
    clear()
    answers = new
    done()
  }

  /// Returns the answer for a panel, once. A newly plugged-in panel has none yet.
  func claim(_ path: String) -> Int32 {
    if let answer = answers.removeValue(forKey: path) { return answer }
    lacks = true
    return -EAGAIN
  }

  /// Closes the unused descriptors.
  func clear() {
    Self.close(answers)
    (answers, lacks) = ([:], false)
  }

  /// Cancels the request: panels are no longer needed.
  func cancel() {
    onFilled = nil
    clear()
  }

  private static func close(_ answers: [String: Int32]) {
    for answer in answers.values where answer >= 0 { Glibc.close(answer) }
  }
}
