import CLinux
import Glibc
import Logging
import Synchronization

private let log = Log("files")

extension EventLoop {
  /// Runs `work` on a thread of its own, and then `done` with its result on the loop's thread.
  ///
  /// For what may take as long as a disk or a network likes. The thread takes no signals. Nothing waits for
  /// it when the process ends.
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

/// Work that was given to a thread.
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

  /// How a wait ended.
  package nonisolated enum WaitEnd {
    /// The result was told.
    case done
    /// The time is over.
    case time
    /// A signal has come that the loop watches for.
    case signal
  }

  /// Waits at most so many seconds for the result, and has it told from inside this call. For a start, before
  /// there is anything to be held up.
  @discardableResult
  package func wait(seconds: Double) -> WaitEnd {
    guard tell != nil else { return .done }
    let end = wakeup.wait(milliseconds: Int32(seconds * 1000))
    if end == .done { finish() }
    return end
  }

  /// Has `body` called, too, when the work is over.
  package func onEnd(_ body: @escaping () -> Void) {
    guard let tell else { return body() }
    self.tell = {
      tell()
      body()
    }
  }
}

/// Work for a thread, and its result. Written before the wakeup rings and read after it was heard.
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

  /// Starts it on a new thread; answers 0 or the number of the error.
  func start() -> Int32 {
    var (all, before, thread) = (sigset_t(), sigset_t(), pthread_t())
    sigfillset(&all)
    // A new thread inherits the mask of the one that makes it.
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

/// Finds out the same about many things on a thread, and goes on with the others where one takes its time.
///
/// To ask about a file on a network that is down may take for ever. Here one of a few threads waits, and the
/// file is not asked about again before it has answered.
package final class BackgroundSurvey<Item: Hashable & Sendable, Answer: Sendable> {
  /// Called from the loop with new answers: when all that answer in time have done so, and when a late one
  /// has.
  package var onAnswers: ([Item: Answer]) -> Void = { _ in }

  private let loop: EventLoop
  private let board: SurveyBoard<Item, Answer>
  private var deadline: Deadline?
  private var latest: BackgroundTask?

  /// Seconds after which the others are not kept waiting for one.
  package static var patience: Double { 1 }

  /// A survey that asks `question`, from any thread.
  package init(loop: EventLoop, _ question: @escaping @Sendable (Item) -> Answer) throws(EventLoopError) {
    self.loop = loop
    board = SurveyBoard(question)
    deadline = try loop.addDeadline { [weak self] in self?.checkProgress() }
  }

  /// Whether there are questions that may be answered in time.
  package var isBusy: Bool { board.isBusy }

  /// Asks about these; about each that is just being asked about, again.
  package func ask(_ items: some Sequence<Item>) {
    board.add(items)
    work()
  }

  /// Waits at most so many seconds for the answers, as `BackgroundTask.wait` does.
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

  /// Some time has passed.
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

/// What threads and the loop know of a survey.
private nonisolated final class SurveyBoard<Item: Hashable & Sendable, Answer: Sendable>: Sendable {
  private struct State {
    var waiting: [Item] = []
    var answers: [Item: Answer] = [:]
    /// What is being asked about, and since when.
    var asked: [Item: Double] = [:]
    /// Those of them whose answer is no longer wanted.
    var slow: Set<Item> = []
    /// Those of them that are to be asked about once more.
    var again: Set<Item> = []
    var threads = 0

    /// Whether a thread could begin.
    var hasRoom: Bool { threads < SurveyBoard.mostThreads }
    /// Whether there is a thread that nothing holds up.
    var isServed: Bool { threads > slow.count }
  }

  /// So many things may take their time at once.
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

  /// Whether a thread is to begin now; it then counts.
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

  /// What a thread does.
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
