import Glibc

/// A call of the event loop that the system refused.
public nonisolated struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb with its object: "watch a file".
  public let operation: String
  /// The number of the error, positive.
  public let errno: Int32

  /// An error from a call that failed with `errno`.
  public init(_ operation: String, errno: Int32) {
    self.operation = operation
    self.errno = errno
  }

  /// For a log.
  public var description: String { "cannot \(operation): \(String(cString: strerror(errno)))" }

  /// The result of a libsystemd call, which is a negative errno when it failed.
  @discardableResult
  static func check(_ result: Int32, _ operation: String) throws(EventLoopError) -> Int32 {
    guard result >= 0 else { throw EventLoopError(operation, errno: -result) }
    return result
  }
}
