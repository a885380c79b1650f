import CarouselEngine
import RotundaGeometry
import Scene

/// The name above a shelf.
extension Shelf {
  /// The opacity of the plate behind a name that tiles pass below, and its padding, in heights of the name.
  private static let plateOpacity = 0.85
  private static let plateEdge = 0.4

  /// Requests the name's picture when the name first appears at this size of the screen.
  mutating func requestTitle(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard let name, title == nil, look.showsTitle else { return }
    let block = TextBlock(
      name, color: look.theme.title, fontSize: look.metrics.titleSize, fontFamily: look.theme.titleFontFamily,
      language: look.theme.language,
      isBold: true, alignment: isVertical ? .center : .natural, mostLines: 1)
    // Names of shelves side by side must leave room for each other.
    let width = isVertical ? largestTile.width : look.metrics.size.width * 0.8
    let writing = Writing(block, within: Size(width, look.metrics.titleHeight), scale: look.scale)
    title = writing
    effects.append(.draw(writing.picture, order: look.order))
  }

  func appendTitle(to frame: inout SceneFrame, _ look: ShelfLook) {
    guard look.showsTitle, let title, let extent = title.extent(scale: look.scale) else { return }
    let center = look.center + titlePlace(look, extent.width)
    if let message = look.message, message.intersection(Rectangle(center: center, size: extent)) != nil {
      return
    }
    // The name of the next shelf does not stand behind the controls at the lower edge.
    if let clip = look.clip, center.y + extent.height / 2 > clip.maxY { return }
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
        opacity: look.opacity))
  }

  /// Returns the middle of the name, in points from the shelf's middle. The name is above the tiles and
  /// begins at the first visible one. For vertical tiles it is at the upper edge of the screen.
  private func titlePlace(_ look: ShelfLook, _ width: Double) -> Point {
    let (metrics, height) = (look.metrics, look.metrics.titleHeight)
    guard !isVertical else {
      return Point(0, -metrics.size.height / 2 + metrics.titleGap + height / 2) - shift
    }
    let margin = metrics.plainFontSize * look.theme.screenMargin
    let first = -metrics.size.width / 2 + margin
    let last = metrics.size.width / 2 - margin - width
    let left = max(first, min(leftEdge(on: metrics.size.width) + shift.x, last)) - look.center.x
    return Point((left + width / 2).rounded(), -largestTile.height / 2 - metrics.titleGap - height / 2)
  }

  /// Returns the left edge of the first visible tile, in points from the shelf's middle. A fading tile counts
  /// less as it fades, to prevent a jump of the edge.
  private func leftEdge(on screen: Double) -> Double {
    var least = Double.infinity
    for index in placements.indices where isShown(placements[index]) {
      let placement = placements[index]
      let size = size(of: placement.index)
      let corner = Point(size.width / 2, size.height / 2)
      var edge = Double.infinity
      for (x, y) in Self.corners {
        guard let seen = placement.transform.project(Point(x * corner.x, y * corner.y)) else { continue }
        edge = min(edge, seen.x)
      }
      least = min(least, edge + (1 - placement.opacity) * screen)
    }
    return least < .infinity ? least : -screen / 2
  }

  private static let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)]
}
