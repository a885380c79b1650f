import CLinux
import Glibc
import Logging
import Synchronization

private let log = Log("files")

extension EventLoop {
  /// Runs `work` on a new thread, then calls `done` with its result on the loop's thread.
  ///
  /// For work that blocks on a disk or a network without a time limit. The thread blocks all signals. The
  /// process does not wait for it at exit.
  @discardableResult
  package func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, done: @escaping (Result) -> Void
  ) throws(EventLoopError) -> BackgroundTask {
    let wakeup = try Wakeup()
    let job = BackgroundJob(work, wakeup)
    let task = BackgroundTask(wakeup) { if let result = job.result { done(result) } }
    try task.listen(self)
    let code = job.start()
    guard code == 0 else {
      task.forget()
      throw EventLoopError("start a thread", errno: code)
    }
    return task
  }
}

/// Work that runs on its own thread.
package final class BackgroundTask {
  private let wakeup: Wakeup
  private var source: DescriptorSource?
  private var tell: (() -> Void)?

  fileprivate init(_ wakeup: Wakeup, _ tell: @escaping () -> Void) {
    (self.wakeup, self.tell) = (wakeup, tell)
  }

  fileprivate func listen(_ loop: EventLoop) throws(EventLoopError) {
    source = try loop.addWakeup(wakeup) { self.finish() }
  }

  fileprivate func forget() {
    source?.cancel()
    (source, tell) = (nil, nil)
  }

  private func finish() {
    let tell = tell
    forget()
    tell?()
  }

  /// The reason for the end of a wait.
  package nonisolated enum WaitEnd {
    /// The result arrived.
    case done
    /// The time is over.
    case time
    /// A signal arrived that the loop watches for.
    case signal
  }

  /// Waits at most `seconds` for the result, and delivers it from inside this call. For use at start-up,
  /// while the loop has nothing else to do.
  @discardableResult
  package func wait(seconds: Double) -> WaitEnd {
    guard tell != nil else { return .done }
    let end = wakeup.wait(milliseconds: Int32(seconds * 1000))
    if end == .done { finish() }
    return end
  }

  /// Also calls `body` when the work ends; at once if it already has.
  package func onEnd(_ body: @escaping () -> Void) {
    guard let tell else { return body() }
    self.tell = {
      tell()
      body()
    }
  }
}

/// Work for a thread, and its result. The thread writes the result before it signals the wakeup; the loop
/// reads it afterward.
private nonisolated final class BackgroundJob<Result: Sendable>: BackgroundWork, @unchecked Sendable {
  private let work: @Sendable () -> Result
  private let wakeup: Wakeup
  private(set) var result: Result?

  init(_ work: @escaping @Sendable () -> Result, _ wakeup: Wakeup) {
    (self.work, self.wakeup) = (work, wakeup)
  }

  override func run() {
    result = work()
    wakeup.wake()
  }
}

private nonisolated class BackgroundWork: @unchecked Sendable {
  func run() {}

  /// Starts a new thread for the work.
  ///
  /// - Returns: 0, or an errno.
  func start() -> Int32 {
    var (all, before, thread) = (sigset_t(), sigset_t(), pthread_t())
    sigfillset(&all)
    // A new thread inherits the signal mask of its creator.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<BackgroundWork>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    if code == 0 { pthread_detach(thread) } else { work.release() }
    return code
  }
}

/// Asks one question about many items on threads. A slow item does not delay the answers for the others.
///
/// A query about a file on an unreachable network may block forever. Only one of a few threads then waits.
/// The survey does not ask about that file again before it answers.
package final class BackgroundSurvey<Item: Hashable & Sendable, Answer: Sendable> {
  /// Called from the loop with new answers: once all prompt items have answered, and again after each late
  /// answer.
  package var onAnswers: ([Item: Answer]) -> Void = { _ in }

  private let loop: EventLoop
  private let board: SurveyBoard<Item, Answer>
  private var deadline: Deadline?
  private var latest: BackgroundTask?

  /// Seconds after which the others no longer wait for an item.
  package static var patience: Double { 1 }

  /// Creates a survey that asks `question`, on any thread.
  package init(loop: EventLoop, _ question: @escaping @Sendable (Item) -> Answer) throws(EventLoopError) {
    self.loop = loop
    board = SurveyBoard(question)
    deadline = try loop.addDeadline { [weak self] in self?.checkProgress() }
  }

  /// Whether some questions may still be answered in time.
  package var isBusy: Bool { board.isBusy }

  /// Asks about `items`. Repeats a question that is already in progress once it is answered.
  package func ask(_ items: some Sequence<Item>) {
    board.add(items)
    work()
  }

  /// Waits at most `seconds` for the answers, as `BackgroundTask.wait` does.
  package func wait(seconds: Double) { latest?.wait(seconds: seconds) }

  private func work() {
    guard board.reserveThread() else { return }
    let board = board
    do throws(EventLoopError) {
      latest = try loop.inBackground {
        board.work()
      } done: { [weak self] in
        self?.deliver()
      }
    } catch {
      log.warning("\(error)")
      board.releaseThread()
    }
    deadline?.set(EventLoop.now + Self.patience)
  }

  /// Marks items that take too long, and delivers the answers if all others are in.
  private func checkProgress() {
    board.markSlow(since: EventLoop.now - Self.patience)
    work()
    if board.isBusy { deadline?.set(EventLoop.now + Self.patience) } else { deliver() }
  }

  private func deliver() {
    guard !board.isBusy else { return }
    deadline?.set(nil)
    let answers = board.consumeAnswers()
    if !answers.isEmpty { onAnswers(answers) }
  }
}

/// The state of a survey, which its threads and the loop share.
private nonisolated final class SurveyBoard<Item: Hashable & Sendable, Answer: Sendable>: Sendable {
  private struct State {
    var waiting: [Item] = []
    var answers: [Item: Answer] = [:]
    /// The items in progress, with the start time of each.
    var asked: [Item: Double] = [:]
    /// The items in progress that the others no longer wait for.
    var slow: Set<Item> = []
    /// The items in progress that the survey must ask about once more.
    var again: Set<Item> = []
    var threads = 0

    /// Whether another thread may start.
    var hasRoom: Bool { threads < SurveyBoard.mostThreads }
    /// Whether at least one thread is not blocked by a slow item.
    var isServed: Bool { threads > slow.count }
  }

  /// The most threads, and thus the most slow items, at one time.
  private static var mostThreads: Int { 4 }

  private let question: @Sendable (Item) -> Answer
  private let state = Mutex(State())

  init(_ question: @escaping @Sendable (Item) -> Answer) { self.question = question }

  var isBusy: Bool {
    state.withLock { $0.isServed || !$0.waiting.isEmpty && $0.hasRoom }
  }

  func add(_ items: some Sequence<Item>) {
    let items = Array(items)
    state.withLock { state in
      var known = Set(state.waiting)
      for item in items where known.insert(item).inserted {
        if state.asked[item] == nil { state.waiting.append(item) } else { state.again.insert(item) }
      }
    }
  }

  /// Reports whether a thread must start now, and counts it if so.
  func reserveThread() -> Bool {
    state.withLock { state in
      guard !state.waiting.isEmpty, !state.isServed, state.hasRoom else { return false }
      state.threads += 1
      return true
    }
  }

  func releaseThread() { state.withLock { $0.threads -= 1 } }

  func markSlow(since time: Double) {
    state.withLock { state in
      for (item, start) in state.asked where start <= time { state.slow.insert(item) }
    }
  }

  func consumeAnswers() -> [Item: Answer] {
    state.withLock { state in
      defer { state.answers = [:] }
      return state.answers
    }
  }

  /// The body of each thread.
  func work() {
    while let item = next() {
      let answer = question(item)
      state.withLock { state in
        state.answers[item] = answer
        state.asked[item] = nil
        state.slow.remove(item)
        if state.again.remove(item) != nil { state.waiting.append(item) }
      }
    }
  }

  private func next() -> Item? {
    state.withLock { state in
      guard let item = state.waiting.popLast() else {
        state.threads -= 1
        return nil
      }
      state.asked[item] = EventLoop.now
      return item
    }
  }
}
