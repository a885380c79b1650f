/// A time-out of a test, with the awaited event, and the client's last requests and output.
public struct CompositorTimeout: Error, CustomStringConvertible {
  /// The event that the test waited for.
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
