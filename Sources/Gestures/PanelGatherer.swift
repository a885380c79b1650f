import RotundaGeometry

/// One thing that a touch panel says, before it is known where on which surface that is.
///
/// Places are in shares of the panel's width and height (0…1), its calibration applied. Times are
/// microseconds of a monotonic clock. Nothing about order, slots or numbers can be trusted.
public enum PanelEvent: Hashable, Sendable {
  /// A contact of one panel: panels number their contacts each for itself, and use the numbers again.
  public struct Contact: Hashable, Sendable {
    /// The number that tells the panel from the machine's others.
    public var panel: Int32
    /// The panel's number for it; -1 on a panel that knows one contact only.
    public var slot: Int32

    /// The contact `slot` of `panel`.
    public init(panel: Int32, slot: Int32) {
      self.panel = panel
      self.slot = slot
    }
  }

  /// A finger landed; the place is in shares of the panel, 0 to 1.
  case down(Contact, at: Point, microseconds: UInt64)
  /// A finger moved; the place is in shares of the panel, 0 to 1.
  case motion(Contact, at: Point, microseconds: UInt64)
  /// A finger lifted.
  case up(Contact, microseconds: UInt64)
  /// A contact was taken back: it is a palm.
  case cancel(Contact)
  /// What came since the last one belongs to one instant.
  case frame
  /// The panel was unplugged or switched off, with all its contacts.
  case removed(panel: Int32)
}

/// How the picture is turned before a screen shows it: the transforms of `wl_output`, under the protocol's
/// numbers.
///
/// A touch panel that is glued to the screen counts in the screen's own directions; a visitor counts in the
/// picture's.
public enum PanelOrientation: Int32, CaseIterable, Hashable, Sendable {
  /// As it is.
  case normal = 0
  /// Turned counter-clockwise by 90 degrees.
  case turned90 = 1
  /// Turned by 180 degrees.
  case turned180 = 2
  /// Turned counter-clockwise by 270 degrees.
  case turned270 = 3
  /// Mirrored about its vertical middle line.
  case flipped = 4
  /// Mirrored, then turned counter-clockwise by 90 degrees.
  case flipped90 = 5
  /// Mirrored, then turned by 180 degrees.
  case flipped180 = 6
  /// Mirrored, then turned counter-clockwise by 270 degrees.
  case flipped270 = 7

  /// Where in the picture a place on the panel is, both in shares from the left and from the top (0…1).
  ///
  /// The inverse of what the compositor does to the picture.
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

/// Where on a surface that covers the whole screen a touch panel's places are.
public struct PanelMapping: Hashable, Sendable {
  /// Size of the surface in points, as it is looked at.
  public var size: Size
  /// How the picture is turned on its way to the screen.
  public var orientation: PanelOrientation
  /// The screen's name, such as "HDMI-A-1"; empty when unknown. Panels that belong to another one are left
  /// out.
  public var output: String

  /// A mapping to a surface of `size` points; an empty one maps nothing.
  public init(size: Size = .zero, orientation: PanelOrientation = .normal, output: String = "") {
    self.size = size
    self.orientation = orientation
    self.output = output
  }

  /// The point of the surface at a place of the panel, which is given in shares of the panel's width and
  /// height, its calibration applied.
  ///
  /// What lies beside the screen, as a calibration can make it, is drawn to its edge. Nil when the place is
  /// no place or there is no surface.
  public func point(at place: Point) -> Point? {
    guard place.x.isFinite, place.y.isFinite, !size.isEmpty, size.width.isFinite, size.height.isFinite
    else { return nil }
    let picture = orientation.picture(of: Point(min(max(place.x, 0), 1), min(max(place.y, 0), 1)))
    return Point(picture.x * size.width, picture.y * size.height)
  }
}

/// Turns what touch panels say into frames of touches on a surface, as a compositor would.
///
/// Contacts get the lowest number that is free, over all panels. A contact that was not seen to land, because
/// listening began later or its place was no place, is left out until it lands anew.
///
/// ```swift
/// var gatherer = PanelGatherer()
/// _ = gatherer.setMapping(PanelMapping(size: Size(1280, 800)))
/// let finger = PanelEvent.Contact(panel: 0, slot: 3)
/// _ = gatherer.handle(.down(finger, at: Point(0.5, 0.5), microseconds: 8_000))
/// let frame = gatherer.handle(.frame)   // down of contact 0 at (640, 400), stamped 8 ms
/// ```
public struct PanelGatherer: Sendable {
  /// Where the panels' places are.
  public private(set) var mapping = PanelMapping()
  private var numbers: [PanelEvent.Contact: Int32] = [:]
  private var pending = TouchFrame()

  /// More contacts than this are not looked at: no visitor has so many fingers.
  static let mostContacts: Int32 = 32
  /// Touch events are stamped in milliseconds.
  private static let microsecondsPerMillisecond: UInt64 = 1000

  /// A gatherer for panels that are mapped to nothing yet.
  public init() {}

  /// Whether a finger is down that was told.
  public var hasContacts: Bool { !numbers.isEmpty }

  /// Takes what a panel says; returns the frame that it completes.
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

  /// What has come since the last frame, when the panels have nothing more to say for now.
  public mutating func flush() -> TouchFrame? {
    guard !pending.events.isEmpty else { return nil }
    defer { pending = TouchFrame() }
    return pending
  }

  /// The listener is gone: returns the end of what was told, if anything has not ended.
  public mutating func reset() -> TouchFrame? {
    guard hasContacts || !pending.events.isEmpty else { return nil }
    numbers = [:]
    pending.events.append(.lost)
    return flush()
  }

  /// Maps the panels differently from now on. Contacts that are down end, as returned: what they were told to
  /// be is not comparable with where they would be.
  public mutating func setMapping(_ mapping: PanelMapping) -> TouchFrame? {
    guard mapping != self.mapping else { return nil }
    self.mapping = mapping
    return reset()
  }

  private mutating func down(_ contact: PanelEvent.Contact, at place: Point, _ time: UInt64) {
    // The up of the slot's first life was lost.
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

  /// Wraps after 49.7 days, as the stamps of `wl_touch` do.
  private static func milliseconds(_ microseconds: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: microseconds / microsecondsPerMillisecond)
  }
}
