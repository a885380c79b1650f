import CLinux
import Glibc

extension EventLoop {
  /// Runs `work` on a thread of its own, and then `done` with its result on the loop's thread.
  ///
  /// For what may take as long as a disk or a network likes. The thread takes no signals. Nothing waits for it when
  /// the process ends.
  @discardableResult
  public func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, done: @escaping (Result) -> Void
  ) throws(EventLoopError) -> BackgroundTask {
    let bell = try Doorbell()
    let job = BackgroundJob(work, bell)
    let task = BackgroundTask(bell) { if let result = job.result { done(result) } }
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
public final class BackgroundTask {
  private let bell: Doorbell
  private var source: DescriptorSource?
  private var tell: (() -> Void)?

  fileprivate init(_ bell: Doorbell, _ tell: @escaping () -> Void) {
    (self.bell, self.tell) = (bell, tell)
  }

  fileprivate func listen(_ loop: EventLoop) throws(EventLoopError) {
    source = try loop.addDoorbell(bell) { self.finish() }
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
  public nonisolated enum WaitEnd {
    /// The result was told.
    case done
    /// The time is over.
    case time
    /// A signal has come that the loop watches for.
    case signal
  }

  /// Waits at most so many seconds for the result, and has it told from inside this call. For a start, before there is anything
  /// to be held up.
  @discardableResult
  public func wait(seconds: Double) -> WaitEnd {
    guard tell != nil else { return .done }
    let end = bell.wait(milliseconds: Int32(seconds * 1000))
    if end == .done { finish() }
    return end
  }

  /// Has `body` called, too, when the work is over.
  public func onEnd(_ body: @escaping () -> Void) {
    guard let tell else { return body() }
    self.tell = {
      tell()
      body()
    }
  }
}

/// Work for a thread, and its result. Written before the bell rings and read after it was heard.
private nonisolated final class BackgroundJob<Result: Sendable>: BackgroundWork, @unchecked Sendable {
  private let work: @Sendable () -> Result
  private let bell: Doorbell
  private(set) var result: Result?

  init(_ work: @escaping @Sendable () -> Result, _ bell: Doorbell) {
    (self.work, self.bell) = (work, bell)
  }

  override func run() {
    result = work()
    bell.ring()
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
