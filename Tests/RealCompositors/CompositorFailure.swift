/// What went wrong around a real compositor, in words for the one who reads the test's output.
public struct CompositorFailure: Error, CustomStringConvertible {
  /// What was tried, what came of it, and the end of the log.
  public let description: String

  /// Says what went wrong.
  public init(_ description: String) { self.description = description }
}
