import CLinux
import Glibc
import Scene
import Synchronization

/// What the main thread and the worker share: pictures that wait, pictures that are done, and two counters of the
/// kernel, one that the worker sleeps on and one that the main thread's loop watches.
///
/// Whoever changes the state also writes or empties the counters while it holds the lock, so that neither thread
/// is ever woken for nothing.
final class ArtworkQueue: Sendable {
  private struct Waiting {
    var priority: Int
    /// Requests of equal priority are served in the order in which they came.
    let order: Int
  }

  private struct State {
    var waiting: [Picture: Waiting] = [:]
    var running: Picture?
    var isRunningWanted = false
    var finished: [FinishedPicture] = []
    var nextOrder = 0
    var isAsleep = false
    var isStopped = false
  }

  /// Readable while something is finished.
  let readyDescriptor: Int32
  private let wakeDescriptor: Int32
  private let state = Mutex(State())

  /// An empty queue.
  init() throws(ArtworkFailure) {
    let ready = clinux_eventfd()
    guard ready >= 0 else { throw .noDescriptor(errno) }
    let wake = clinux_eventfd()
    guard wake >= 0 else {
      let code = errno
      close(ready)
      throw .noDescriptor(code)
    }
    readyDescriptor = ready
    wakeDescriptor = wake
  }

  deinit {
    close(readyDescriptor)
    close(wakeDescriptor)
  }

  // MARK: The main thread's side

  /// Puts `picture` in, or moves it to another place if it is in already. Lower priorities come first.
  func request(_ picture: Picture, priority: Int) {
    state.withLock { state in
      guard !state.isStopped else { return }
      if state.running == picture {
        state.isRunningWanted = true
      } else if let place = state.waiting[picture] {
        state.waiting[picture] = Waiting(priority: priority, order: place.order)
      } else if !state.finished.contains(where: { $0.picture == picture }) {
        state.waiting[picture] = Waiting(priority: priority, order: state.nextOrder)
        state.nextOrder += 1
        wake(&state)
      }
    }
  }

  /// Takes `picture` out, wherever it is by now.
  func cancel(_ picture: Picture) {
    state.withLock { state in
      state.waiting[picture] = nil
      if state.running == picture { state.isRunningWanted = false }
      guard !state.finished.isEmpty else { return }
      state.finished.removeAll { $0.picture == picture }
      if state.finished.isEmpty { drain(readyDescriptor) }
    }
  }

  /// Appends what is finished, in the order in which it was, and forgets it.
  func takeFinished(into results: inout [FinishedPicture]) {
    let taken = state.withLock { state in
      guard !state.finished.isEmpty else { return [FinishedPicture]() }
      drain(readyDescriptor)
      let taken = state.finished
      state.finished = []
      return taken
    }
    results.append(contentsOf: taken)
  }

  /// Drops everything that waits and sends the worker home.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.isRunningWanted = false
      state.waiting = [:]
      wake(&state)
    }
  }

  // MARK: The worker's side

  /// The next picture to draw; sleeps until there is one. Nil when there will be no more.
  func next() -> Picture? {
    while true {
      let (next, isStopped) = state.withLock { state in take(&state) }
      if let next { return next }
      if isStopped { return nil }
      sleep()
    }
  }

  /// Hands over the answer to the picture that `next()` gave last, unless nobody wants it any more.
  func finish(_ result: FinishedPicture?) {
    state.withLock { state in
      state.running = nil
      guard let result, state.isRunningWanted else { return }
      state.finished.append(result)
      if state.finished.count == 1 { signal(readyDescriptor) }
    }
  }

  private func take(_ state: inout State) -> (Picture?, isStopped: Bool) {
    let first = state.waiting.min { left, right in
      (left.value.priority, left.value.order) < (right.value.priority, right.value.order)
    }
    guard let first, !state.isStopped else {
      state.isAsleep = !state.isStopped
      return (nil, state.isStopped)
    }
    state.waiting[first.key] = nil
    state.running = first.key
    state.isRunningWanted = true
    return (first.key, false)
  }

  private func sleep() {
    var wanted = pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, -1) < 0 && errno == EINTR {}
    drain(wakeDescriptor)
  }

  private func wake(_ state: inout State) {
    guard state.isAsleep else { return }
    state.isAsleep = false
    signal(wakeDescriptor)
  }
}

/// Makes a counter readable.
private func signal(_ descriptor: Int32) {
  var one: UInt64 = 1
  while write(descriptor, &one, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
}

/// Makes a counter unreadable.
private func drain(_ descriptor: Int32) {
  var count: UInt64 = 0
  while read(descriptor, &count, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
}
