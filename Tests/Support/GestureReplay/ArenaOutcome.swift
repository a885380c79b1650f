import RotundaGeometry
import Gestures

/// An outcome of a touch script, in the reference's words.
package struct ArenaOutcome: Sendable {
  package var kind: String
  package var words: [String: String] = [:]
  package var numbers: [String: Double] = [:]
  package var fling: Bool?

  init(_ kind: String, id: Int32? = nil, at point: Point? = nil) {
    self.kind = kind
    if let id { numbers["id"] = Double(id) }
    if let point {
      numbers["x"] = point.x
      numbers["y"] = point.y
    }
  }

  /// Converts `gesture`. Returns nil for a gesture without a word in the reference. `contact` is the contact
  /// that just lifted or is down.
  init?(_ gesture: Gesture, contact: Int32?) {
    switch gesture {
    case .tap(let point): self.init("tap", id: contact, at: point)
    case .longPressBegan: self.init("long-press", id: contact)
    case .longPressEnded, .longPressCancelled: self.init("long-press-end")
    case .dragBegan(let drag):
      self.init("drag-begin", id: drag.contact)
      words["axis"] = Self.name(drag.axis)
    case .dragEnded(let drag):
      self.init("drag-end")
      numbers["vx"] = drag.velocity.x
      numbers["vy"] = drag.velocity.y
      fling = drag.isFling
    case .dragCancelled: self.init("drag-cancel")
    case .pinchBegan: self.init("pinch-begin")
    case .pinchEnded(let pinch):
      self.init("pinch-end")
      numbers["scale"] = pinch.scale
    case .edgeSwipeBegan(let swipe):
      self.init("edge-swipe", id: swipe.contact)
      words["edge"] = "\(swipe.edge)"
    case .edgeSwipeEnded: self.init("edge-swipe-end")
    case .swipe(let swipe):
      self.init("swipe")
      numbers["fingers"] = Double(swipe.fingers)
      words["direction"] = "\(swipe.direction)"
    case .touchBegan, .touchEnded, .pressBegan, .pressEnded, .dragChanged, .pinchChanged, .edgeSwipeChanged:
      return nil
    case .doubleTap, .multiTap, .multiLongPress, .edgeSwipeCancelled, .pinchCancelled:
      self.init("unexpected \(gesture)")
    }
  }

  /// Returns the reference's word for a drag's direction relative to a horizontal axis.
  package static func name(_ axis: DragAxis) -> String {
    switch axis {
    case .undecided: "pending"
    case .parallel: "horizontal"
    case .perpendicular: "vertical"
    case .free: "free"
    }
  }
}
