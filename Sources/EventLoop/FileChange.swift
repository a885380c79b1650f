import CSystemd

/// Something that happened to a watched file or in a watched directory.
public nonisolated struct FileChange: Hashable, Sendable {
  /// What happened, or what to watch for: the bits of inotify(7).
  public nonisolated struct Kinds: OptionSet, Hashable, Sendable {
    /// IN_* bits.
    public let rawValue: UInt32

    /// Kinds from IN_* bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// A file that was open for writing was closed.
    public static let written = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    /// An entry was made in the directory; it may still be empty.
    public static let created = Kinds(rawValue: UInt32(IN_CREATE))
    /// An entry was moved or renamed into the directory.
    public static let movedIn = Kinds(rawValue: UInt32(IN_MOVED_TO))
    /// An entry of the directory was deleted.
    public static let deleted = Kinds(rawValue: UInt32(IN_DELETE))
    /// An entry was moved or renamed out of the directory.
    public static let movedOut = Kinds(rawValue: UInt32(IN_MOVED_FROM))
    /// Owner, permissions or times changed.
    public static let attributes = Kinds(rawValue: UInt32(IN_ATTRIB))
    /// The watched thing itself was deleted.
    public static let selfDeleted = Kinds(rawValue: UInt32(IN_DELETE_SELF))
    /// The watched thing itself was moved; it is still watched.
    public static let selfMoved = Kinds(rawValue: UInt32(IN_MOVE_SELF))
    /// The kernel gave up watching (deleted, unmounted); reported whether asked for or not.
    public static let ended = Kinds(rawValue: UInt32(IN_IGNORED))
    /// Changes were lost: look at everything again. Reported whether asked for or not.
    public static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  /// What happened.
  public var kinds: Kinds
  /// The entry of the watched directory, or nil when the watched thing itself changed.
  public var name: String?

  /// A change.
  public init(kinds: Kinds, name: String? = nil) {
    self.kinds = kinds
    self.name = name
  }
}
