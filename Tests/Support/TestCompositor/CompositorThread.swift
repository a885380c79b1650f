import Foundation

/// The compositor's thread. Other threads give it work and wait for results.
final class CompositorThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var queue: [(CompositorState) -> Void] = []
  private var watchers: [ObjectIdentifier: (CompositorState) -> Void] = [:]
  private var isStopping = false
  private var hasStopped = false
  private let wakeUp: DescriptorPair

  init(_ options: CompositorOptions) throws {
    wakeUp = try .pipe()
    wakeUp.makeNonblocking()
    let thread = Thread { [self] in run(options) }
    thread.name = "compositor"
    thread.start()
  }

  deinit {
    close(wakeUp.first)
    close(wakeUp.second)
  }

  /// Runs `work` on the compositor's thread, and waits for its result.
  func perform<R>(_ work: @escaping (CompositorState) -> R) -> R {
    let box = ResultBox<R>()
    condition.withLock {
      precondition(!hasStopped, "the test compositor is stopped")
      queue.append { [condition] state in
        let result = work(state)
        condition.withLock { box.result = result }
      }
    }
    wake()
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = box.result { return result }
      condition.wait()
    }
  }

  /// Waits until `probe` returns a value; calls it after each activity of the compositor.
  func wait<R>(until deadline: Date, _ probe: @escaping (CompositorState) -> R?) -> R? {
    let box = ResultBox<R>()
    condition.withLock {
      precondition(!hasStopped, "the test compositor is stopped")
      watchers[ObjectIdentifier(box)] = { [condition] state in
        guard let result = probe(state) else { return }
        condition.withLock { box.result = result }
      }
    }
    wake()
    condition.lock()
    defer {
      watchers[ObjectIdentifier(box)] = nil
      condition.unlock()
    }
    while box.result == nil {
      guard condition.wait(until: deadline) else { break }
    }
    return box.result
  }

  /// Wakes the waiting threads after something happened outside this thread.
  func wake() { _ = write(wakeUp.second, [0], 1) }

  /// Stores a client's output, for the error message of a time-out.
  func note(output: String) {
    condition.withLock {
      guard !hasStopped else { return }
      queue.append { state in state.output += output }
    }
    wake()
  }

  /// Disconnects all clients and ends the thread.
  func stop() {
    condition.lock()
    isStopping = true
    condition.unlock()
    wake()
    condition.lock()
    while !hasStopped { condition.wait() }
    condition.unlock()
  }

  private func run(_ options: CompositorOptions) {
    guard let state = CompositorState(options) else { preconditionFailure("no memory for a Wayland display") }
    while !condition.withLock({ isStopping }) { turn(state) }
    state.display.destroy()
    condition.withLock {
      hasStopped = true
      condition.broadcast()
    }
  }

  private func turn(_ state: CompositorState) {
    var descriptors = [
      pollfd(fd: wakeUp.first, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.isHung ? -1 : state.display.fileDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&descriptors, 2, state.millisecondsToNextFrame())
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wakeUp.first, &bytes, bytes.count) > 0 {}
    let work = condition.withLock {
      defer { queue = [] }
      return queue
    }
    for item in work { item(state) }
    if !state.isHung {
      state.display.dispatch(milliseconds: 0)
      state.showFrameIfDue()
      state.flush()
    }
    for watcher in condition.withLock({ Array(watchers.values) }) { watcher(state) }
    condition.withLock { condition.broadcast() }
  }
}

/// The place for a result from the compositor's thread.
private final class ResultBox<R>: @unchecked Sendable {
  var result: R?
}
