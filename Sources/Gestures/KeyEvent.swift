/// A key that a launcher can use, whatever the keyboard's layout says is printed on it.
public enum Key: Hashable, Sendable {
  /// Arrow keys.
  case left, right, up, down
  /// To the first and the last.
  case home, end
  /// A screenful back and on.
  case pageUp, pageDown
  /// Return, keypad Enter, and the select key of remote controls.
  case enter
  /// Escape, and the back key of remote controls.
  case escape
  /// Tab; with shift, back-tab.
  case tab
  /// The space bar.
  case space
  /// Backspace, and the delete key of number pads.
  case backspace
  /// A key that writes: digits of a PIN, for example.
  case character(Character)
  /// Any other key, by the name that xkbcommon has for it: `F1`, for example.
  case other(String)
}

/// What a key did.
public struct KeyEvent: Hashable, Sendable {
  /// Press, repeat or release.
  public enum Phase: Hashable, Sendable {
    /// It went down.
    case pressed
    /// It is held, and the compositor's repeat rate says it counts again.
    case repeated
    /// It came up.
    case released
  }

  /// Keys held beside it.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit a modifier.
    public let rawValue: UInt8
    /// Modifiers from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt.
    public static let alt = Modifiers(rawValue: 4)
    /// The logo key.
    public static let logo = Modifiers(rawValue: 8)
  }

  /// Which key.
  public var key: Key
  /// Press, repeat or release.
  public var phase: Phase
  /// Keys held beside it.
  public var modifiers: Modifiers

  /// An event from its parts.
  public init(_ key: Key, _ phase: Phase = .pressed, modifiers: Modifiers = []) {
    self.key = key
    self.phase = phase
    self.modifiers = modifiers
  }
}
