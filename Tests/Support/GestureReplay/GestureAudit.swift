import RotundaGeometry
import Gestures

/// Checks the gestures of a recognizer for violations of its rules.
public struct GestureAudit {
  /// The violations so far.
  public private(set) var faults: [String] = []
  /// The number of gestures of each kind.
  public private(set) var counts: [String: Int] = [:]
  private var open: Set<String> = []
  private var drag: Drag?
  private var live: Set<Int32> = []

  /// Creates an audit without gestures.
  public init() {}

  /// Records the contacts that a frame may report: those that were down, and those that land in it.
  public mutating func expect(_ frame: TouchFrame) {
    for case .down(let id, _, _) in frame.events { live.insert(id) }
  }

  /// Records the contacts that remain after a frame.
  public mutating func settle(_ frame: TouchFrame, contactsLeft: Int) {
    for event in frame.events {
      switch event {
      case .down(let id, _, _): live.insert(id)
      case .up(let id, _), .cancelContact(let id): live.remove(id)
      case .cancel, .lost: live.removeAll()
      case .motion: break
      }
    }
    if contactsLeft == 0, !open.isEmpty { faults.append("\(open) is open without contacts") }
  }

  /// Checks a gesture. `isTakenBack` means that the frame consisted only of cancellations.
  public mutating func take(_ gesture: Gesture, isTakenBack: Bool) {
    counts[String("\(gesture)".prefix { $0 != "(" }), default: 0] += 1
    switch gesture {
    case .touchBegan(let point): begin("touch", point)
    case .touchEnded: end("touch")
    case .pressBegan(let point): begin("press", point)
    case .pressEnded: end("press")
    case .longPressBegan(let point): begin("long", point)
    case .longPressEnded, .longPressCancelled: end("long")
    case .dragBegan, .dragChanged, .dragEnded, .dragCancelled: takeDrag(gesture)
    case .edgeSwipeBegan(let swipe): begin("edge", swipe.position)
    case .edgeSwipeEnded, .edgeSwipeCancelled: end("edge")
    case .pinchBegan(let pinch): begin("pinch", pinch.center)
    case .pinchEnded, .pinchCancelled: end("pinch")
    case .edgeSwipeChanged(let swipe): check(swipe.position, Point(swipe.distance, swipe.speed), in: "edge")
    case .pinchChanged(let pinch): check(pinch.center, Point(pinch.scale, pinch.rotation), in: "pinch")
    case .tap(let point), .doubleTap(let point), .multiTap(_, let point), .multiLongPress(_, let point):
      check(point, .zero, in: nil)
    case .swipe(let swipe): check(swipe.start, .zero, in: nil)
    }
    if isTakenBack, Self.isFinished(gesture) { faults.append("\(gesture) came of a cancelled contact") }
  }

  private mutating func takeDrag(_ gesture: Gesture) {
    switch gesture {
    case .dragBegan(let began):
      begin("drag", began.position)
      if began.delta != .zero || began.translation != .zero { faults.append("a drag jumps: \(began)") }
      drag = began
    case .dragChanged(let changed):
      follow(changed)
    case .dragEnded(let ended):
      follow(ended)
      end("drag")
      if ended.velocity.length > 8000.001 { faults.append("too fast: \(ended)") }
    case .dragCancelled(let cancelled):
      end("drag")
      if cancelled.velocity != .zero || cancelled.isFling { faults.append("a cancelled drag has a velocity") }
    default: break
    }
  }

  private mutating func follow(_ next: Drag) {
    check(next.position, next.translation, in: "drag")
    check(next.velocity, next.delta, in: "drag")
    if !live.contains(next.contact) { faults.append("the contact is not down: \(next)") }
    guard let before = drag else { return }
    let gap = (before.translation + next.delta - next.translation).length
    if gap > 1e-3 { faults.append("deltas do not add up: \(before) \(next)") }
    if next.time < before.time { faults.append("time runs backward: \(before) \(next)") }
    drag = next
  }

  private mutating func begin(_ kind: String, _ point: Point) {
    let exclusive: Set = ["long", "drag", "edge", "pinch"]
    if exclusive.contains(kind), !open.isDisjoint(with: exclusive) { faults.append("\(kind) beside \(open)") }
    if kind != "touch", !open.contains("touch") { faults.append("\(kind) without a touch") }
    if !open.insert(kind).inserted { faults.append("\(kind) began twice") }
    check(point, .zero, in: kind)
  }

  private mutating func end(_ kind: String) {
    if open.remove(kind) == nil { faults.append("\(kind) ended without a beginning") }
    if kind == "touch", !open.isEmpty { faults.append("\(open) outlives the touch") }
  }

  private mutating func check(_ first: Point, _ second: Point, in kind: String?) {
    if let kind, !open.contains(kind) { faults.append("\(kind) changed without a beginning") }
    let isFinite = [first.x, first.y, second.x, second.y].allSatisfy(\.isFinite)
    if !isFinite { faults.append("not a number in \(kind ?? "a tap")") }
  }

  private static func isFinished(_ gesture: Gesture) -> Bool {
    switch gesture {
    case .dragEnded, .edgeSwipeEnded, .pinchEnded, .longPressEnded, .doubleTap, .multiTap, .swipe: true
    default: false
    }
  }
}

extension TouchFrame {
  /// Whether it only cancels contacts: the gestures that it ends then count as canceled.
  public var isOnlyCancels: Bool {
    !events.isEmpty
      && events.allSatisfy {
        switch $0 {
        case .cancel, .lost, .cancelContact: true
        default: false
        }
      }
  }
}
