import CarouselEngine
import RotundaGeometry
import Scene

/// A tile whose picture grows to the screen, with the opened content, or shrinks back.
///
/// Its growth is 0 in its place, and 1 when it covers the screen.
struct GrowingTile: Sendable {
  /// The picture of the tile, and (in `size`) the tile's extent in points.
  let face: Picture
  let size: Size
  /// The point of the picture that stays visible in a crop, in shares of its width and height.
  let focus: Point
  /// The picture of the name, its place, and its opacity.
  let name: (picture: Picture, place: TileNames.Place, opacity: Double)?
  /// The badge: its picture, extent and opacity. `corner` is the distance of its middle from the tile's upper
  /// right corner, or from the left one if negative.
  let badge: (picture: Picture, size: Size, corner: Point, opacity: Double)?
  /// Its place among the tiles, in points from the screen's middle.
  let place: Rectangle
  /// The radius of its corners in that place.
  let cornerRadius: Double
  /// Its brightness in that place.
  let light: Double
  /// Whether it faces the visitor in that place. The growing picture then lies exactly over it.
  let isFlat: Bool
  /// The size of the screen.
  let screen: Size

  /// The growth at which the name has faded out, after 90 ms of `Motion.open`, and the neighbors, after 200
  /// ms.
  private static let (nameGone, othersGone) = (0.45, 0.86)
  /// The growth at which the opened content begins to appear.
  private static let arrival = 0.6
  /// The growth at which a leaning tile is flat.
  private static let flattening = 0.12

  /// Returns the opacity of the neighbors.
  static func others(_ growth: Double) -> Double { 1 - min(max(growth / othersGone, 0), 1) }

  /// Returns the opacity of text on the tile and around it.
  static func writing(_ growth: Double) -> Double { 1 - min(max(growth / nameGone, 0), 1) }

  /// Returns the scale of the neighbors, which step back a little.
  static func othersZoom(_ growth: Double) -> Double { 0.96 + 0.04 * others(growth) }

  /// Returns the opacity of the opened content.
  static func arrived(_ growth: Double, from start: Double = arrival, to end: Double = 1) -> Double {
    let part = min(max((growth - start) / (end - start), 0), 1)
    return part * part * (3 - 2 * part)
  }

  /// Returns the covered part of the screen, in points from the screen's middle.
  func area(_ growth: Double) -> Rectangle {
    func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * growth }
    return Rectangle(
      center: Point(between(place.center.x, 0), between(place.center.y, 0)),
      size: Size(between(place.size.width, screen.width), between(place.size.height, screen.height)))
  }

  /// Returns the radius of the corners.
  func radius(_ growth: Double) -> Double { cornerRadius * (1 - growth) }

  /// Draws the tile. The picture covers the area, cropped to its proportions.
  func append(_ growth: Double, opacity: Double = 1, to frame: inout SceneFrame) {
    let area = area(growth)
    let opacity = opacity * (isFlat ? 1 : min(1, growth / Self.flattening))
    guard opacity > 0, !area.size.isEmpty else { return }
    frame.sprites.append(
      Sprite(
        .picture(face, placeholder: .clear), size: area.size,
        transform: .identity.translated(area.center.x, area.center.y, 0), cornerRadius: radius(growth),
        opacity: opacity, brightness: light + (1 - light) * min(growth * 2, 1),
        part: Self.part(covering: area.size, of: size, focus: focus)))
    if let name { append(name, in: area, Self.writing(growth) * opacity * name.opacity, to: &frame) }
    if let badge { append(badge, in: area, Self.writing(growth) * opacity * badge.opacity, to: &frame) }
  }

  /// Draws the badge, which stays in its corner.
  private func append(
    _ badge: (picture: Picture, size: Size, corner: Point, opacity: Double), in area: Rectangle,
    _ opacity: Double, to frame: inout SceneFrame
  ) {
    guard opacity > 0 else { return }
    let across = badge.corner.x < 0 ? area.origin.x - badge.corner.x : area.maxX - badge.corner.x
    frame.sprites.append(
      Sprite(
        .picture(badge.picture, placeholder: .clear), size: badge.size,
        transform: .identity.translated(across, area.origin.y + badge.corner.y, 0), opacity: opacity))
  }

  /// Returns the visible part of a picture that covers an area of other proportions. The tile has already
  /// cropped its photograph; `focus` has the same position in the tile.
  static func part(covering area: Size, of picture: Size, focus: Point) -> Rectangle {
    let (wanted, own) = (area.width / area.height, picture.width / picture.height)
    let part = wanted > own ? Size(1, own / wanted) : Size(wanted / own, 1)
    return Rectangle(
      origin: Point((1 - part.width) * focus.x, (1 - part.height) * focus.y), size: part)
  }

  /// Draws the name, which stays in its corner. Its shade is as wide as the picture.
  private func append(
    _ name: (picture: Picture, place: TileNames.Place, opacity: Double), in area: Rectangle,
    _ opacity: Double,
    to frame: inout SceneFrame
  ) {
    guard opacity > 0 else { return }
    let zoom = place.size.width / size.width
    let below = Transform.identity.translated(area.center.x, area.maxY - size.height * zoom / 2, 0)
    if let scrim = name.place.scrim {
      let inset = size.width - scrim.area.size.width
      frame.sprites.append(
        Sprite(
          .picture(scrim.picture, placeholder: .clear),
          size: Size(area.size.width - inset * zoom, scrim.area.size.height * zoom),
          transform: below.translated(0, scrim.area.center.y * zoom, 0),
          cornerRadius: scrim.cornerRadius * zoom, opacity: opacity))
    }
    let letters = name.place.area
    // Centered names stay in the middle.
    let side = abs(letters.center.x) < size.width * 0.02 ? 0 : (area.size.width - size.width * zoom) / 2
    let across = letters.center.x * zoom + (letters.center.x < 0 ? -side : side)
    frame.sprites.append(
      Sprite(
        .picture(name.picture, placeholder: .clear), size: letters.size * zoom,
        transform: below.translated(across, letters.center.y * zoom, 0), opacity: opacity))
  }
}

extension Shelf {
  /// Returns a growing tile for a visible tile; nil if the tile is invisible or has no picture. `look` is
  /// centered on the shelf.
  func growingTile(_ index: Int, _ look: ShelfLook) -> GrowingTile? {
    guard let face = faces.shown(index), !tiles[index].isLive,
      let placement = placements.first(where: { $0.index == index && isShown($0) && !$0.facesAway })
    else { return nil }
    let (size, transform) = (size(of: index), placement.transform.onScreen(moved: look.center))
    guard let seen = SeenQuad(Rectangle(center: .zero, size: size), transform) else { return nil }
    let (a, b, c, d) = seen.corners
    let (low, high) = (
      SIMD2(min(a.x, b.x, c.x, d.x), min(a.y, b.y, c.y, d.y)),
      SIMD2(max(a.x, b.x, c.x, d.x), max(a.y, b.y, c.y, d.y))
    )
    let place = Rectangle(origin: Point(low.x, low.y), size: Size(high.x - low.x, high.y - low.y))
    guard !place.size.isEmpty else { return nil }
    let slant = [a - low, SIMD2(b.x - high.x, b.y - low.y), c - high, SIMD2(d.x - low.x, d.y - high.y)]
    var name: (Picture, TileNames.Place, Double)?
    if let picture = names.faces.shown(index), let place = names.faces.measure(of: picture) {
      name = (
        picture, place,
        visibility(
          of: place.area, letters: place.letters, on: placement, transform, look)
      )
    }
    return GrowingTile(
      face: face, size: size, focus: tiles[index].appearance.cropFocus, name: name,
      badge: growingBadge(placement, transform, place, look), place: place,
      cornerRadius: cornerRadius(of: size, look) * place.size.width / size.width,
      light: light(on: placement, look),
      isFlat: slant.allSatisfy { max(abs($0.x), abs($0.y)) < 0.5 } && placement.opacity == 1,
      screen: look.metrics.size)
  }
}

extension Shelf {
  private func growingBadge(
    _ placement: Placement, _ transform: Transform, _ place: Rectangle, _ look: ShelfLook
  ) -> (picture: Picture, size: Size, corner: Point, opacity: Double)? {
    let index = placement.index
    guard look.hasBadge(tiles[index]), let picture = badges.shown(index),
      let measure = badges.measure(of: picture),
      let upright = uprightBadge(measure, index, transform, look), let middle = upright.project(.zero)
    else { return nil }
    let pill = Rectangle(center: .zero, size: measure.pill)
    let seen = badgeVisibility(of: pill, on: placement, upright, look)
    let scale = upright.nearness(at: .zero)
    let isLeft = middle.x < place.center.x
    return (
      picture, Size(measure.extent.width * scale, measure.extent.height * scale),
      Point(isLeft ? place.origin.x - middle.x : place.maxX - middle.x, middle.y - place.origin.y), seen
    )
  }
}

extension TilesPanel {
  /// Returns a growing tile for a tile of the current shelf; nil if the tile is invisible.
  func growingTile(_ id: String) -> GrowingTile? { growingTile(id, of: level) }

  /// Returns a growing tile for a tile of any level.
  func growingTile(_ id: String, of level: Level) -> GrowingTile? {
    let shelf = level.shelves[level.current]
    guard let index = shelf.tiles.firstIndex(where: { $0.id == id }) else { return nil }
    var look = look(isShaded: false)
    look.center = level.place(of: level.current)
    return shelf.growingTile(index, look)
  }
}
