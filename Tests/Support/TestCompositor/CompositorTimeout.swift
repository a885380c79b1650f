/// A time-out of a test, with what it waited for and what happened instead.
public struct CompositorTimeout: Error, CustomStringConvertible {
  /// What the test waited for.
  public var awaited: String
  /// The client's last requests.
  public var lastRequests: [String]
  /// The last output of launched clients.
  public var output: String

  /// A description for the test report.
  public var description: String {
    """
    waited in vain for \(awaited)
    last requests: \(lastRequests.isEmpty ? "none" : lastRequests.joined(separator: ", "))
    client's output: \(output.isEmpty ? "none" : output)
    """
  }
}
