/// A method to be called: whose, of which object, and with what.
public nonisolated struct BusCall: Hashable, Sendable {
  /// Who has the object; nil on a connection without a bus between.
  public var destination: String?
  /// The object.
  public var path: String
  /// The interface that the method belongs to.
  public var interface: String
  /// The method.
  public var method: String
  /// Its arguments, in their order.
  public var arguments: [BusValue]

  /// A call from its parts.
  public init(
    _ method: String, of interface: String, at path: String, destination: String? = nil,
    _ arguments: [BusValue] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    self.arguments = arguments
  }
}
