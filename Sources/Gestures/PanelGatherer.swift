import RotundaGeometry

/// Turns what touch panels say into frames of touches on a surface, as a compositor would.
///
/// Contacts get the lowest number that is free, over all panels. A contact that was not seen to land, because listening
/// began later or its place was no place, is left out until it lands anew.
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

  /// Nobody listens any more: returns the end of what was told, if anything has not ended.
  public mutating func reset() -> TouchFrame? {
    guard hasContacts || !pending.events.isEmpty else { return nil }
    numbers = [:]
    pending.events.append(.lost)
    return flush()
  }

  /// Maps the panels differently from now on. Contacts that are down end, as returned: what they were told to be is not
  /// comparable with where they would be.
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
