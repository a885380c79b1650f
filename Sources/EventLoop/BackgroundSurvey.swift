import Glibc
import Logging
import Synchronization

private let log = Log("files")

/// Finds out the same about many things on a thread, and goes on with the others where one takes its time.
///
/// To ask about a file on a network that is down may take for ever. Here one of a few threads waits, and the
/// file is not asked about again before it has answered.
public final class BackgroundSurvey<Item: Hashable & Sendable, Answer: Sendable> {
  /// Called from the loop with new answers: when all that answer in time have done so, and when a late one has.
  public var onAnswers: ([Item: Answer]) -> Void = { _ in }

  private let loop: EventLoop
  private let board: SurveyBoard<Item, Answer>
  private var deadline: Deadline?
  private var latest: BackgroundTask?

  /// Seconds after which the others are not kept waiting for one.
  public static var patience: Double { 1 }

  /// A survey that asks `question`, from any thread.
  public init(loop: EventLoop, _ question: @escaping @Sendable (Item) -> Answer) throws(EventLoopError) {
    self.loop = loop
    board = SurveyBoard(question)
    deadline = try loop.addDeadline { [weak self] in self?.look() }
  }

  /// Whether there are questions that may be answered in time.
  public var isBusy: Bool { board.isBusy }

  /// Asks about these; about each that is just being asked about, again.
  public func ask(_ items: some Sequence<Item>) {
    board.add(items)
    work()
  }

  /// Waits at most so many seconds for the answers, as `BackgroundTask.wait` does.
  public func wait(seconds: Double) { latest?.wait(seconds: seconds) }

  private func work() {
    guard board.takesThread() else { return }
    let board = board
    do throws(EventLoopError) {
      latest = try loop.inBackground {
        board.work()
      } done: { [weak self] in
        self?.tell()
      }
    } catch {
      log.warning("\(error)")
      board.lostThread()
    }
    deadline?.set(EventLoop.now + Self.patience)
  }

  /// Some time has passed.
  private func look() {
    board.markSlow(since: EventLoop.now - Self.patience)
    work()
    if board.isBusy { deadline?.set(EventLoop.now + Self.patience) } else { tell() }
  }

  private func tell() {
    guard !board.isBusy else { return }
    deadline?.set(nil)
    let answers = board.takeAnswers()
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
    /// Those of them that nobody waits for any more.
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
  func takesThread() -> Bool {
    state.withLock { state in
      guard !state.waiting.isEmpty, !state.isServed, state.hasRoom else { return false }
      state.threads += 1
      return true
    }
  }

  func lostThread() { state.withLock { $0.threads -= 1 } }

  func markSlow(since time: Double) {
    state.withLock { state in
      for (item, start) in state.asked where start <= time { state.slow.insert(item) }
    }
  }

  func takeAnswers() -> [Item: Answer] {
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
