import Glibc
import Threads

/// Draws jobs on the machine's processors, and sleeps between jobs.
package final class RasterPool: Sendable {
  /// The shared state of the threads.
  private struct Orders: Sendable {
    var job: RasterJob?
    /// The number of threads that have not taken the job yet.
    var calls = 0
    /// The first row that no thread has taken.
    var nextRow = 0
    var isOver = false

    mutating func nextStrip() -> Range<Int>? {
      guard let end = job?.part.rows.upperBound, nextRow < end else { return nil }
      defer { nextRow += strip }
      return nextRow..<min(nextRow + strip, end)
    }
  }

  private let orders = Monitor(Orders())
  /// The number of threads that have not finished the job.
  private let busy = Monitor(0)
  private let threads: [WorkerThread]

  /// The number of rows that a thread draws at a time. They are few enough to fit into a processor's own
  /// cache, and to let the threads finish together.
  private static let strip = 32
  /// The maximum number of threads. More would only wait for memory.
  private static let mostThreads = 4

  /// - Parameter threads: The number of threads; nil for the number of processors, at most four. With 0, the
  ///   caller's thread draws.
  package init(threads: Int? = nil) {
    let wanted = threads ?? min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), Self.mostThreads)
    let (orders, busy) = (orders, busy)
    self.threads = (0..<max(0, wanted)).compactMap { _ in
      try? WorkerThread(name: "painter") { Self.work(orders, busy) }
    }
  }

  deinit {
    orders.withLock { $0.isOver = true }
    orders.wakeUp()
    for thread in threads { thread.join() }
  }

  /// Draws a job and returns when it is finished. Callers must draw only one job at a time.
  package func draw(_ job: RasterJob) {
    guard !threads.isEmpty else { return job.draw(rows: job.part.rows) }
    busy.withLock { $0 = threads.count }
    orders.withLock { orders in
      orders.job = job
      orders.calls = threads.count
      orders.nextRow = job.part.rows.lowerBound
    }
    orders.wakeUp()
    busy.wait { $0 == 0 ? () : nil }
    orders.withLock { $0.job = nil }
  }

  private static func work(_ orders: Monitor<Orders>, _ busy: Monitor<Int>) {
    while let job = nextJob(orders) {
      while let rows = orders.withLock({ $0.nextStrip() }) { job.draw(rows: rows) }
      let isLast = busy.withLock { busy in
        busy -= 1
        return busy == 0
      }
      if isLast { busy.wakeUp() }
    }
  }

  /// Waits for the next job. Returns nil if the pool ends.
  private static func nextJob(_ orders: Monitor<Orders>) -> RasterJob? {
    orders.wait { orders -> RasterJob?? in
      if orders.isOver { return .some(nil) }
      guard orders.calls > 0, let job = orders.job else { return nil }
      orders.calls -= 1
      return job
    }
  }
}
