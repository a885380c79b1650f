import CLinux
import EventLoop
import Glibc
import Logging

private let log = Log("children")

/// Adopts what programs abandon, and reaps it when it has ended.
///
/// The kernel names dead children one by one, so that the cost of one does not depend on how many processes
/// there are. Only where a dead child that another part reaps stands before the others is `/proc` read, on a
/// thread and seldom.
package final class OrphanReaper {
  /// The children changed: some were reaped, or may have been.
  package var onChange: () -> Void = {}

  private let loop: EventLoop
  /// Whether another part of the program waits for the child of that number.
  private let keeps: (Int32) -> Bool
  private var signal: SignalSource?
  private var pause: Deadline?
  /// Whether `/proc` is being read, whether it is to be read once more, and when that may be at the earliest.
  private var (isSearching, isSearchWanted, nextSearch) = (false, false, -Double.infinity)

  /// Seconds between two looks: programs that fork in a loop do not get more of the processor.
  private static let interval = 0.05
  /// Children that are reaped in one look, which takes some milliseconds.
  private static let most = 500
  /// Seconds between two searches.
  private static let searchInterval = 0.5

  /// Becomes the parent of all orphans, and reaps those that `keeps` does not name.
  ///
  /// Blocks SIGCHLD, so call it before any thread is started.
  package init(_ loop: EventLoop, keeps: @escaping (Int32) -> Bool) throws(EventLoopError) {
    (self.loop, self.keeps) = (loop, keeps)
    guard clinux_become_subreaper() == 0 else { throw EventLoopError("adopt orphans", errno: errno) }
    pause = try loop.addDeadline { [weak self] in self?.resume() }
    signal = try loop.addSignal(SIGCHLD) { [weak self] in self?.reap() }
  }

  /// Whether this process has children, dead ones that were not reaped included.
  package var hasChildren: Bool { clinux_dead_child() >= 0 }

  package func reap() {
    signal?.setEnabled(false)
    pause?.set(EventLoop.now + Self.interval)
    reapDead()
    onChange()
  }

  /// A signal that came meanwhile is heard now.
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
    // There are more.
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
    // A process ended while it was read.
    if isSearchWanted { pause?.set(nextSearch) }
    onChange()
  }
}
