/// Who may change a file.
public struct FileOwnership: Hashable, Sendable {
  /// The number of the user that it belongs to.
  public var owner: UInt32
  /// The bits of its permissions, as in chmod(2).
  public var permissions: UInt32

  /// The number of root.
  public static let root: UInt32 = 0
  private static let groupWrites: UInt32 = 0o020
  private static let othersWrite: UInt32 = 0o002

  /// An ownership from its parts.
  public init(owner: UInt32, permissions: UInt32) {
    self.owner = owner
    self.permissions = permissions
  }

  /// Whether everyone on the machine may change it.
  public var isWritableByEveryone: Bool { permissions & Self.othersWrite != 0 }
  /// Whether its group may change it.
  public var isWritableByGroup: Bool { permissions & Self.groupWrites != 0 }
}
