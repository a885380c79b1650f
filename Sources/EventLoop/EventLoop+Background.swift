import Glibc

extension EventLoop {
  /// Runs `work` on a thread of its own, and then `done` with its result on the loop's thread.
  ///
  /// For what may take as long as a disk or a network likes. The thread takes no signals. Nothing waits for it when
  /// the process ends.
  public func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, done: @escaping (Result) -> Void
  ) throws(EventLoopError) {
    let bell = try Doorbell()
    let job = BackgroundJob(work, bell)
    var source: DescriptorSource?
    source = try addDoorbell(bell) {
      source?.cancel()
      source = nil
      if let result = job.result { done(result) }
    }
    let code = job.start()
    guard code == 0 else {
      source?.cancel()
      throw EventLoopError("start a thread", errno: code)
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
