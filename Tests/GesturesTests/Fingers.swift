import RotundaGeometry
import Gestures

/// Simulated fingers, and short words for the recognized gestures.
final class Fingers {
  var recognizer: GestureRecognizer
  private(set) var gestures: [Gesture] = []
  private var milliseconds = 0

  /// By default, with the limits of published recordings. Under them, a drag waits until its finger can no
  /// longer tap.
  init(_ recognizer: GestureRecognizer = GestureRecognizer(thresholds: .published)) {
    self.recognizer = recognizer
  }

  @discardableResult func down(_ id: Int32, _ x: Double, _ y: Double) -> Fingers {
    frame([.down(id: id, at: Point(x, y), milliseconds: stamp)])
  }

  @discardableResult func move(_ id: Int32, _ x: Double, _ y: Double) -> Fingers {
    frame([.motion(id: id, at: Point(x, y), milliseconds: stamp)])
  }

  @discardableResult func up(_ id: Int32) -> Fingers {
    frame([.up(id: id, milliseconds: stamp)])
  }

  @discardableResult func frame(_ events: [TouchEvent]) -> Fingers {
    recognizer.handle(TouchFrame(events), at: now, into: &gestures)
    return self
  }

  /// Lets some milliseconds pass.
  @discardableResult func wait(_ duration: Int) -> Fingers {
    milliseconds += duration
    while let due = recognizer.deadline, due <= now + 1e-9 { recognizer.advance(to: due, into: &gestures) }
    return self
  }

  /// Draws a display frame.
  func draw() { recognizer.resample(forFrameAt: now, into: &gestures) }

  /// Draws a display frame that appears some milliseconds later.
  func draw(presentedIn milliseconds: Int) {
    recognizer.resample(forFrameAt: now + Double(milliseconds) / 1000, drawnAt: now, into: &gestures)
  }

  /// The distances of drags along the axis, change by change.
  var steps: [Double] {
    gestures.compactMap {
      if case .dragChanged(let drag) = $0 { drag.delta.x } else { nil }
    }
  }

  /// The recognized pinches in order.
  var pinches: [Pinch] {
    gestures.compactMap {
      switch $0 {
      case .pinchBegan(let pinch), .pinchChanged(let pinch), .pinchEnded(let pinch),
        .pinchCancelled(let pinch):
        pinch
      default: nil
      }
    }
  }

  /// The device's timestamp of this moment.
  var stamp: UInt32 { UInt32(milliseconds) }

  var now: Double { Double(milliseconds) / 1000 }

  /// The recognized drags in order.
  var drags: [Drag] {
    gestures.compactMap {
      switch $0 {
      case .dragBegan(let drag), .dragChanged(let drag), .dragEnded(let drag), .dragCancelled(let drag): drag
      default: nil
      }
    }
  }

  /// The recognized gestures without changes: + began, - ended, ! canceled.
  var told: [String] { gestures.compactMap(Self.word) }

  static func word(_ gesture: Gesture) -> String? {
    switch gesture {
    case .touchBegan: "touch+"
    case .touchEnded: "touch-"
    case .pressBegan: "press+"
    case .pressEnded: "press-"
    case .tap(let point): "tap \(word(point))"
    case .doubleTap(let point): "double \(word(point))"
    case .multiTap(let fingers, let point): "tap\(fingers) \(word(point))"
    case .longPressBegan: "long+"
    case .longPressEnded: "long-"
    case .longPressCancelled: "long!"
    case .multiLongPress(let fingers, let point): "long\(fingers) \(word(point))"
    case .dragBegan(let drag): "drag+ \(drag.axis)"
    case .dragEnded: "drag-"
    case .dragCancelled: "drag!"
    case .edgeSwipeBegan(let swipe): "edge+ \(swipe.edge)"
    case .edgeSwipeEnded: "edge-"
    case .edgeSwipeCancelled: "edge!"
    case .pinchBegan: "pinch+"
    case .pinchEnded: "pinch-"
    case .pinchCancelled: "pinch!"
    case .swipe(let swipe): "swipe\(swipe.fingers) \(swipe.direction)"
    case .dragChanged, .edgeSwipeChanged, .pinchChanged: nil
    }
  }

  private static func word(_ point: Point) -> String { "\(Int(point.x)),\(Int(point.y))" }
}
