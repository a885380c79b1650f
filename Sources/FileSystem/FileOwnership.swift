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
  private static let othersRead: UInt32 = 0o004
  private static let sticky: UInt32 = 0o1000

  /// An ownership from its parts.
  public init(owner: UInt32, permissions: UInt32) {
    self.owner = owner
    self.permissions = permissions
  }

  /// Whether everyone on the machine may change it.
  public var isWritableByEveryone: Bool { permissions & Self.othersWrite != 0 }
  /// Whether everyone on the machine may read it.
  public var isReadableByEveryone: Bool { permissions & Self.othersRead != 0 }
  /// Whether what is in it, as a directory, can only be replaced by whom it belongs to.
  public var isSticky: Bool { permissions & Self.sticky != 0 }
  /// Whether its group may change it.
  public var isWritableByGroup: Bool { permissions & Self.groupWrites != 0 }
}
