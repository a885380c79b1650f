import RotundaGeometry

/// An event of a touch panel, before its mapping to a surface.
///
/// Positions are fractions of the panel's width and height (0…1), after calibration. Times are microseconds
/// of a monotonic clock. Order, slots and numbers are not reliable.
public enum PanelEvent: Hashable, Sendable {
  /// A contact of one panel. Each panel numbers its own contacts and reuses the numbers.
  public struct Contact: Hashable, Sendable {
    /// The number of the panel on this machine.
    public var panel: Int32
    /// The panel's number of the contact; -1 on a panel with only one contact.
    public var slot: Int32

    /// Creates the contact `slot` of `panel`.
    public init(panel: Int32, slot: Int32) {
      self.panel = panel
      self.slot = slot
    }
  }

  /// A finger landed. The position is in fractions of the panel, 0 to 1.
  case down(Contact, at: Point, microseconds: UInt64)
  /// A finger moved. The position is in fractions of the panel, 0 to 1.
  case motion(Contact, at: Point, microseconds: UInt64)
  /// A finger lifted.
  case up(Contact, microseconds: UInt64)
  /// A contact was canceled because it is a palm.
  case cancel(Contact)
  /// The end of a frame: the events since the last one belong to one instant.
  case frame
  /// The panel was unplugged or switched off. All its contacts ended.
  case removed(panel: Int32)
}

/// The rotation of the picture on a screen: the transforms of `wl_output`, with the protocol's numbers.
///
/// A touch panel that is fixed to the screen uses the screen's directions. Visitors use the picture's
/// directions.
public enum PanelOrientation: Int32, CaseIterable, Hashable, Sendable {
  /// No rotation.
  case normal = 0
  /// Turned counter-clockwise by 90 degrees.
  case turned90 = 1
  /// Turned by 180 degrees.
  case turned180 = 2
  /// Turned counter-clockwise by 270 degrees.
  case turned270 = 3
  /// Mirrored about the vertical center line.
  case flipped = 4
  /// Mirrored, then turned counter-clockwise by 90 degrees.
  case flipped90 = 5
  /// Mirrored, then turned by 180 degrees.
  case flipped180 = 6
  /// Mirrored, then turned counter-clockwise by 270 degrees.
  case flipped270 = 7

  /// Returns the position in the picture for a position on the panel, both in fractions from the left and the
  /// top (0…1).
  ///
  /// This is the inverse of the compositor's transform of the picture.
  public func picture(of panel: Point) -> Point {
    let (x, y) = (panel.x, panel.y)
    return switch self {
    case .normal: Point(x, y)
    case .turned90: Point(1 - y, x)
    case .turned180: Point(1 - x, 1 - y)
    case .turned270: Point(y, 1 - x)
    case .flipped: Point(1 - x, y)
    case .flipped90: Point(y, x)
    case .flipped180: Point(x, 1 - y)
    case .flipped270: Point(1 - y, 1 - x)
    }
  }
}

/// The mapping from a touch panel to a surface that covers the whole screen.
public struct PanelMapping: Hashable, Sendable {
  /// The size of the surface in points, as visitors see it.
  public var size: Size
  /// The rotation of the picture on the screen.
  public var orientation: PanelOrientation
  /// The screen's name, for example "HDMI-A-1"; empty if unknown. Panels of other screens are ignored.
  public var output: String

  /// Creates a mapping to a surface of `size` points. An empty size maps nothing.
  public init(size: Size = .zero, orientation: PanelOrientation = .normal, output: String = "") {
    self.size = size
    self.orientation = orientation
    self.output = output
  }

  /// Returns the point of the surface at a position of the panel, in fractions of the panel's width and
  /// height, after calibration.
  ///
  /// Positions beside the screen, which a calibration can cause, are moved to its edge. Returns nil if the
  /// position is not finite or the surface is empty.
  public func point(at place: Point) -> Point? {
    guard place.x.isFinite, place.y.isFinite, !size.isEmpty, size.width.isFinite, size.height.isFinite
    else { return nil }
    let picture = orientation.picture(of: Point(min(max(place.x, 0), 1), min(max(place.y, 0), 1)))
    return Point(picture.x * size.width, picture.y * size.height)
  }
}

/// Converts the events of touch panels to touch frames of a surface, as a compositor does.
///
/// Contacts get the lowest free number over all panels. A contact without a valid `down` (for example, from
/// before the start) is ignored until it lands again.
///
/// ```swift
/// var gatherer = PanelGatherer()
/// _ = gatherer.setMapping(PanelMapping(size: Size(1280, 800)))
/// let finger = PanelEvent.Contact(panel: 0, slot: 3)
/// _ = gatherer.handle(.down(finger, at: Point(0.5, 0.5), microseconds: 8_000))
/// let frame = gatherer.handle(.frame)   // down of contact 0 at (640, 400), stamped 8 ms
/// ```
public struct PanelGatherer: Sendable {
  /// The mapping of the panels.
  public private(set) var mapping = PanelMapping()
  private var numbers: [PanelEvent.Contact: Int32] = [:]
  private var pending = TouchFrame()

  /// The maximum number of contacts. More are ignored, because no visitor has that many fingers.
  static let mostContacts: Int32 = 32
  /// Touch events have timestamps in milliseconds.
  private static let microsecondsPerMillisecond: UInt64 = 1000

  /// Creates a gatherer without a mapping.
  public init() {}

  /// Whether a reported finger is down.
  public var hasContacts: Bool { !numbers.isEmpty }

  /// Handles an event of a panel. Returns the frame that the event completes.
  public mutating func handle(_ event: PanelEvent) -> TouchFrame? {
    switch event {
    case .down(let contact, let place, let time): down(contact, at: place, time)
    case .motion(let contact, let place, let time): move(contact, to: place, time)
    case .up(let contact, let time):
      guard let number = numbers.removeValue(forKey: contact) else { return nil }
      pending.events.append(.up(id: number, milliseconds: Self.milliseconds(time)))
    case .cancel(let contact): cancel(contact)
    case .frame: return flush()
    case .removed(let panel):
      // Sorted, because a dictionary's order differs from run to run.
      for contact in numbers.keys.filter({ $0.panel == panel }).sorted(by: { $0.slot < $1.slot }) {
        cancel(contact)
      }
      return flush()
    }
    return nil
  }

  /// Returns the events since the last frame, for use when the panels send no more events for now.
  public mutating func flush() -> TouchFrame? {
    guard !pending.events.isEmpty else { return nil }
    defer { pending = TouchFrame() }
    return pending
  }

  /// Ends all contacts because the listener is gone. Returns a frame that ends them, if any contact is down.
  public mutating func reset() -> TouchFrame? {
    guard hasContacts || !pending.events.isEmpty else { return nil }
    numbers = [:]
    pending.events.append(.lost)
    return flush()
  }

  /// Changes the mapping. Returns a frame that ends the present contacts, because their old positions are not
  /// comparable with new ones.
  public mutating func setMapping(_ mapping: PanelMapping) -> TouchFrame? {
    guard mapping != self.mapping else { return nil }
    self.mapping = mapping
    return reset()
  }

  private mutating func down(_ contact: PanelEvent.Contact, at place: Point, _ time: UInt64) {
    // The `up` of an earlier contact in this slot was lost.
    cancel(contact)
    guard let point = mapping.point(at: place), let number = freeNumber else { return }
    numbers[contact] = number
    pending.events.append(.down(id: number, at: point, milliseconds: Self.milliseconds(time)))
  }

  private mutating func move(_ contact: PanelEvent.Contact, to place: Point, _ time: UInt64) {
    guard let number = numbers[contact], let point = mapping.point(at: place) else { return }
    pending.events.append(.motion(id: number, at: point, milliseconds: Self.milliseconds(time)))
  }

  private mutating func cancel(_ contact: PanelEvent.Contact) {
    guard let number = numbers.removeValue(forKey: contact) else { return }
    pending.events.append(.cancelContact(id: number))
  }

  private var freeNumber: Int32? {
    (0..<Self.mostContacts).first { number in !numbers.values.contains(number) }
  }

  /// Converts to milliseconds. Wraps after 49.7 days, like the timestamps of `wl_touch`.
  private static func milliseconds(_ microseconds: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: microseconds / microsecondsPerMillisecond)
  }
}
