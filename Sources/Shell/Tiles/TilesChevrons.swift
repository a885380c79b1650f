import Configuration
import RotundaGeometry
import Scene

// Buttons at both ends of a row that select the neighboring tile, for visitors who cannot swipe.
//
// They are no elements: keys, one switch and the screen reader reach every tile without them.
extension TilesPanel {
  /// The number of tiles that are visible on any screen and need no buttons.
  private static let fewTiles = 3
  /// Returns the area of a button; nil if it has no tile to go to.
  func chevron(_ control: FootControls.Control) -> Rectangle? {
    let count = tiles.count
    guard header.settings.hasChevrons, count > Self.fewTiles, !shelf.isVertical else { return nil }
    let index = carousel.currentItemIndex
    let isNext = control == .next
    guard carousel.isWrapEnabled || (isNext ? index < count - 1 : index > 0) else { return nil }
    let middle = (metrics.size.height / 2 + level.place(of: level.current).y).rounded()
    return ChevronFace.target(isNext: isNext, at: middle, pageMetrics)
  }

  /// Returns the button under a point of the surface.
  func chevron(at point: Point) -> FootControls.Control? {
    if chevron(.previous)?.contains(point) == true { return .previous }
    return chevron(.next)?.contains(point) == true ? .next : nil
  }

  func appendChevrons(to frame: inout SceneFrame) {
    let opacity = seenOfLevel * level.seenOfRow
    guard opacity > 0 else { return }
    let first = frame.sprites.count
    appendChevron(.previous, to: &frame)
    appendChevron(.next, to: &frame)
    frame.fade(from: first, by: opacity)
  }

  private func appendChevron(_ control: FootControls.Control, to frame: inout SceneFrame) {
    guard let target = chevron(control) else { return }
    ChevronFace(isNext: control == .next, isPressed: foot.pressed == control)
      .append(in: target, theme, to: &frame)
  }
}

/// A disc with a sign that points left or right.
struct ChevronFace {
  let isNext: Bool
  let isPressed: Bool

  /// The distance of a disc from the screen's edge, as a share of the screen's width.
  private static let edge = 0.012
  /// The size of the disc as a share of the touch area.
  private static let disc = 0.74
  /// The opacities of the disc, of its sign, and of the pressed disc.
  private static let (ground, sign, pressed) = (0.45, 0.92, 0.75)
  /// The brightness of a pressed disc in an opaque theme.
  private static let light = 0.35
  /// The length and thickness of the sign's bars, as shares of the disc.
  private static let (bar, thickness) = (0.34, 0.09)

  /// Returns the touch area at an end of the screen around a height, in points of the surface.
  static func target(isNext: Bool, at middle: Double, _ page: PageMetrics) -> Rectangle {
    let (side, width) = (page.chromeSide, page.metrics.size.width)
    let margin = (width * edge).rounded()
    return Rectangle(
      origin: Point(isNext ? width - margin - side : margin, middle - side / 2), size: Size(side, side))
  }

  func append(in target: Rectangle, _ theme: Theme, to frame: inout SceneFrame) {
    let disc = target.scaled(by: Self.disc)
    if theme.isOpaque {
      frame.appendBorder(theme, around: disc, radius: disc.size.height / 2)
      let color = theme.background.mixed(with: .white, isPressed ? Self.light : 0)
      frame.append(.color(color), in: disc, radius: disc.size.height / 2)
    } else {
      frame.append(.color(.black), in: disc, radius: disc.size.height / 2)
      frame.sprites[frame.sprites.count - 1].opacity = isPressed ? Self.pressed : Self.ground
    }
    let (length, width) = (disc.size.width * Self.bar, max(2, disc.size.width * Self.thickness))
    // The bars meet at the sign's tip.
    let side = isNext ? 1.0 : -1.0
    let way = (length - width) / 2 * 0.7071
    func appendBar(_ turn: Double) {
      let center = disc.center + Point(0, -turn * way) - Point(frame.size.width / 2, frame.size.height / 2)
      var bar = Sprite(
        .color(.white), size: Size(length, width),
        transform: Transform.identity.translated(center.x, center.y, 0).rotatedAboutZ(side * turn * .pi / 4),
        cornerRadius: width / 2)
      bar.opacity = theme.isOpaque ? 1 : Self.sign
      frame.sprites.append(bar)
    }
    appendBar(1)
    appendBar(-1)
  }
}
