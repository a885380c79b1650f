/// Why the compositor ended the connection.
public nonisolated struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The interface of the object at fault, if it is known.
  public var interface: String?
  /// The number of the object at fault.
  public var objectID: UInt32
  /// A value of the interface's `error` enumeration.
  public var code: UInt32
  /// The compositor's explanation; empty when it gave none.
  public var message: String

  /// One line for a log.
  public var description: String {
    let text = message.isEmpty ? "no explanation" : message
    return "protocol error \(code) of \(interface ?? "an unknown object")#\(objectID): \(text)"
  }
}
