import Glibc

/// A value that only one thread at a time can access, and whose changes threads can wait for.
///
/// It uses a lock of the pthread library instead of `Synchronization.Mutex`, which has no way to wait. The
/// thread sanitizer also does not know that type, and would report false races.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: Value) {
    self.value.initialize(to: value)
    pthread_mutex_init(mutex, nil)
    // The default clock is the time of day. Changes of that would shift every deadline.
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

  /// Runs `body` with exclusive access to the value. `body` must not use the same monitor.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value.pointee)
  }

  /// Releases the value while `body` runs, on a thread that holds it, and acquires it again.
  package func lend(_ body: () -> Void) {
    pthread_mutex_unlock(mutex)
    defer { pthread_mutex_lock(mutex) }
    body()
  }

  /// Runs `body` now, and after each `wakeUp()`, until it returns a result. The thread sleeps in between.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      pthread_cond_wait(change, mutex)
    }
  }

  /// Does the same, and also runs `body` when `seconds` have passed, unless they are nil.
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

  /// Makes the waiting threads check the value again.
  package func wakeUp() { pthread_cond_broadcast(change) }
}
