import Configuration
import RotundaGeometry
import Gestures

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
