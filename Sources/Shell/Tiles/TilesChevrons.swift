import Configuration
import RotundaGeometry
import Scene

// Buttons at both ends of a row that go on by one tile, for visitors who cannot swipe.
//
// They are no elements: visitors who use keys, one switch or the screen reader come to every tile without
// them.
extension TilesPanel {
  /// So many tiles are seen on any screen, and need no buttons.
  private static let fewTiles = 3
  /// How far the discs are from the screen's edges, as a part of its width, and how large they are in what a
  /// finger hits.
  private static let (edge, disc) = (0.012, 0.74)
  /// How opaque the disc and its sign are, and the disc below a finger.
  private static let (ground, sign, pressed) = (0.45, 0.92, 0.75)
  /// The sign's bars, as parts of the disc: their length and their thickness.
  private static let (bar, thickness) = (0.34, 0.09)

  /// Where a button is; nil where there is nothing to go on to.
  func chevron(_ control: FootControls.Control) -> Rectangle? {
    let count = tiles.count
    guard header.settings.hasChevrons, count > Self.fewTiles, !shelf.isVertical else { return nil }
    let index = carousel.currentItemIndex
    let isNext = control == .next
    guard carousel.isWrapEnabled || (isNext ? index < count - 1 : index > 0) else { return nil }
    let (side, margin) = (pageMetrics.chromeSide, (metrics.size.width * Self.edge).rounded())
    let middle = (metrics.size.height / 2 + level.place(of: level.current).y).rounded()
    let left = isNext ? metrics.size.width - margin - side : margin
    return Rectangle(origin: Point(left, middle - side / 2), size: Size(side, side))
  }

  /// The button under a point of the surface.
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
    let disc = target.scaled(by: Self.disc)
    frame.append(.color(.black), in: disc, radius: disc.size.height / 2)
    frame.sprites[frame.sprites.count - 1].opacity = foot.pressed == control ? Self.pressed : Self.ground
    let (length, width) = (disc.size.width * Self.bar, max(2, disc.size.width * Self.thickness))
    // The bars meet at the sign's tip.
    let side = control == .next ? 1.0 : -1.0
    let way = (length - width) / 2 * 0.7071
    func appendBar(_ turn: Double) {
      let center = disc.center + Point(0, -turn * way) - Point(frame.size.width / 2, frame.size.height / 2)
      var bar = Sprite(
        .color(.white), size: Size(length, width),
        transform: Transform.identity.translated(center.x, center.y, 0).rotatedAboutZ(side * turn * .pi / 4),
        cornerRadius: width / 2)
      bar.opacity = Self.sign
      frame.sprites.append(bar)
    }
    appendBar(1)
    appendBar(-1)
  }
}
