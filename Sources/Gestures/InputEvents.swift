import RotundaGeometry

/// The touch events of one instant, in the order of arrival.
public struct TouchFrame: Hashable, Sendable {
  /// The events, in the order of arrival.
  public var events: [TouchEvent]
  /// The changed contact shapes, at most one for each finger.
  public var shapes: [ContactShape]

  /// Creates a frame of events.
  public init(_ events: [TouchEvent] = [], shapes: [ContactShape] = []) {
    self.events = events
    self.shapes = shapes
  }
}

/// A touch event on a surface, as a compositor reports it.
///
/// Positions are in points of the surface. `milliseconds` is the device's timestamp. Its base is arbitrary
/// and it wraps after 49.7 days. The order of events and the ids are not reliable.
public enum TouchEvent: Hashable, Sendable {
  /// A finger landed at a point of the surface.
  case down(id: Int32, at: Point, milliseconds: UInt32)
  /// A finger moved to a point of the surface, or beyond its edge.
  case motion(id: Int32, at: Point, milliseconds: UInt32)
  /// A finger lifted.
  case up(id: Int32, milliseconds: UInt32)
  /// One contact was canceled (palm rejection).
  case cancelContact(id: Int32)
  /// The whole touch sequence was canceled.
  case cancel
  /// The seat lost its touch capability, or the surface lost the fingers. No `up` will follow for any of
  /// them.
  case lost
}

/// The area that a finger covers, if the touchscreen reports it: an ellipse around its position.
public struct ContactShape: Hashable, Sendable {
  /// The compositor's id of the contact.
  public var id: Int32
  /// The length of the longer axis in points; nil if not reported this time.
  public var major: Double?
  /// The length of the shorter axis in points; nil if not reported this time.
  public var minor: Double?
  /// The clockwise rotation of the longer axis from the surface's y axis, in degrees, -180 to 180; nil if not
  /// reported this time.
  public var orientation: Double?

  /// Creates a shape from lengths in points and an orientation in degrees.
  public init(id: Int32, major: Double? = nil, minor: Double? = nil, orientation: Double? = nil) {
    self.id = id
    self.major = major
    self.minor = minor
    self.orientation = orientation
  }

  /// Returns the shape of the same contact, updated with the values in `later`.
  public func merged(with later: ContactShape) -> ContactShape {
    ContactShape(
      id: id, major: later.major ?? major, minor: later.minor ?? minor,
      orientation: later.orientation ?? orientation)
  }
}

/// An event of a wheel or a touchpad.
public struct ScrollEvent: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: Hashable, Sendable {
    /// A wheel turned by whole steps, to the right and down.
    case steps(x: Int, y: Int)
    /// Fingers on a touchpad moved the content, in points. The direction is that of a finger on a touchscreen
    /// for the same movement.
    case moved(Point)
    /// The fingers left the touchpad. The content may continue with a fling.
    case stopped
  }

  /// The kind of the event, with its distance.
  public var kind: Kind
  /// The device's timestamp. Its base is arbitrary and it wraps.
  public var milliseconds: UInt32

  /// Creates an event from its parts.
  public init(_ kind: Kind, milliseconds: UInt32) {
    self.kind = kind
    self.milliseconds = milliseconds
  }
}

/// A key that a launcher can use, independent of the keyboard's layout.
public enum Key: Hashable, Sendable {
  /// Arrow keys.
  case left, right, up, down
  /// Keys to the first and the last item.
  case home, end
  /// Keys to the previous and next screenful.
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
  /// A key that enters a character, for example a digit of a PIN.
  case character(Character)
  /// Any other key, by xkbcommon's name, for example `F1`.
  case other(String)
}

/// A key event.
public struct KeyEvent: Hashable, Sendable {
  /// Press, repeat or release.
  public enum Phase: Hashable, Sendable {
    /// The key went down.
    case pressed
    /// The key is held and repeats at the compositor's rate.
    case repeated
    /// The key came up.
    case released
  }

  /// The modifiers held with the key.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit per modifier: 1 shift, 2 control, 4 alt, 8 logo.
    public let rawValue: UInt8
    /// Creates modifiers from bits.
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

  /// The key, by its meaning and not by its position.
  public var key: Key
  /// Whether the key went down, repeats or came up.
  public var phase: Phase
  /// The modifiers held at that time.
  public var modifiers: Modifiers
  /// The device's stamp in milliseconds, with an arbitrary base; it wraps. Nil for events without a device.
  public var milliseconds: UInt32?

  /// Creates an event from its parts.
  public init(
    _ key: Key, _ phase: Phase = .pressed, modifiers: Modifiers = [], milliseconds: UInt32? = nil
  ) {
    self.key = key
    self.phase = phase
    self.modifiers = modifiers
    self.milliseconds = milliseconds
  }
}
