import CLinux
import EventLoop
import Glibc
import Logging

private let log = Log("children")

/// Adopts processes that programs abandon, and reaps them when they end.
///
/// The kernel lists dead children one by one, so the cost does not depend on the number of processes. The
/// reaper reads `/proc` only if another part's dead child blocks the list; it does so rarely, on a thread.
package final class OrphanReaper {
  /// Called when children were reaped, or may have been.
  package var onChange: () -> Void = {}

  private let loop: EventLoop
  /// Whether another part of the launcher waits for the child with this process ID.
  private let keeps: (Int32) -> Bool
  private var signal: SignalSource?
  private var pause: Deadline?
  /// Whether a thread reads `/proc`, whether it must do so again, and the earliest time for that.
  private var (isSearching, isSearchWanted, nextSearch) = (false, false, -Double.infinity)

  /// Seconds between two passes: programs that fork in a loop must not use more processor time.
  private static let interval = 0.05
  /// The most children to reap in one pass, which takes some milliseconds.
  private static let most = 500
  /// Seconds between two searches of `/proc`.
  private static let searchInterval = 0.5

  /// Becomes the parent of all orphans, and reaps those that `keeps` does not claim.
  ///
  /// Blocks SIGCHLD, so call it before any thread starts.
  package init(_ loop: EventLoop, keeps: @escaping (Int32) -> Bool) throws(EventLoopError) {
    (self.loop, self.keeps) = (loop, keeps)
    guard clinux_become_subreaper() == 0 else { throw EventLoopError("adopt orphans", errno: errno) }
    pause = try loop.addDeadline { [weak self] in self?.resume() }
    signal = try loop.addSignal(SIGCHLD) { [weak self] in self?.reap() }
  }

  /// Whether this process has children, including dead ones that are not reaped yet.
  package var hasChildren: Bool { clinux_dead_child() >= 0 }

  package func reap() {
    signal?.setEnabled(false)
    pause?.set(EventLoop.now + Self.interval)
    reapDead()
    onChange()
  }

  /// Enables the signal again. A signal that arrived in the meantime is delivered now.
  private func resume() {
    signal?.setEnabled(true)
    if isSearchWanted, !isSearching, nextSearch <= EventLoop.now { reap() }
  }

  private func reapDead() {
    for _ in 0..<Self.most {
      let child = clinux_dead_child()
      guard child > 0 else { return }
      guard !keeps(child) else { return searchForOthers() }
      _ = clinux_reap(child)
    }
    // More dead children remain.
    kill(getpid(), SIGCHLD)
  }

  // MARK: Past a child that another part reaps

  private func searchForOthers() {
    guard !isSearching, nextSearch <= EventLoop.now else {
      isSearchWanted = true
      if !isSearching { pause?.set(nextSearch) }
      return
    }
    (isSearching, isSearchWanted) = (true, false)
    let parent = getpid()
    do throws(EventLoopError) {
      try loop.inBackground {
        ProcessStatus.all().filter { $0.isZombie && $0.parent == parent }.map(\.processID)
      } done: { [weak self] in
        self?.found($0)
      }
    } catch {
      log.warning("\(error)")
      found([])
    }
  }

  private func found(_ dead: [Int32]) {
    for child in dead where !keeps(child) { _ = clinux_reap(child) }
    isSearching = false
    nextSearch = EventLoop.now + Self.searchInterval
    // Another process ended during the search.
    if isSearchWanted { pause?.set(nextSearch) }
    onChange()
  }
}
