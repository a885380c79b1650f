import RotundaGeometry

/// The touch events that belong to one instant, in the order in which they came.
public struct TouchFrame: Hashable, Sendable {
  /// What happened, in the order in which it came.
  public var events: [TouchEvent]
  /// What fingers cover, as far as it was told anew; at most once for each.
  public var shapes: [ContactShape]

  /// A frame of events.
  public init(_ events: [TouchEvent] = [], shapes: [ContactShape] = []) {
    self.events = events
    self.shapes = shapes
  }
}

/// One thing that happened to the fingers on a surface, as a compositor tells it.
///
/// Positions are in points of the surface. `milliseconds` is the device's stamp: its base is arbitrary and it
/// wraps after 49.7 days. Nothing about the order or the ids can be trusted.
public enum TouchEvent: Hashable, Sendable {
  /// A finger landed at a place of the surface.
  case down(id: Int32, at: Point, milliseconds: UInt32)
  /// A finger that is down moved to a place of the surface, or beyond its edge.
  case motion(id: Int32, at: Point, milliseconds: UInt32)
  /// A finger lifted.
  case up(id: Int32, milliseconds: UInt32)
  /// One contact was taken back (palm rejection).
  case cancelContact(id: Int32)
  /// The whole touch sequence was taken back.
  case cancel
  /// The seat lost touch, or the surface lost the fingers: no up will come for any of them.
  case lost
}

/// What a finger covers of the surface, where the touchscreen tells: an ellipse around its position.
public struct ContactShape: Hashable, Sendable {
  /// The compositor's id of the contact.
  public var id: Int32
  /// Length of the longer axis in points; nil when it was not told this time.
  public var major: Double?
  /// Length of the shorter axis in points; nil when it was not told this time.
  public var minor: Double?
  /// How far the longer axis is turned clockwise from the surface's y axis, in degrees, -180 to 180; nil when
  /// it was not told this time.
  public var orientation: Double?

  /// The lengths, in points, and the orientation, in degrees, that came for a contact.
  public init(id: Int32, major: Double? = nil, minor: Double? = nil, orientation: Double? = nil) {
    self.id = id
    self.major = major
    self.minor = minor
    self.orientation = orientation
  }

  /// The same contact, with what came later in place of what came before.
  public func merged(with later: ContactShape) -> ContactShape {
    ContactShape(
      id: id, major: later.major ?? major, minor: later.minor ?? minor,
      orientation: later.orientation ?? orientation)
  }
}

/// What a wheel or a touchpad did.
public struct ScrollEvent: Hashable, Sendable {
  /// What wheels and touchpads can do.
  public enum Kind: Hashable, Sendable {
    /// A wheel clicked: whole steps, to the right and down.
    case steps(x: Int, y: Int)
    /// Fingers on a touchpad moved the content: points, in the direction in which a finger on a touchscreen
    /// would have moved to do the same.
    case moved(Point)
    /// The fingers left the touchpad: what they moved may glide on.
    case stopped
  }

  /// What the device did, and how far.
  public var kind: Kind
  /// The device's stamp; its base is arbitrary and it wraps.
  public var milliseconds: UInt32

  /// An event from its parts.
  public init(_ kind: Kind, milliseconds: UInt32) {
    self.kind = kind
    self.milliseconds = milliseconds
  }
}

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
    /// One bit per modifier: 1 shift, 2 control, 4 alt, 8 logo.
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

  /// Which key, by what it means and not by where it is.
  public var key: Key
  /// Whether it went down, repeats or came up.
  public var phase: Phase
  /// The modifiers that were held at that time.
  public var modifiers: Modifiers
  /// The device's stamp; its base is arbitrary and it wraps. Nil for what no device did.
  public var milliseconds: UInt32?

  /// An event from its parts.
  public init(
    _ key: Key, _ phase: Phase = .pressed, modifiers: Modifiers = [], milliseconds: UInt32? = nil
  ) {
    self.key = key
    self.phase = phase
    self.modifiers = modifiers
    self.milliseconds = milliseconds
  }
}
