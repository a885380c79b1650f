import RotundaGeometry
import Gestures

/// The fingers on the page, and the trails of those that have left it since the first of them landed.
struct TouchTestContacts: Hashable {
  /// A finger.
  struct Contact: Hashable {
    let id: Int32
    /// Its place among the fingers: gives it a colour.
    let slot: Int
    var isDown = true
    /// Whether it has left by itself, and was not taken back.
    var hasLifted = false
    /// Where it was, the newest last.
    var trail: [Point]
    /// What covers it; nil where the touchscreen does not tell.
    var shape: ContactShape?

    /// Where it is, or was last.
    var position: Point { trail[trail.count - 1] }
    /// Where it landed, as long as the trail goes back so far.
    let origin: Point
  }

  private(set) var contacts: [Contact] = []
  /// The most fingers that were down at once since the page was opened.
  private(set) var peak = 0

  /// Points of a trail that are kept: two seconds at 60 Hz.
  static let longestTrail = 120
  /// Contacts that are kept: a crowd's fingers. A hostile compositor may send any number.
  static let mostContacts = 40

  /// Whether no finger is down.
  var isEmpty: Bool { downCount == 0 }
  /// How many fingers are down.
  var downCount: Int { contacts.count { $0.isDown } }

  /// Forgets trails of fingers that have left.
  mutating func forget() { contacts.removeAll { !$0.isDown } }

  mutating func handle(_ event: TouchEvent) {
    switch event {
    case .down(let id, let point, _): land(id, at: point)
    case .motion(let id, let point, _): move(id, to: point)
    case .up(let id, _): leave(id, byItself: true)
    case .cancelContact(let id): leave(id, byItself: false)
    case .cancel, .lost: for index in contacts.indices { contacts[index].isDown = false }
    }
  }

  /// A finger's shape was told. Each part counts until it is told anew.
  mutating func take(_ shape: ContactShape) {
    guard let index = index(of: shape.id) else { return }
    contacts[index].shape = contacts[index].shape?.merged(with: shape) ?? shape
  }

  private func index(of id: Int32) -> Int? { contacts.firstIndex { $0.id == id && $0.isDown } }

  private mutating func land(_ id: Int32, at point: Point) {
    guard point.x.isFinite, point.y.isFinite else { return }
    leave(id, byItself: false)
    if contacts.count == Self.mostContacts {
      guard let gone = contacts.firstIndex(where: { !$0.isDown }) else { return }
      contacts.remove(at: gone)
    }
    let taken = Set(contacts.filter(\.isDown).map(\.slot))
    let slot = (0...).first { !taken.contains($0) } ?? 0
    contacts.append(Contact(id: id, slot: slot, trail: [point], origin: point))
    peak = max(peak, downCount)
  }

  private mutating func move(_ id: Int32, to point: Point) {
    guard point.x.isFinite, point.y.isFinite, let index = index(of: id) else { return }
    if contacts[index].trail.count == Self.longestTrail { contacts[index].trail.removeFirst() }
    contacts[index].trail.append(point)
  }

  private mutating func leave(_ id: Int32, byItself: Bool) {
    guard let index = index(of: id) else { return }
    contacts[index].isDown = false
    contacts[index].hasLifted = byItself
  }
}
