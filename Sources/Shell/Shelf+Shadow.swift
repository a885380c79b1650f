import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// The shadows around tiles.
extension Shelf {
  /// How far below its tile a shadow lies, as a part of how far it reaches: light falls from above.
  private static let drop = 0.35
  /// Pixels of the screen to one of the shadow: nothing in it is sharp.
  private static let coarseness = 5.0

  /// Has the shadow drawn of a tile of a size that is first seen on this screen.
  mutating func requestShadow(of tile: Size, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard shadows[tile] == nil, let cast = cast(by: tile, look) else { return }
    let scale = look.scale / Self.coarseness
    let size = PixelSize(
      max(8, Int((cast.size.width * scale).rounded())), max(8, Int((cast.size.height * scale).rounded())))
    let picture = Picture(.shadow(cast), size: size, scale: scale)
    shadows[tile] = picture
    effects.append(.draw(picture, order: look.order))
  }

  /// Adds the shadow of a tile that is drawn next.
  func appendShadow(
    _ placement: Placement, size: Size, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    guard let shadow = shadows[size], let cast = cast(by: size, look) else { return }
    frame.sprites.append(
      Sprite(
        .picture(shadow, placeholder: .clear), size: cast.size,
        transform: transform.translated(0, cast.reach * Self.drop, 0)
          .onScreen(scaled: look.zoom, moved: look.center),
        opacity: placement.opacity * look.opacity))
  }

  /// What casts it; nil in a theme without shadows.
  private func cast(by tile: Size, _ look: ShelfLook) -> SoftShadow? {
    // As far from a larger tile as from its neighbours: all lie on the same ground.
    let shorter = min(min(tile.width, tile.height), min(tileSize.width, tileSize.height))
    let reach = look.theme.shadowSize * shorter
    guard reach > 0, look.theme.shadow.alpha > 0 else { return nil }
    return SoftShadow(
      card: tile, cornerRadius: cornerRadius(of: tile, look), reach: reach, color: look.theme.shadow)
  }
}
