/// Why a program could not be started.
public enum StartFailure: Error, Hashable, Sendable {
  /// No such program, in `PATH` or at the path given.
  case notFound
  /// There is such a file, but it may not be executed.
  case notExecutable
  /// The directory to start in is missing or may not be entered.
  case workingDirectory(String)
  /// The kernel refused for another reason, in the words of `strerror`.
  case refused(errno: Int32, text: String)
}
