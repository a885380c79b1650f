import CarouselEngine
import RotundaGeometry
import Scene

/// Tiles mirrored in the ground below them.
extension Shelf {
  /// How much of a tile is mirrored, from its lower edge on: below, the reflection has faded away.
  private static let mirroredShare = 0.4
  /// Room between a tile and its reflection, as a part of the tile's height.
  private static let gap = 0.012

  /// Adds the reflection of a tile that is drawn next.
  func appendReflection(
    _ card: FaceStore.Look, _ placement: Placement, _ transform: Transform, to frame: inout SceneFrame,
    _ look: ShelfLook
  ) {
    guard settings.reflection > 0 else { return }
    let tile = self.size(of: placement.index)
    let size = Size(tile.width, tile.height * Self.mirroredShare)
    let below = tile.height * (0.5 + Self.gap) + size.height / 2
    // Upside down, its lower edge is the upper one.
    let place = transform.translated(0, below, 0).scaled(1, -1, 1)
    let part = Rectangle(origin: Point(0, 1 - Self.mirroredShare), size: Size(1, Self.mirroredShare))
    var sprite = Sprite(
      look.fill(card.picture), size: size, transform: place.onScreen(scaled: look.zoom, moved: look.center),
      cornerRadius: cornerRadius(of: tile, look),
      opacity: placement.opacity * look.opacity * settings.reflection, brightness: light(on: placement, look),
      part: part)
    sprite.upperOpacity = 0
    sprite.reflection = .whole
    frame.sprites.append(sprite)
    guard !placement.facesAway, tiles.indices.contains(placement.index), tiles[placement.index].isLive else {
      return
    }
    let mirrored = transform.translated(0, tile.height * (1 + Self.gap), 0).scaled(1, -1, 1)
    let lowest = tile.height / 2
    let faded = lowest - size.height
    appendInterior(
      of: placement,
      on: Plane(
        transform: mirrored.onScreen(scaled: look.zoom, moved: look.center), opacity: sprite.opacity,
        brightness: sprite.brightness,
        clip: Rectangle(origin: Point(-tile.width / 2, faded), size: size), fade: (faded, lowest)),
      to: &frame, look)
  }
}
