import EventLoop
import Glibc
import Logging

private let log = Log("global-touch")

/// Descriptors of panels that another process opens, asked for on a thread: libinput wants each at once, and
/// the other process may take its time.
final class PanelDescriptors {
  /// Which panels there are, and who opens them: a descriptor or a negative errno.
  nonisolated struct Source: Sendable {
    let paths: @Sendable () -> [String]
    let open: @Sendable (String) -> Int32
  }

  /// Whether a panel was wanted that had not been asked for.
  private(set) var lacks = false
  private let loop: EventLoop
  private let source: Source
  private var answers: [String: Int32] = [:]
  private var isFilling = false
  /// Whom to tell when it is filled; nil when panels are no longer wanted.
  private var onFilled: (() -> Void)?

  init(loop: EventLoop, source: Source) {
    (self.loop, self.source) = (loop, source)
  }

  /// Whether panels are being asked for, and are wanted.
  var isAwaited: Bool { onFilled != nil }

  /// Asks for all panels, and calls `done` from the loop when there is an answer for each.
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

  /// The answer for a panel, once; a panel that was plugged in since has none yet.
  func claim(_ path: String) -> Int32 {
    if let answer = answers.removeValue(forKey: path) { return answer }
    lacks = true
    return -EAGAIN
  }

  /// Closes what was not taken.
  func clear() {
    Self.close(answers)
    (answers, lacks) = ([:], false)
  }

  /// Panels are no longer wanted.
  func cancel() {
    onFilled = nil
    clear()
  }

  private static func close(_ answers: [String: Int32]) {
    for answer in answers.values where answer >= 0 { Glibc.close(answer) }
  }
}
