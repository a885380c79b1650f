/// A test has waited in vain; says for what, and what happened instead.
public struct CompositorTimeout: Error, CustomStringConvertible {
  /// What the test waited for.
  public var awaited: String
  /// The last requests of the client.
  public var lastRequests: [String]
  /// The end of what launched clients have printed.
  public var output: String

  /// All of it, for a test's report.
  public var description: String {
    """
    waited in vain for \(awaited)
    last requests: \(lastRequests.isEmpty ? "none" : lastRequests.joined(separator: ", "))
    client's output: \(output.isEmpty ? "none" : output)
    """
  }
}
