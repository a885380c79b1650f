import CLinux
import Glibc

/// The error if the system cannot start a thread.
package struct ThreadFailure: Error, Hashable, Sendable {
  /// `errno`.
  package let code: Int32
}

/// A thread that runs a closure. It blocks all signals, because the main thread's event loop handles them.
package final class WorkerThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: Monitor<pthread_t?>

  /// Starts `body` on a new thread. `top` shows `name`, which has at most 15 bytes.
  package init(name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadFailure) {
    let work = Unmanaged.passRetained(
      Work {
        clinux_name_thread(name)
        body()
      })
    var thread = pthread_t()
    let code = WorkerThread.withoutSignals {
      pthread_create(
        &thread, nil,
        { work in
          if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
          return nil
        }, work.toOpaque())
    }
    guard code == 0 else {
      work.release()
      throw ThreadFailure(code: code)
    }
    self.thread = Monitor(thread)
  }

  /// Detaches a thread that was not joined. It frees itself when it ends.
  deinit {
    thread.withLock { thread in
      if let thread { pthread_detach(thread) }
    }
  }

  /// Waits for the closure to end. Later calls return immediately.
  package func join() {
    let ended = thread.withLock { thread -> pthread_t? in
      defer { thread = nil }
      return thread
    }
    if let ended { pthread_join(ended, nil) }
  }

  /// Blocks all signals while `body` runs. A new thread inherits the signal mask of its creator.
  private static func withoutSignals(_ body: () -> Int32) -> Int32 {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}
