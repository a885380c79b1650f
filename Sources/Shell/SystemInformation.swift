/// What whoever looks after a kiosk wants to know about it.
public struct SystemInformation: Hashable, Sendable {
  /// Room on a disk, in bytes.
  public struct Disk: Hashable, Sendable {
    /// What is free for everybody.
    public var free: UInt64
    /// All of it.
    public var total: UInt64

    /// Room from its parts.
    public init(free: UInt64, total: UInt64) {
      (self.free, self.total) = (free, total)
    }
  }

  /// The launcher's version, such as `0.1.0`.
  public var version: String
  /// The configuration file in force; nil when there is none.
  public var configurationPath: String?
  /// The compositor's name; nil when it is not known.
  public var compositor: String?
  /// Names of the protocols that the compositor offers beyond the usual, in alphabetical order.
  public var protocols: [String]
  /// The launcher's own program; nil when that is not known.
  public var program: String?
  /// The machine's name.
  public var host = ""
  /// Its addresses, each with the name of its interface.
  public var addresses: [String] = []
  /// Seconds since the machine was started; nil when that is not known.
  public var uptime: Double?
  /// The disk with the launcher's state; nil when that is not known.
  public var disk: Disk?

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
