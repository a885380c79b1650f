import Glibc

/// An error because a program did not start.
public struct StartError: Error, CustomStringConvertible {
  /// The errno.
  public var code: Int32

  /// The system's description.
  public var description: String { "the program did not start: \(String(cString: strerror(code)))" }
}
