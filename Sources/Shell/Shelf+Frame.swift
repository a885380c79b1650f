import CarouselEngine
import Geometry
import Scene

/// What a frame shows of a shelf.
extension Shelf {
  /// Tiles beyond the visible ones whose cards are drawn in advance, on each side.
  private static let tilesAhead = 2
  /// A pressed tile is drawn so much smaller.
  private static let pressedScale = 0.965
  /// The light on the tile next to the centred one, what each further one has less, and the least. Darker rather
  /// than translucent: tiles that overlap must not show through each other.
  private static let besideLight = 0.78
  private static let lightStep = 0.16
  private static let leastLight = 0.25
  /// The light on the other tiles while a program is being opened.
  private static let coveredLight = 0.3
  /// The light on the shelves beside the one in the middle, as a part of what their tiles would have there.
  private static let besideShelfLight = 0.5

  /// Adds its tiles, from back to front, and its name.
  mutating func append(to frame: inout SceneFrame, _ look: ShelfLook) {
    carousel.placements(into: &placements)
    for index in placements.indices { append(placements[index], to: &frame, look) }
    appendTitle(to: &frame, look)
  }

  private mutating func append(_ placement: Placement, to frame: inout SceneFrame, _ look: ShelfLook) {
    guard !placement.isHidden, placement.opacity > 0, tiles.indices.contains(placement.index) else { return }
    let isPressed = placement.index == look.pressedTile
    let scale = isPressed ? Self.pressedScale : 1
    let transform = isPressed ? placement.transform.scaled(scale, scale, 1) : placement.transform
    frame.sprites.append(
      Sprite(
        .picture(face(of: placement.index, look), placeholder: look.theme.card), size: tileSize,
        transform: transform.onScreen(scaled: look.zoom, moved: look.center),
        cornerRadius: Metrics.cornerRadius(of: tileSize),
        opacity: placement.opacity * look.opacity,
        brightness: light(on: placement, look)))
  }

  private func light(on placement: Placement, _ look: ShelfLook) -> Double {
    if let lit = look.onlyLitTile, lit != placement.index { return Self.coveredLight }
    return Self.light(at: placement.offset) * (1 - look.distance * (1 - Self.besideShelfLight))
  }

  /// How brightly a tile is lit that is so many tiles away from the centre.
  private static func light(at offset: Double) -> Double {
    let distance = abs(offset)
    guard distance > 1 else { return 1 - distance * (1 - besideLight) }
    return max(leastLight, besideLight - (distance - 1) * lightStep)
  }

  private mutating func face(of index: Int, _ look: ShelfLook) -> Picture {
    let (tile, theme, size, scale) = (tiles[index], look.theme, tileSize, look.scale)
    return faces.picture(of: index) {
      let face = TileFace(
        label: tile.name, icon: tile.icon, background: theme.card,
        foreground: theme.cardText, fontSize: Metrics.labelSize(of: size), fontFamily: theme.fontFamily)
      let pixels = PixelSize(Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
      return Picture(.face(face), size: pixels, scale: scale)
    }
  }

  /// Asks for its name, and for the cards of the tiles that the latest frame showed and of their neighbours, the nearest
  /// to the centre first.
  mutating func requestPictures(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    requestTitle(look, into: &effects)
    for index in placements.indices {
      let tile = placements[index].index
      for ahead in -Self.tilesAhead...Self.tilesAhead { request(tile + ahead, look, into: &effects) }
    }
  }

  private mutating func request(_ wanted: Int, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    let index = carousel.isWrapEnabled ? wanted.wrapped(below: tiles.count) : wanted
    guard tiles.indices.contains(index) else { return }
    let picture = face(of: index, look)
    guard faces.request(index) else { return }
    let order = look.order + Int(abs(carousel.offset(forItemAt: index)).rounded())
    effects.append(.draw(picture, order: order))
  }
}
