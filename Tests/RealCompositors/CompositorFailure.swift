/// An error around a real compositor, with a text for readers of the test's output.
public struct CompositorFailure: Error, CustomStringConvertible {
  /// The attempted action, its result, and the end of the log.
  public let description: String

  /// Creates an error with a description.
  public init(_ description: String) { self.description = description }
}
