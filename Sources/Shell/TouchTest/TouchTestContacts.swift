import Gestures
import RotundaGeometry

/// The contacts on the page, and the trails of lifted ones since the first of them landed.
struct TouchTestContacts: Hashable {
  struct Contact: Hashable {
    let id: Int32
    /// The number among the present contacts, which selects a color.
    let slot: Int
    var isDown = true
    /// Whether the contact has lifted, and was not canceled.
    var hasLifted = false
    /// The places of the contact, the newest last.
    var trail: [Point]
    /// The contact's shape; nil if the touchscreen does not report it.
    var shape: ContactShape?

    /// The present or last place.
    var position: Point { trail[trail.count - 1] }
    /// The place where it landed.
    let origin: Point
  }

  private(set) var contacts: [Contact] = []
  /// The most simultaneous contacts since the page opened.
  private(set) var peak = 0

  /// The most points of a trail: two seconds at 60 Hz.
  static let longestTrail = 120
  /// The most contacts: those of a crowd. A malicious compositor may send any number.
  static let mostContacts = 40

  /// Whether no finger is down.
  var isEmpty: Bool { downCount == 0 }
  /// The number of fingers that are down.
  var downCount: Int { contacts.count { $0.isDown } }

  /// Removes the trails of lifted fingers.
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

  /// Updates the shape of a contact. Each part stays until the next report of it.
  mutating func update(_ shape: ContactShape) {
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

/// The names of the latest gestures.
struct GestureHistory: Hashable {
  /// The names, the newest first.
  private(set) var names: [String] = []

  /// The number of visible names.
  static let length = 5

  /// Notes a gesture. Returns false if it has no name.
  mutating func handle(_ gesture: Gesture, in words: Localizer) -> Bool {
    guard let name = gesture.name(in: words) else { return false }
    names.insert(name, at: 0)
    if names.count > Self.length { names.removeLast() }
    return true
  }
}

extension Gesture {
  /// Returns the name of a complete gesture; nil for others.
  func name(in words: Localizer) -> String? {
    switch self {
    case .tap: words(.tap)
    case .doubleTap: words(.doubleTap)
    case .multiTap(let fingers, _): words(.tapWithFingers, "\(fingers)")
    case .longPressBegan: words(.longPress)
    case .multiLongPress(let fingers, _): words(.longPressWithFingers, "\(fingers)")
    case .dragEnded(let drag): drag.name(in: words)
    case .dragCancelled: words(.dragTakenBack)
    case .edgeSwipeEnded(let swipe): words(swipe.edge.phrase)
    case .pinchEnded(let pinch): pinch.name(in: words)
    case .swipe(let swipe): words(.swipeWithFingers, words(swipe.direction.phrase), "\(swipe.fingers)")
    default: nil
    }
  }
}

extension Drag {
  /// Returns the name of a drag: its direction, and whether it was flung.
  fileprivate func name(in words: Localizer) -> String {
    let way = SwipeDirection(position - start, tolerance: .pi / 4).map { words($0.phrase) } ?? ""
    if isAfterLongPress { return words(.longPressThenDrag, way) }
    return words(isFling ? .fling : .drag, way)
  }
}

extension Pinch {
  /// Returns the name of a pinch by its factor, or of a rotation by its angle.
  fileprivate func name(in words: Localizer) -> String {
    let degrees = Int((rotation * 180 / .pi).rounded())
    if abs(scaleSinceLanding - 1) < 0.1, abs(degrees) >= 10 { return words(.turnBy, "\(degrees)") }
    return words(.pinchTo, "\(Int((scaleSinceLanding * 100).rounded()))")
  }
}

extension SwipeDirection {
  fileprivate var phrase: Phrase {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    }
  }
}

extension Edge {
  fileprivate var phrase: Phrase {
    switch self {
    case .top: .swipeFromTop
    case .bottom: .swipeFromBottom
    case .left: .swipeFromLeft
    case .right: .swipeFromRight
    }
  }
}

/// Decides when to leave the page: after Escape, after a tap on the close target, or while two hands hold
/// opposite corners. Only positions count. Therefore it works despite a broken touchscreen that confuses the
/// recognizer, and on a rotated picture.
struct TouchTestExit: Hashable {
  private(set) var isOver = false
  private var closingContact: Int32?
  private var holdingSince: Double?

  /// Seconds for which the corners must be held, which does not happen by accident.
  static let holdTime = 2.0

  /// When the corners will have been held long enough.
  var deadline: Double? { holdingSince.map { $0 + Self.holdTime } }
  /// Whether two hands hold opposite corners.
  var isHolding: Bool { holdingSince != nil }

  mutating func leave() { isOver = true }

  mutating func advance(to time: Double) {
    if let deadline, deadline <= time { isOver = true }
  }

  /// Follows the contacts to their present places.
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

/// A place to touch for a test.
enum TouchTestTarget: CaseIterable, Hashable {
  case topLeft, topRight, bottomLeft, bottomRight, middle

  /// The pairs of opposite corners.
  static let diagonals: [Set<TouchTestTarget>] = [[.topLeft, .bottomRight], [.topRight, .bottomLeft]]

  /// The label.
  var name: Phrase {
    switch self {
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    case .middle: .middle
    }
  }

  /// −1 on the left, 0 in the middle, and 1 on the right.
  var side: Double {
    switch self {
    case .topLeft, .bottomLeft: -1
    case .topRight, .bottomRight: 1
    case .middle: 0
    }
  }

  /// −1 at the top, 0 in the middle, and 1 at the bottom.
  var row: Double {
    switch self {
    case .topLeft, .topRight: -1
    case .bottomLeft, .bottomRight: 1
    case .middle: 0
    }
  }
}

/// The rate of the touchscreen's samples, and the delay until they are visible.
struct TouchTestDevice: Hashable {
  /// Samples per second; nil before there are enough.
  private(set) var rate: Double?
  /// Seconds from the arrival of a sample to the frame that shows it; nil before the first.
  private(set) var latency: Double?

  private var stamps: [UInt32] = []
  private var waitingSince: Double?
  private var latencies: [Double] = []
  private var newestRate: Double?
  private var newestLatency: Double?
  private var written = -Double.infinity

  /// The most samples for the rate: half a second at 120 Hz averages time stamps in whole milliseconds.
  private static let samples = 60
  /// The least number of samples for a rate.
  private static let fewestSamples = 6
  /// The pause between samples that ends a movement, in milliseconds. Touchscreens are faster than 10 Hz.
  private static let pause: UInt32 = 100
  /// The number of frames whose delays are averaged.
  private static let frames = 20
  /// The least time between two changes of a figure, in seconds. Faster changes would be illegible.
  private static let readable = 0.25

  /// Notes the time of a movement's sample. Several fingers at one time are one sample.
  mutating func handle(_ event: TouchEvent) {
    guard case .motion(_, _, let stamp) = event, stamp != stamps.last else { return }
    if let last = stamps.last, stamp &- last > Self.pause { stamps.removeAll(keepingCapacity: true) }
    if stamps.count == Self.samples { stamps.removeFirst() }
    stamps.append(stamp)
    guard stamps.count >= Self.fewestSamples, let first = stamps.first else { return }
    newestRate = Double(stamps.count - 1) * 1000 / Double(stamp &- first)
  }

  /// Notes the arrival of input that the next frame shows.
  mutating func arrived(at time: Double) { waitingSince = waitingSince ?? time }

  /// Notes a frame that is drawn at `now` and visible at `time`.
  mutating func shown(at time: Double, drawnAt now: Double) {
    if let since = waitingSince, time >= since {
      if latencies.count == Self.frames { latencies.removeFirst() }
      latencies.append(time - since)
      newestLatency = latencies.reduce(0, +) / Double(latencies.count)
    }
    waitingSince = nil
    if now - written >= Self.readable {
      written = now
      settle()
    }
  }

  /// Shows the newest figures.
  mutating func settle() {
    rate = newestRate
    latency = newestLatency
  }
}
