/// How a program ended.
public enum ExitReason: Hashable, Sendable {
  /// It ended by itself with a status, 0 for success.
  case exited(status: Int32)
  /// A signal ended it.
  case signaled(signal: Int32, coreDumped: Bool)
  /// The kernel ended it, because it needed more memory than it may have or than there was.
  case outOfMemory
}
