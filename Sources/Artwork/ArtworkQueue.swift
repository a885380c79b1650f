import CLinux
import Glibc
import Scene
import Threads

/// What the main thread and the workers share: pictures that wait, pictures that are done, and a counter of the
/// kernel that the main thread's loop watches.
///
/// The counter is written and emptied only while the lock is held, so that it is readable exactly while
/// something is finished and the loop is never woken for nothing.
final class ArtworkQueue: Sendable {
  private struct Waiting {
    var priority: Int
    /// Requests of equal priority are served in the order in which they came.
    let order: Int
  }

  private struct State {
    var waiting: [Picture: Waiting] = [:]
    /// What is being drawn, and whether it is still wanted.
    var running: [Picture: Bool] = [:]
    var finished: [FinishedPicture] = []
    var nextOrder = 0
    var isStopped = false
  }

  /// What the worker is to do.
  enum Task {
    case draw(Picture)
    case end
  }

  /// Readable while something is finished.
  let readyDescriptor: Int32
  private let state = Monitor(State())

  /// An empty queue.
  init() throws(ArtworkFailure) {
    readyDescriptor = clinux_eventfd()
    guard readyDescriptor >= 0 else { throw .noDescriptor(errno) }
  }

  deinit {
    if readyDescriptor >= 0 { close(readyDescriptor) }
  }

  // MARK: The main thread's side

  /// Puts `picture` in, or moves it to another place if it is in already. Lower priorities come first.
  func request(_ picture: Picture, priority: Int) {
    state.withLock { state in
      guard !state.isStopped else { return }
      if state.running[picture] != nil {
        state.running[picture] = true
      } else if let place = state.waiting[picture] {
        state.waiting[picture] = Waiting(priority: priority, order: place.order)
      } else if !state.finished.contains(where: { $0.picture == picture }) {
        state.waiting[picture] = Waiting(priority: priority, order: state.nextOrder)
        state.nextOrder += 1
      }
    }
    state.wakeUp()
  }

  /// Takes `picture` out, wherever it is by now.
  func cancel(_ picture: Picture) {
    state.withLock { state in
      state.waiting[picture] = nil
      if state.running[picture] != nil { state.running[picture] = false }
      guard !state.finished.isEmpty else { return }
      state.finished.removeAll { $0.picture == picture }
      if state.finished.isEmpty { empty() }
    }
  }

  /// Appends what is finished, in the order in which it was, and forgets it.
  func takeFinished(into results: inout [FinishedPicture]) {
    let taken = state.withLock { state in
      guard !state.finished.isEmpty else { return [FinishedPicture]() }
      empty()
      let taken = state.finished
      state.finished = []
      return taken
    }
    results.append(contentsOf: taken)
  }

  /// Drops everything that waits and sends the workers home.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for picture in state.running.keys { state.running[picture] = false }
      state.waiting = [:]
    }
    state.wakeUp()
  }

  // MARK: The workers' side

  /// What to do next; sleeps until there is something.
  func next() -> Task {
    state.wait { state in
      guard !state.isStopped else { return .end }
      let first = state.waiting.min { left, right in
        (left.value.priority, left.value.order) < (right.value.priority, right.value.order)
      }
      guard let first else { return nil }
      state.waiting[first.key] = nil
      state.running[first.key] = true
      return .draw(first.key)
    }
  }

  /// Hands over the answer to a picture that `next()` gave, unless nobody wants it any more.
  func finish(_ picture: Picture, _ result: FinishedPicture?) {
    state.withLock { state in
      guard state.running.removeValue(forKey: picture) == true, let result else { return }
      state.finished.append(result)
      if state.finished.count == 1 { fill() }
    }
  }

  /// Makes the counter readable.
  private func fill() {
    var one: UInt64 = 1
    while write(readyDescriptor, &one, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
  }

  /// Makes the counter unreadable.
  private func empty() {
    var count: UInt64 = 0
    while read(readyDescriptor, &count, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
  }
}
