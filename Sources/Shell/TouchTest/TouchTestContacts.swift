import Gestures
import RotundaGeometry

/// The fingers on the page, and the trails of those that have left it since the first of them landed.
struct TouchTestContacts: Hashable {
  struct Contact: Hashable {
    let id: Int32
    /// Its place among the fingers: gives it a color.
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

/// The gestures that were recognized last, by name.
struct GestureHistory: Hashable {
  /// The newest first.
  private(set) var names: [String] = []

  /// How many are shown.
  static let length = 5

  /// Notes a gesture; false when it is one that is not named.
  mutating func handle(_ gesture: Gesture, in words: Localizer) -> Bool {
    guard let name = gesture.name(in: words) else { return false }
    names.insert(name, at: 0)
    if names.count > Self.length { names.removeLast() }
    return true
  }
}

extension Gesture {
  /// What it is called once it is complete; nil before, and for what is none.
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
  /// A drag by its direction, and whether it was flung.
  fileprivate func name(in words: Localizer) -> String {
    let way = SwipeDirection(position - start, tolerance: .pi / 4).map { words($0.phrase) } ?? ""
    if isAfterLongPress { return words(.longPressThenDrag, way) }
    return words(isFling ? .fling : .drag, way)
  }
}

extension Pinch {
  /// A pinch by its factor, or a turn by its angle.
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

/// How the page is left: by Escape, by a tap on its close target, or by two hands that hold corners which lie
/// across from each other. Only positions count, so that it works with whatever the recognizer makes of a
/// broken touchscreen, and on one whose picture is turned.
struct TouchTestExit: Hashable {
  private(set) var isOver = false
  private var closingContact: Int32?
  private var holdingSince: Double?

  /// Seconds that the corners must be held, which does not happen by accident.
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

/// A place to touch on purpose.
enum TouchTestTarget: CaseIterable, Hashable {
  case topLeft, topRight, bottomLeft, bottomRight, middle

  /// Corners across from each other.
  static let diagonals: [Set<TouchTestTarget>] = [[.topLeft, .bottomRight], [.topRight, .bottomLeft]]

  /// What is written beside it.
  var name: Phrase {
    switch self {
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    case .middle: .middle
    }
  }

  /// -1 on the left, 1 on the right.
  var side: Double {
    switch self {
    case .topLeft, .bottomLeft: -1
    case .topRight, .bottomRight: 1
    case .middle: 0
    }
  }

  /// -1 at the top, 1 at the bottom.
  var row: Double {
    switch self {
    case .topLeft, .topRight: -1
    case .bottomLeft, .bottomRight: 1
    case .middle: 0
    }
  }
}

/// How often the touchscreen tells where fingers are, and how long that takes to be seen.
struct TouchTestDevice: Hashable {
  /// Samples in a second; nil before there were enough.
  private(set) var rate: Double?
  /// Seconds from the arrival of a sample to the frame that shows it; nil before there was one.
  private(set) var latency: Double?

  private var stamps: [UInt32] = []
  private var waitingSince: Double?
  private var latencies: [Double] = []
  private var newestRate: Double?
  private var newestLatency: Double?
  private var written = -Double.infinity

  /// Samples that the rate is taken from: half a second at 120 Hz evens out stamps in whole milliseconds.
  private static let samples = 60
  /// Fewer samples tell no rate.
  private static let fewestSamples = 6
  /// A pause between samples that ends a movement, in milliseconds: slower touchscreens than 10 Hz are none.
  private static let pause: UInt32 = 100
  /// Frames whose delay is averaged.
  private static let frames = 20
  /// Seconds between two changes of a figure: what changes faster cannot be read.
  private static let readable = 0.25

  /// Notes when a sample of a movement was taken. Several fingers at one time are one sample.
  mutating func handle(_ event: TouchEvent) {
    guard case .motion(_, _, let stamp) = event, stamp != stamps.last else { return }
    if let last = stamps.last, stamp &- last > Self.pause { stamps.removeAll(keepingCapacity: true) }
    if stamps.count == Self.samples { stamps.removeFirst() }
    stamps.append(stamp)
    guard stamps.count >= Self.fewestSamples, let first = stamps.first else { return }
    newestRate = Double(stamps.count - 1) * 1000 / Double(stamp &- first)
  }

  /// Something arrived that the next frame shows.
  mutating func arrived(at time: Double) { waitingSince = waitingSince ?? time }

  /// A frame is drawn at `now` that is seen at `time`.
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

  /// Makes the newest figures those that are read.
  mutating func settle() {
    rate = newestRate
    latency = newestLatency
  }
}
