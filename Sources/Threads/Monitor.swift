import Glibc

/// A value that one thread at a time may touch, and that threads can wait for.
///
/// It rests on the pthread library's lock and not on `Synchronization.Mutex`: that one has nothing to wait
/// with, and the thread sanitizer cannot see it, so it would report races where there are none.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: Value) {
    self.value.initialize(to: value)
    pthread_mutex_init(mutex, nil)
    // The default is the time of day, and setting that would move every deadline.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(change, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    value.deinitialize(count: 1)
    value.deallocate()
    change.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` while no other thread has the value. It must not enter the same monitor again.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value.pointee)
  }

  /// Runs `body` while other threads may have the value, on a thread that has it and has it again afterward.
  package func lend(_ body: () -> Void) {
    pthread_mutex_unlock(mutex)
    defer { pthread_mutex_lock(mutex) }
    body()
  }

  /// Runs `body`, and again after each `wakeUp()`, until it has a result. The thread sleeps in between.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      pthread_cond_wait(change, mutex)
    }
  }

  /// The same, and once more when so many seconds have passed, if there are any.
  package func wait<Result>(seconds: (Value) -> Double?, for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      guard let seconds = seconds(value.pointee) else {
        pthread_cond_wait(change, mutex)
        continue
      }
      var deadline = timespec()
      clock_gettime(CLOCK_MONOTONIC, &deadline)
      let nanoseconds = deadline.tv_nsec + Int(min(max(seconds, 0.001), 1e6) * 1e9)
      deadline.tv_sec += nanoseconds / 1_000_000_000
      deadline.tv_nsec = nanoseconds % 1_000_000_000
      pthread_cond_timedwait(change, mutex, &deadline)
    }
  }

  /// Lets the threads that wait look at the value again.
  package func wakeUp() { pthread_cond_broadcast(change) }
}
