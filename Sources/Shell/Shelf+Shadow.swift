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

  /// Has the shadow drawn when a tile is first seen on a screen of this size.
  mutating func requestShadow(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard shadow == nil, let cast = cast(look) else { return }
    let scale = look.scale / Self.coarseness
    let size = PixelSize(
      max(8, Int((cast.size.width * scale).rounded())), max(8, Int((cast.size.height * scale).rounded())))
    let picture = Picture(.shadow(cast), size: size, scale: scale)
    shadow = picture
    effects.append(.draw(picture, order: look.order))
  }

  /// Adds the shadow of a tile that is drawn next.
  func appendShadow(
    _ placement: Placement, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    guard let shadow, let cast = cast(look) else { return }
    frame.sprites.append(
      Sprite(
        .picture(shadow, placeholder: .clear), size: cast.size,
        transform: transform.translated(0, cast.reach * Self.drop, 0)
          .onScreen(scaled: look.zoom, moved: look.center),
        opacity: placement.opacity * look.opacity))
  }

  /// What casts it; nil in a theme without shadows.
  private func cast(_ look: ShelfLook) -> SoftShadow? {
    let reach = look.theme.shadowSize * min(tileSize.width, tileSize.height)
    guard reach > 0, look.theme.shadow.alpha > 0 else { return nil }
    let radius = Metrics.cornerRadius(of: tileSize, share: look.theme.cornerRadius)
    return SoftShadow(card: tileSize, cornerRadius: radius, reach: reach, color: look.theme.shadow)
  }
}
