import CarouselEngine
import RotundaGeometry
import Scene

/// Contents of a shelf's live tiles.
extension Shelf {
  /// Creates the contents of a tile when it first appears.
  mutating func prepareInterior(of index: Int, _ look: ShelfLook) {
    let tile = tiles[index]
    guard tile.isLive else { return }
    let old = interiors[tile.id]
    guard
      old?.tile != tile || old?.screen != look.screen || old?.layout.size != size(of: index)
        || old?.layout.isSideways != isVertical || old?.layout.isNamed != look.namesInteriors
    else { return }
    let layout = InteriorLayout(
      tile, size: size(of: index), letters: look.metrics.labelSize(of: size(of: index), beside: tileSize),
      target: look.target, isSideways: isVertical, isNamed: look.namesInteriors)
    var interior = TileInterior(tile, layout, look)
    // The scroll position stays.
    if let old { interior.scroll.show(old.scroll, at: clock) }
    interiors[tile.id] = interior
  }

  /// Draws the contents of a tile.
  func appendInterior(
    of placement: Placement, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    let plane = Plane(
      transform: transform.onScreen(scaled: look.zoom, moved: look.center),
      opacity: placement.opacity * look.opacity * interiorOpacity(of: placement, look),
      brightness: light(on: placement, look),
      clip: Rectangle(center: .zero, size: size(of: placement.index)))
    appendInterior(of: placement, on: plane, to: &frame, look)
  }

  /// Returns the opacity of a tile's contents. Beside the middle, the name is in front of them, and would be
  /// illegible otherwise.
  private func interiorOpacity(of placement: Placement, _ look: ShelfLook) -> Double {
    guard look.hasNameLayer(tiles[placement.index]) else { return 1 }
    let covered = Self.namedElsewhere(placement.offset)
    return look.theme.isOpaque ? 1 - covered.rounded() : 1 - covered * Self.coveredShare
  }
  /// The share by which the opacity decreases beside the middle.
  private static let coveredShare = 0.75

  /// Draws the contents on a plane: the tile's card, or its reflection.
  func appendInterior(
    of placement: Placement, on plane: Plane, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    guard let interior = interiors[tiles[placement.index].id] else { return }
    var state = TileInterior.State(on: look.switchedOn, values: look.values)
    if let pressed = look.pressedControl, pressed.tile == placement.index { state.pressed = pressed.control }
    if placement.index == carousel.currentItemIndex { state.focused = look.focusedControl }
    interior.append(on: plane, look, state, to: &frame)
  }

  /// The contents of the middle tile; nil for a plain tile.
  var centeredInterior: TileInterior? {
    get {
      let index = carousel.currentItemIndex
      return tiles.indices.contains(index) ? interiors[tiles[index].id] : nil
    }
    set {
      let index = carousel.currentItemIndex
      if tiles.indices.contains(index) { interiors[tiles[index].id] = newValue }
    }
  }

  /// Whether content scrolls on any tile.
  var areInteriorsMoving: Bool { interiors.contains { $0.value.scroll.isMoving } }

  mutating func advanceInteriors() {
    guard areInteriorsMoving else { return }
    for id in interiors.keys where interiors[id]?.scroll.isMoving == true {
      let now = clock
      interiors[id]?.scroll.advance(to: now)
    }
  }

  /// Stores the measured size of a picture. Returns whether a tile shows the picture.
  mutating func measureInteriors(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    let now = clock
    for id in interiors.keys where interiors[id]?.measured(picture, size: size, at: now) == true {
      isOne = true
    }
    return isOne
  }

  /// Discards the contents of removed tiles.
  mutating func pruneInteriors() {
    guard !interiors.isEmpty else { return }
    let ids = Set(tiles.map(\.id))
    interiors = interiors.filter { ids.contains($0.key) }
  }
}
