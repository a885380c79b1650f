/// What is asked of setup.
public struct SetupOptions: Hashable, Sendable {
  /// Which way it goes.
  public enum Direction: Hashable, Sendable {
    /// Make a kiosk of the machine.
    case close
    /// Take that back.
    case undo
  }

  /// Who the kiosk runs as.
  public var user: String
  /// What it runs in; nil for the first that is installed of those that a session can start.
  public var compositor: String?
  /// Which way it goes.
  public var direction: Direction
  /// Whether it is only said what would change.
  public var isDryRun: Bool
  /// Whether a kiosk is made also where something is missing that it cannot start without.
  public var isForced: Bool
  /// The tree that is changed.
  public var root: String

  /// The user who comes with the package, and this machine.
  public init(
    user: String = SetupOptions.standardUser, compositor: String? = nil, direction: Direction = .close,
    isDryRun: Bool = false, isForced: Bool = false, root: String = "/"
  ) {
    self.user = user
    self.compositor = compositor
    self.direction = direction
    self.isDryRun = isDryRun
    self.isForced = isForced
    self.root = root
  }

  /// The user whom systemd/sysusers.d makes.
  public static let standardUser = "rotunda"

  /// The longest user name, in bytes, as of `useradd(8)`.
  private static let longestName = 32

  /// Whether a user can have this name: what `useradd` of Debian takes, without the dollar sign.
  public static func isUserName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, bytes.count <= longestName else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
    }
    func isFurther(_ byte: UInt8) -> Bool {
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isLetter(first) && bytes.allSatisfy(isFurther)
  }
}
