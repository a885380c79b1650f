import RotundaGeometry
import Scene

/// Shows the highlight for visitors with one switch: a ring around an element, or a bracket beside a row.
///
/// The ring has two lines of very different colors. Any background differs from one of them by at least 3 to
/// 1 (WCAG 2.1, 1.4.11). An accent that differs less from the ground lies between them.
struct HighlightRing {
  /// The width of the line and the gap around the element, in heights of letters; and the least width in
  /// millimeters and in points.
  private static let (lineShare, gapShare) = (0.28, 0.4)
  private static let (thinnestMillimeters, thinnest) = (1.5, 4.0)
  /// The contrast between both colors. Any third color differs from one of them by its square root.
  private static let leastContrast = 9.0
  /// The length of a bracket's arms, in heights of letters.
  private static let arm = 0.9
  /// The pieces of a quarter circle.
  private static let pieces = 8

  private let screen: Rectangle
  private let gap, width, edge: Double
  private let color, ground: Color
  /// The color in the middle of the line, if different.
  private let accent: Color?

  /// Creates the ring.
  ///
  /// - Parameter accent: The accent of the tile inside the ring.
  init(_ environment: Environment, accent: Color? = nil) {
    let (metrics, theme) = (environment.metrics, environment.theme)
    screen = Rectangle(origin: .zero, size: metrics.size)
    gap = metrics.fontSize * Self.gapShare
    let millimeters = (metrics.pointsPerMillimeter ?? 0) * Self.thinnestMillimeters
    width = max(max(Self.thinnest, millimeters), metrics.fontSize * Self.lineShare).rounded()
    edge = max(1, (width * 0.35).rounded())
    ground = theme.background.opacity(1)
    let accent = accent ?? theme.ring ?? theme.accent
    let wanted = accent ?? theme.ringColor
    let isSeen = wanted.contrast(to: ground) >= Self.leastContrast
    color = isSeen ? wanted : ground.legible(theme.title)
    self.accent = isSeen ? nil : accent
  }

  private var accentWidth: Double { max(1, width - 2 * edge) }

  /// Draws the ring around an area with a corner radius, within the screen.
  func append(around area: Rectangle, radius: Double, to frame: inout SceneFrame) {
    let way = gap + edge + width / 2
    let inside = screen.inset(by: width / 2 + edge)
    guard let path = area.inset(by: -way).intersection(inside) else { return }
    let most = min(path.size.width, path.size.height) / 2
    append(path, radius: min(radius + way, most), width + 2 * edge, ground, to: &frame)
    append(path, radius: min(radius + way, most), width, color, to: &frame)
    if let accent { append(path, radius: min(radius + way, most), accentWidth, accent, to: &frame) }
  }

  /// Draws the bracket beside a row, at the screen's edge.
  func append(beside row: Rectangle, to frame: inout SceneFrame) {
    guard let row = row.intersection(screen.inset(by: width / 2 + edge)) else { return }
    appendBracket(beside: row, width + 2 * edge, ground, to: &frame)
    appendBracket(beside: row, width, color, to: &frame)
    if let accent { appendBracket(beside: row, accentWidth, accent, to: &frame) }
  }

  private func appendBracket(
    beside row: Rectangle, _ width: Double, _ color: Color, to frame: inout SceneFrame
  ) {
    let x = gap + self.width / 2
    let arm = Size(width + gap / Self.gapShare * Self.arm, width)
    let left = x - width / 2
    appendBar(
      Rectangle(origin: Point(left, row.origin.y - width / 2), size: arm), width, color, to: &frame)
    appendBar(Rectangle(origin: Point(left, row.maxY - width / 2), size: arm), width, color, to: &frame)
    appendBar(
      Rectangle(center: Point(x, row.center.y), size: Size(width, row.size.height + width)), width, color,
      to: &frame)
  }

  private func appendBar(_ area: Rectangle, _ width: Double, _ color: Color, to frame: inout SceneFrame) {
    frame.append(.color(color), in: area, radius: width / 2)
  }

  /// Draws a line along a path with round corners: the corners first, then the four sides.
  private func append(
    _ path: Rectangle, radius: Double, _ width: Double, _ color: Color, to frame: inout SceneFrame
  ) {
    for corner in 0..<4 {
      let (right, low) = (corner == 0 || corner == 3, corner < 2)
      let center = Point(
        right ? path.maxX - radius : path.origin.x + radius, low ? path.maxY - radius : path.origin.y + radius
      )
      appendQuarter(around: center, from: Double(corner) * .pi / 2, radius: radius, width, color, to: &frame)
    }
    let (center, across, down) = (
      path.center, path.size.width - 2 * radius + width, path.size.height - 2 * radius + width
    )
    let (level, upright) = (Size(across, width), Size(width, down))
    appendBar(Rectangle(center: Point(center.x, path.origin.y), size: level), width, color, to: &frame)
    appendBar(Rectangle(center: Point(center.x, path.maxY), size: level), width, color, to: &frame)
    appendBar(Rectangle(center: Point(path.origin.x, center.y), size: upright), width, color, to: &frame)
    appendBar(Rectangle(center: Point(path.maxX, center.y), size: upright), width, color, to: &frame)
  }

  private func appendQuarter(
    around center: Point, from start: Double, radius: Double, _ width: Double, _ color: Color,
    to frame: inout SceneFrame
  ) {
    let step = .pi / 2 / Double(Self.pieces)
    let middle = center - Point(frame.size.width / 2, frame.size.height / 2)
    for piece in 0..<Self.pieces {
      frame.sprites.append(
        Sprite(
          .color(color), size: Size(width, radius * step + width),
          transform: Transform.identity.translated(middle.x, middle.y, 0)
            .rotatedAboutZ(start + (Double(piece) + 0.5) * step).translated(radius, 0, 0),
          cornerRadius: width / 2))
    }
  }
}
