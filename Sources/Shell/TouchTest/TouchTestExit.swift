import RotundaGeometry

/// How the page is left: by Escape, by a tap on its close target, or by two hands that hold corners which lie across from
/// each other. Only positions count, so that it works with whatever the recogniser makes of a broken touchscreen, and
/// on one whose picture is turned.
struct TouchTestExit: Hashable {
  private(set) var isOver = false
  private var closingContact: Int32?
  private var holdingSince: Double?

  /// Seconds that the corners have to be held: nobody does so by accident.
  static let holdTime = 2.0

  /// When holding the corners will have been long enough.
  var deadline: Double? { holdingSince.map { $0 + Self.holdTime } }
  /// Whether two hands are holding corners.
  var isHolding: Bool { holdingSince != nil }

  mutating func leave() { isOver = true }

  mutating func advance(to time: Double) {
    if let deadline, deadline <= time { isOver = true }
  }

  /// The fingers are where they are now.
  mutating func follow(
    _ contacts: TouchTestContacts, at time: Double, closing: TouchTestPage.Disk,
    corners: [(target: TouchTestTarget, place: Point)]
  ) {
    let down = contacts.contacts.filter(\.isDown)
    if let id = closingContact, !down.contains(where: { $0.id == id }) {
      let lifted = contacts.contacts.last { $0.id == id }
      if let lifted, lifted.hasLifted, closing.contains(lifted.position) { isOver = true }
      closingContact = nil
    } else if closingContact == nil {
      closingContact = down.first { closing.contains($0.origin) && closing.contains($0.position) }?.id
    }
    let held = Set(
      corners.filter { corner in
        down.contains { closing.with(center: corner.place).contains($0.position) }
      }.map(\.target))
    let isHeld = TouchTestTarget.diagonals.contains { held.isSuperset(of: $0) }
    holdingSince = isHeld ? holdingSince ?? time : nil
  }
}
