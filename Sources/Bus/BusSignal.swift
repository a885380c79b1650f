/// What an object told everybody.
public nonisolated struct BusSignal: Hashable, Sendable {
  /// The object.
  public var path: String
  /// The interface that the signal belongs to.
  public var interface: String
  /// The signal.
  public var member: String
  /// What it carries.
  public var arguments: [BusValue]

  /// A signal from its parts.
  public init(_ member: String, of interface: String, at path: String, _ arguments: [BusValue] = []) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Which signals somebody wants to hear; nil stands for any.
public nonisolated struct BusSignalFilter: Hashable, Sendable {
  /// Who sends it; nil on a connection without a bus between.
  public var sender: String?
  /// The object.
  public var path: String?
  /// The interface that the signal belongs to.
  public var interface: String?
  /// The signal.
  public var member: String?

  /// A filter from its parts.
  public init(
    sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
  }
}
