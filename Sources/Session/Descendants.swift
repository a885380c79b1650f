import Applications
import EventLoop
import Glibc
import Logging

private let log = Log("session")

/// Everything that the compositor and the launcher leave behind. Whatever loses its parent becomes this process's
/// child, and so nothing escapes.
final class Descendants {
  private let deadline: Deadline
  private let orphans: OrphanReaper
  private var whenGone: (() -> Void)?
  private var kills = 0
  /// The child that somebody else waits for.
  var watched: Int32?

  /// Seconds after a SIGKILL before it is sent again, to those who were orphaned by it.
  private static let killInterval = 0.1
  /// Whoever is still there after so many is stuck in the kernel, or there is a fork bomb: the service manager has
  /// the last word.
  private static let killLimit = 50

  /// Becomes the parent of all orphans. Blocks SIGCHLD.
  init(_ loop: EventLoop) throws(EventLoopError) {
    var (due, keeps): (() -> Void, (Int32) -> Bool) = ({}, { _ in false })
    deadline = try loop.addDeadline { due() }
    orphans = try OrphanReaper(loop) { keeps($0) }
    due = { [weak self] in self?.kill() }
    keeps = { [weak self] in self?.watched == $0 }
    orphans.onChange = { [weak self] in self?.finishWhenAlone() }
  }

  /// Calls `done` when no child is left. They get `grace` seconds to end by themselves, and are killed then.
  func end(grace: Double, _ done: @escaping () -> Void) {
    whenGone = done
    kills = 0
    deadline.set(EventLoop.now + grace)
    orphans.look()
  }

  private func finishWhenAlone() {
    // PAM's process stays for as long as this one. It is another user's, and so it is not seen in /proc.
    guard whenGone != nil, !orphans.hasChildren || living().isEmpty else { return }
    finish()
  }

  private func living() -> [Int32] {
    let parent = getpid()
    return ProcessStatus.all().filter { $0.parent == parent && !$0.isZombie && $0.processID != watched }
      .map(\.processID)
  }

  private func kill() {
    guard whenGone != nil else { return }
    orphans.look()
    let children = living()
    guard whenGone != nil, !children.isEmpty else { return finish() }
    guard kills < Self.killLimit else {
      log.error("\(children.count) processes survive SIGKILL")
      return finish()
    }
    if kills == 0 { log.notice("killing \(children.count) processes that were left behind") }
    kills += 1
    for child in children { Glibc.kill(child, SIGKILL) }
    deadline.set(EventLoop.now + Self.killInterval)
  }

  private func finish() {
    guard let done = whenGone else { return }
    whenGone = nil
    deadline.set(nil)
    done()
  }
}
