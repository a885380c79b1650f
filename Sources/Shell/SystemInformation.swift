/// What whoever looks after a kiosk wants to know about it.
public struct SystemInformation: Hashable, Sendable {
  /// The launcher's version, such as `0.1.0`.
  public var version: String
  /// The configuration file in force; nil when there is none.
  public var configurationPath: String?
  /// The compositor's name; nil when it is not known.
  public var compositor: String?
  /// Names of the protocols that the compositor offers beyond the usual, in alphabetical order.
  public var protocols: [String]

  /// Information from its parts.
  public init(
    version: String = "", configurationPath: String? = nil, compositor: String? = nil,
    protocols: [String] = []
  ) {
    self.version = version
    self.configurationPath = configurationPath
    self.compositor = compositor
    self.protocols = protocols
  }
}
