/// How a program ended.
public enum ExitReason: Hashable, Sendable {
  /// It ended by itself with a status, 0 for success.
  case exited(status: Int32)
  /// A signal ended it.
  case signaled(signal: Int32, coreDumped: Bool)
  /// The kernel ended it, because it needed more memory than it may have or than there was.
  case outOfMemory
  /// A SIGKILL ended it that was not the launcher's, and while it ran the kernel ended something because memory was short:
  /// perhaps this, perhaps another.
  case perhapsOutOfMemory
}
