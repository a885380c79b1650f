import Configuration
import Gestures
import RotundaGeometry

/// Which gestures are those that actions are bound to.
extension Shell {
  /// Two fingers must have moved apart or together by this factor to have pinched: what starts a pinch is far less,
  /// and may be an accident.
  static let pinchFactor = 1.25
  /// Two fingers must have turned so far, in radians: an eighth of a turn.
  static let rotationAngle = Double.pi / 4

  /// What a gesture is called in the configuration and where it was made; nil for those that are none, or not yet.
  ///
  /// Swipes of one finger and from an edge, pinches and rotations count when the fingers lift: until then they can
  /// be taken back.
  func trigger(of gesture: Gesture) -> (trigger: GestureTrigger, point: Point)? {
    switch gesture {
    case .doubleTap(let point): (.doubleTap, point)
    case .multiTap(let fingers, let point): (.multiTap(fingers: fingers), point)
    case .longPressBegan(let point): (.longPress, point)
    case .multiLongPress(let fingers, let point): (.multiLongPress(fingers: fingers), point)
    case .swipe(let swipe): (.multiSwipe(fingers: swipe.fingers, swipe.direction), swipe.start)
    case .dragEnded(let drag): trigger(of: drag)
    case .edgeSwipeEnded(let swipe): trigger(of: swipe)
    case .pinchEnded(let pinch): trigger(of: pinch)
    default: nil
    }
  }

  private func trigger(of swipe: EdgeSwipe) -> (trigger: GestureTrigger, point: Point)? {
    guard swipe.distance > 0, swipe.isFling || swipe.distance >= recognizer.thresholds.swipeDistance else {
      return nil
    }
    // Brought back to where it came from, it was thought better of.
    return swipe.speed < -recognizer.thresholds.flingMinimum ? nil : (.edgeSwipe(swipe.edge), swipe.start)
  }

  private func trigger(of drag: Drag) -> (trigger: GestureTrigger, point: Point)? {
    if drag.isAfterLongPress { return (.longPressDrag, drag.start) }
    guard let way = SwipeDirection(drag.position - drag.start, tolerance: .pi / 4) else { return nil }
    let speed = drag.velocity.dot(way.vector)
    // Going back at its end, it was thought better of.
    guard speed > -recognizer.thresholds.flingMinimum else { return nil }
    if speed >= recognizer.thresholds.flickMinimum, bindings[.flick(way)] != .none {
      return (.flick(way), drag.start)
    }
    let distance = (drag.position - drag.start).dot(way.vector)
    return drag.isFling || distance >= recognizer.thresholds.swipeDistance ? (.swipe(way), drag.start) : nil
  }

  private func trigger(of pinch: Pinch) -> (trigger: GestureTrigger, point: Point)? {
    let (out, inward) = (bindings[.pinchOut] != .none, bindings[.pinchIn] != .none)
    if out, pinch.scaleSinceLanding >= Self.pinchFactor { return (.pinchOut, pinch.center) }
    if inward, pinch.scaleSinceLanding <= 1 / Self.pinchFactor { return (.pinchIn, pinch.center) }
    return abs(pinch.rotation) >= Self.rotationAngle ? (.rotation, pinch.center) : nil
  }
}

extension SwipeDirection {
  /// The direction with length 1.
  var vector: Point {
    switch self {
    case .left: Point(-1, 0)
    case .right: Point(1, 0)
    case .up: Point(0, -1)
    case .down: Point(0, 1)
    }
  }
}

/// Gestures that mean something of their own on a tile.
extension Shell {
  /// Finds out which gestures any tile has, after tiles have changed.
  mutating func findTileGestures() {
    tileRecognizers = []
    for shelf in levels[0].shelves {
      var found: Recognizers = []
      shelf.tiles.forEachTile(where: { $0.$gestures.isThere }) { tile in
        for gesture in (tile.gestures ?? [:]).keys { found.formUnion(gesture.recognizer) }
      }
      tileRecognizers.formUnion(found)
    }
    recognizer.recognizers = bindings.recognizers.union(tileRecognizers)
  }

  /// A finger landed: what only other tiles have is not looked out for, so that nothing waits for it here.
  mutating func forgoGesturesOfOtherTiles(at point: Point) {
    let extra = tileRecognizers.subtracting(bindings.recognizers)
    guard !extra.isEmpty else { return }
    let own = tileWithGestures(at: point).map { tile in
      (tile.gestures ?? [:]).keys.reduce(into: Recognizers()) { $0.formUnion($1.recognizer) }
    }
    var told: [Gesture] = []
    recognizer.forgo(extra.subtracting(own ?? []), into: &told)
    for gesture in told { act(on: gesture) }
  }

  /// The tile under a finger, if it has gestures of its own and nothing covers it.
  private func tileWithGestures(at point: Point) -> LauncherTile? {
    guard isCarouselShown, !isOnNotice(point) else { return nil }
    let target = target(at: point)
    guard target.shelf == level.current, let index = target.tile, tiles.indices.contains(index),
      tiles[index].$gestures.isThere
    else { return nil }
    return tiles[index]
  }

  /// Whether a drag may become a flick that the tile under it has, so that it moves no shelves.
  func mayFlickTile(_ drag: Drag) -> Bool {
    guard tileRecognizers.contains(.drag), !drag.isAfterLongPress, drag.axis == .perpendicular,
      let way = SwipeDirection(drag.position - drag.start, tolerance: .pi / 4)
    else { return false }
    return tileWithGestures(at: drag.start)?.gestures?[.flick(way)] != nil
  }

  /// Does what the tile under a gesture has it mean; whether it has.
  mutating func performOfTile(_ gesture: Gesture) -> Bool {
    guard !tileRecognizers.isEmpty, let (own, point) = tileGesture(of: gesture),
      let tile = tileWithGestures(at: point), tile.gestures?[own] != nil
    else { return false }
    activate(.gesture(own), of: tile)
    return true
  }

  private func tileGesture(of gesture: Gesture) -> (TileGesture, Point)? {
    switch gesture {
    case .doubleTap(let point): (.doubleTap, point)
    case .longPressBegan(let point): (.longPress, point)
    case .dragEnded(let drag): flick(drag).map { (.flick($0), drag.start) }
    default: nil
    }
  }

  private func flick(_ drag: Drag) -> SwipeDirection? {
    guard !drag.isAfterLongPress, drag.axis == .perpendicular,
      let way = SwipeDirection(drag.position - drag.start, tolerance: .pi / 4)
    else { return nil }
    return drag.velocity.dot(way.vector) >= recognizer.thresholds.flickMinimum ? way : nil
  }
}
