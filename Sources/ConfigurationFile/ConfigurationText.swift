/// One file of a configuration: where it lies and what it says.
public struct ConfigurationText: Hashable, Sendable {
  /// Its absolute path.
  public var path: String
  /// What is in it.
  public var bytes: [UInt8]

  /// A text from its parts.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
