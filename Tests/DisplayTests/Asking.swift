import Foundation

/// A request to the compositor that waits for the client. Therefore the client's thread cannot make it.
final class Asking: @unchecked Sendable {
  private let lock = NSLock()
  private var result: Bool?

  init(_ question: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread {
      let isAnswered = (try? question()) != nil
      self.lock.withLock { self.result = isAnswered }
    }
  }

  var isDone: Bool { lock.withLock { result != nil } }
  var hasFailed: Bool { lock.withLock { result == false } }
}
