import Glibc

/// A program did not start.
public struct StartError: Error, CustomStringConvertible {
  /// The system's error number.
  public var code: Int32

  /// The system's words.
  public var description: String { "the program did not start: \(String(cString: strerror(code)))" }
}
