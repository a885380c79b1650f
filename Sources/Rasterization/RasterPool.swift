import Glibc
import Threads

/// Draws jobs on all of the machine's processors, and sleeps between them.
package final class RasterPool: Sendable {
  /// What there is to do.
  private struct Orders: Sendable {
    var job: RasterJob?
    /// Threads that have not looked at it yet.
    var calls = 0
    /// The first row that no thread draws yet.
    var nextRow = 0
    var isOver = false

    mutating func nextStrip() -> Range<Int>? {
      guard let end = job?.part.rows.upperBound, nextRow < end else { return nil }
      defer { nextRow += strip }
      return nextRow..<min(nextRow + strip, end)
    }
  }

  private let orders = Monitor(Orders())
  /// Threads that have not done with the job.
  private let busy = Monitor(0)
  private let threads: [WorkerThread]

  /// Rows that a thread draws at once: few enough to stay in a processor's own cache, and for the last ones
  /// to end together.
  private static let strip = 32
  /// More threads wait for memory rather than draw.
  private static let mostThreads = 4

  /// - Parameter threads: how many draw; nil are as many as there are processors. With none, the caller draws
  ///   its jobs itself.
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

  /// Draws a job, and returns when that is done. Only one at a time may be drawn.
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

  /// Nil when it is over.
  private static func nextJob(_ orders: Monitor<Orders>) -> RasterJob? {
    orders.wait { orders -> RasterJob?? in
      if orders.isOver { return .some(nil) }
      guard orders.calls > 0, let job = orders.job else { return nil }
      orders.calls -= 1
      return job
    }
  }
}
