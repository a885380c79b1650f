/// What a program may have of the machine.
public struct ProgramLimits: Hashable, Sendable {
  /// Bytes of memory for all its processes together; nil for as much as there is.
  public var memory: UInt64?
  /// Time of processors per time, 1 being one processor all the time; nil for as much as there is.
  public var processors: Double?
  /// Whether it can reach other machines, and this one over the network.
  public var hasNetwork = true
  /// Whether it can only read what is in its user's home directory.
  public var homeIsReadOnly = false

  /// Everything the machine has.
  public init() {}

  /// Whether nothing is limited.
  public var isEmpty: Bool { self == ProgramLimits() }

  /// Whether something is kept from it that it must not get, rather than only shared out.
  public var isProtection: Bool { !hasNetwork || homeIsReadOnly }
}
