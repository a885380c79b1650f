import CarouselEngine
import RotundaGeometry
import Scene

/// The area of a badge, in points. Badges are pills that stand upright in a corner, even on leaning tiles.
struct BadgeMeasure: Hashable, Sendable {
  /// The size of the pill, without and with its shadow.
  let pill, extent: Size

  init?(_ picture: Picture, size: PixelSize, inset: PixelSize) {
    guard case .badge = picture.content, size.width > 1, picture.scale > 0 else { return nil }
    let scale = picture.scale
    extent = Size(Double(size.width) / scale, Double(size.height) / scale)
    pill = Size(
      extent.width - 2 * Double(inset.width) / scale, extent.height - 2 * Double(inset.height) / scale)
  }
}

extension Transform {
  /// Returns the scale at which upright content appears at a point of a plane. The axis of the plane's
  /// rotation is not foreshortened. Returns 0 behind the viewer.
  func nearness(at point: Point) -> Double {
    guard let middle = project(point), let across = project(point + Point(1, 0)),
      let down = project(point + Point(0, 1))
    else { return 0 }
    func length(_ way: Point) -> Double { (way.x * way.x + way.y * way.y).squareRoot() }
    return max(length(across - middle), length(down - middle))
  }
}

extension Shelf {
  /// Requests a tile's badge.
  mutating func requestBadge(_ index: Int, order: Int, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard tiles.indices.contains(index), look.hasBadge(tiles[index]) else { return }
    let (tile, size, common) = (tiles[index], size(of: index), tileSize)
    badges.request(index, order: order, into: &effects) { look.badgePicture(of: tile, size, beside: common) }
  }

  /// Appends a tile's badge, with the opacity that its visible part allows.
  mutating func appendBadge(
    _ placement: Placement, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    let index = placement.index
    guard look.hasBadge(tiles[index]) else { return }
    let size = size(of: index)
    let badge = badges.look(of: index, at: clock, duration: fadeDuration) { [tiles, tileSize] in
      look.badgePicture(of: tiles[index], size, beside: tileSize)
    }
    let transform = transform.onScreen(scaled: look.zoom, moved: look.center)
    let opacity = placement.opacity * look.opacity
    if let former = badge.former {
      let part = badges.measure(of: badge.picture) == nil ? 1 : 1 - badge.part
      append(former, placement, transform, opacity * part, to: &frame, look)
    }
    append(badge.picture, placement, transform, opacity * badge.part, to: &frame, look)
  }

  private func append(
    _ picture: Picture, _ placement: Placement, _ transform: Transform, _ opacity: Double,
    to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    guard opacity > 0, let measure = badges.measure(of: picture),
      let upright = uprightBadge(measure, placement.index, transform, look)
    else { return }
    let pill = Rectangle(center: .zero, size: measure.pill)
    let seen = badgeVisibility(of: pill, on: placement, upright, look)
    guard seen > 0 else { return }
    frame.sprites.append(
      Sprite(
        .picture(picture, placeholder: .clear), size: measure.extent, transform: upright,
        opacity: opacity * seen, brightness: light(on: placement, look)))
  }

  /// Returns the place of a badge on the screen. The badge has the middle and the scale of its place on the
  /// tile, and does not lean.
  func uprightBadge(
    _ measure: BadgeMeasure, _ index: Int, _ transform: Transform, _ look: ShelfLook
  ) -> Transform? {
    let place = badgePlace(measure, index, look)
    let scale = transform.nearness(at: place.center)
    guard let middle = transform.project(place.center), scale > 0, scale.isFinite else { return nil }
    return Transform.identity.translated(middle.x, middle.y, 0).scaled(scale, scale, 1)
  }

  /// Returns the area of the pill on a tile, in points from the tile's middle, on whole pixels from its
  /// edges.
  private func badgePlace(
    _ measure: BadgeMeasure, _ index: Int, _ look: ShelfLook
  ) -> Rectangle {
    let size = size(of: index)
    let area = TileBadge.area(
      measure.pill, on: size, cornerRadius: cornerRadius(of: size, look),
      isLeft: look.badgeIsLeft(on: tiles[index]) != look.isMirrored)
    func onPixels(_ value: Double) -> Double { (value * look.scale).rounded() / look.scale }
    return Rectangle(
      origin: Point(onPixels(area.origin.x), onPixels(area.origin.y))
        - Point(size.width / 2, size.height / 2),
      size: area.size)
  }
}
