import RotundaGeometry
import Scene

/// The name above a shelf.
extension Shelf {
  /// How opaque the names of the shelves beside the one in the middle are.
  private static let besideOpacity = 0.55

  /// How opaque the plate is on which a name stands where tiles pass below it, and its edge, in heights of the name.
  private static let plateOpacity = 0.85
  private static let plateEdge = 0.4

  /// Has its name drawn when it is first seen on a screen of this size.
  mutating func requestTitle(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard let name, title == nil, look.showsTitle else { return }
    let block = TextBlock(
      name, color: look.theme.title, fontSize: look.metrics.titleSize, fontFamily: look.theme.titleFontFamily,
      language: look.theme.language,
      isBold: true, alignment: .center, mostLines: 1)
    // Beside one another they must leave room for each other.
    let width = isVertical ? largestTile.width : look.metrics.size.width * 0.8
    let writing = Writing(block, within: Size(width, look.metrics.titleHeight), scale: look.scale)
    title = writing
    effects.append(.draw(writing.picture, order: look.order))
  }

  func appendTitle(to frame: inout SceneFrame, _ look: ShelfLook) {
    guard look.showsTitle, let title, let extent = title.extent(scale: look.scale) else { return }
    let center = look.center + titlePlace(look.metrics)
    let transform = Transform.identity.translated(center.x, center.y, 0).onScreen(scaled: look.zoom)
    if isVertical {
      let edge = extent.height * Self.plateEdge
      frame.sprites.append(
        Sprite(
          .color(look.theme.background), size: Size(extent.width + 2 * edge, extent.height + edge),
          transform: transform, cornerRadius: edge, opacity: look.opacity * Self.plateOpacity))
    }
    frame.sprites.append(
      Sprite(
        .picture(title.picture, placeholder: .clear), size: extent, transform: transform,
        opacity: look.opacity * (1 - look.distance * (1 - Self.besideOpacity))))
  }

  /// Where the middle of its name is, in points from its own middle: above the tile in the middle, or where the tiles
  /// go up and down, at the upper edge of the screen.
  private func titlePlace(_ metrics: Metrics) -> Point {
    let height = metrics.titleHeight
    guard !isVertical else { return Point(0, -metrics.size.height / 2 + metrics.titleGap + height / 2) }
    return Point(0, -largestTile.height / 2 - metrics.titleGap - height / 2)
  }
}
