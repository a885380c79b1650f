import CPango
import RotundaGeometry
import Scene

/// The topmost elements of a face: its edge, and the marker of a running program.
extension FacePainter {
  /// Width of the light along the edge, as a share of the shorter side, and the share of it that remains at
  /// the lower edge.
  private static let (rimShare, rimFade) = (0.0042, 0.15)
  /// Size of a marker, as a share of the shorter side, and of its background, as a multiple of the marker.
  private static let markShare = 0.075
  private static let groundShare = 1.5
  /// Width of the marker's lines, as a share of its size.
  private static let markLine = 0.26

  func paintMarks(_ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas) {
    let bounds = canvas.bounds
    let scale = writing.scale
    let radius = face.cornerRadius.isFinite ? max(0, face.cornerRadius) * scale : 0
    if face.rim > 0 {
      let line = min(max(min(bounds.size.width, bounds.size.height) * Self.rimShare, 1), 3 * scale)
      canvas.outline(
        bounds, top: Color.white.opacity(min(face.rim, 1)),
        bottom: Color.white.opacity(min(face.rim, 1) * Self.rimFade), width: line, cornerRadius: radius)
    }
    if face.borderWidth > 0, face.border.alpha > 0 {
      canvas.outline(bounds, face.border, width: min(face.borderWidth, 40) * scale, cornerRadius: radius)
    }
    if case .marked(let mark) = face.state {
      paint(mark, face, scale, on: canvas)
    }
  }

  /// Returns the area of the badge; nil without one.
  func badgeArea(_ face: TileFace, _ writing: FaceWriting, within bounds: Rectangle) -> Rectangle? {
    face.badge.map { badge in
      let pill = BadgeLayout(badge, scale: writing.scale, typesetter).size
      return TileBadge.area(
        pill, on: bounds.size, cornerRadius: face.cornerRadius * writing.scale, isLeft: face.badgeIsLeft)
    }
  }

  private func paint(
    _ mark: TileFace.Mark, _ face: TileFace, _ scale: Double, on canvas: borrowing Canvas
  ) {
    let inset = TileBadge.inset(of: canvas.bounds.size, cornerRadius: face.cornerRadius * scale)
    let side = (min(canvas.bounds.size.width, canvas.bounds.size.height) * Self.markShare).rounded()
    let ground = side * Self.groundShare
    let way = inset + ground / 2
    let center = Point(face.badgeIsLeft ? canvas.bounds.maxX - way : way, way)
    let round = Rectangle(center: center, size: Size(ground, ground))
    canvas.fill(round, top: face.background, bottom: face.background, cornerRadius: ground / 2)
    let area = Rectangle(center: center, size: Size(side, side))
    let (color, line) = (face.markColor, side * Self.markLine)
    // Lines with round caps extend beyond their ends by half their width.
    let reach = (side - line) / 2
    switch mark {
    case .disc: canvas.fill(area, top: color, bottom: color, cornerRadius: side / 2)
    case .ring: canvas.outline(area, color, width: line, cornerRadius: side / 2)
    case .cross:
      canvas.stroke(
        [
          [center - Point(reach, reach), center + Point(reach, reach)],
          [center + Point(reach, -reach), center + Point(-reach, reach)],
        ], color, width: line)
    case .hourglass:
      canvas.fill(
        [
          area.origin, Point(area.maxX, area.origin.y), Point(area.origin.x, area.maxY),
          Point(area.maxX, area.maxY),
        ], color)
    }
  }
}

/// The symbol of the back tile, which is drawn, not loaded.
extension FacePainter {
  /// The size of the arrow and the width of its line, as shares of the symbol's side.
  private static let arrowShare = 0.44
  private static let lineShare = 0.075
  /// The size of the arrow's head, as a share of the arrow.
  private static let headShare = 0.42

  /// Draws an arrow to the left in a circle.
  func paintBack(in area: Rectangle, _ color: Color, on canvas: borrowing Canvas) {
    let side = area.size.width
    let ground = color.opacity(color.alpha * Self.groundOpacity)
    canvas.fill(area, top: ground, bottom: ground, cornerRadius: side / 2)
    let half = side * Self.arrowShare / 2
    let head = half * 2 * Self.headShare
    let (tip, end) = (area.center - Point(half, 0), area.center + Point(half, 0))
    canvas.stroke(
      [[end, tip], [tip + Point(head, -head), tip, tip + Point(head, head)]], color,
      width: side * Self.lineShare)
  }
}

extension Canvas {
  /// Fills the polygon with these corners.
  func fill(_ corners: [Point], _ color: Color) {
    setPaint(color)
    cairo_new_sub_path(context)
    for corner in corners { cairo_line_to(context, corner.x, corner.y) }
    cairo_close_path(context)
    cairo_fill(context)
  }

  /// Draws lines with round caps and joins.
  func stroke(_ lines: [[Point]], _ color: Color, width: Double) {
    setPaint(color)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    for line in lines {
      cairo_new_sub_path(context)
      for point in line { cairo_line_to(context, point.x, point.y) }
    }
    cairo_stroke(context)
  }
}
