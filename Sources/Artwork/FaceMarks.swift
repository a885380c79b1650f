import CPango
import RotundaGeometry
import Scene

/// What lies over everything on a face: its edge, its badge, the mark of what runs, the veil over what cannot
/// be opened.
extension FacePainter {
  /// Width of the light along the edge, as a part of the shorter side, and what is left of it at the lower
  /// edge.
  private static let (rimShare, rimFade) = (0.0042, 0.15)
  /// The shadow of a badge: how far it reaches as a part of the badge's height, how opaque it is in the
  /// middle, and in how many steps it fades. The line around it.
  private static let badgeShadow = (reach: 0.16, opacity: 0.34, steps: 5)
  private static let badgeLine = Color.black.opacity(0.14)
  /// Room beside and above the writing on a badge, as parts of its letters' height.
  private static let badgePadding = (across: 0.6, down: 0.22)
  /// Most letters on a badge.
  private static let badgeLetters = 8
  /// How far a badge or a mark is from the edges, as a part of the shorter side.
  private static let markInset = 0.055
  /// How large a mark is, as a part of the shorter side, and its ground, as a part of the mark.
  private static let markShare = 0.075
  private static let groundShare = 1.5
  /// Width of its lines, as a part of its size.
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
      paint(mark, face, at: Self.inset(of: face, scale, within: bounds), on: canvas)
    }
    paintBadge(face, writing, on: canvas)
  }

  /// How far badge and mark are from the edges.
  private static func inset(of face: TileFace, _ scale: Double, within bounds: Rectangle) -> Double {
    let radius = face.cornerRadius.isFinite ? max(0, face.cornerRadius) * scale : 0
    // A round corner cuts off what is too near to it.
    return min(bounds.size.width, bounds.size.height) * markInset + radius * (1 - 0.5.squareRoot()) * 0.6
  }

  private static func badgeText(_ face: TileFace) -> String {
    if case .disabled(let words) = face.state, !words.isEmpty { return words.displayableLabel }
    return String(face.badge.displayableLabel.prefix(badgeLetters))
  }

  /// Where the badge is; nil without one.
  func badgeArea(_ face: TileFace, _ writing: FaceWriting, within bounds: Rectangle) -> Rectangle? {
    let text = Self.badgeText(face)
    return text.isEmpty ? nil : area(of: writing.badge(text), face, writing, within: bounds)
  }

  private func area(
    of layout: borrowing TextLayout, _ face: TileFace, _ writing: FaceWriting, within bounds: Rectangle
  ) -> Rectangle {
    let letters = writing.badgeFontSize
    let inset = Self.inset(of: face, writing.scale, within: bounds)
    let height = (layout.logical.size.height + 2 * letters * Self.badgePadding.down).rounded()
    let width = max(height, (layout.ink.size.width + 2 * letters * Self.badgePadding.across).rounded())
    let corner = Point((bounds.size.width - inset - width).rounded(), inset.rounded())
    return Rectangle(origin: corner, size: Size(width, height))
  }

  private func paintBadge(_ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas) {
    let text = Self.badgeText(face)
    guard !text.isEmpty else { return }
    let layout = writing.badge(text)
    let pill = area(of: layout, face, writing, within: canvas.bounds)
    let height = pill.size.height
    let shadow = Self.badgeShadow
    for step in 0..<shadow.steps {
      let grown = height * shadow.reach * (1 - Double(step) / Double(shadow.steps))
      let part = Color.black.opacity(shadow.opacity / Double(shadow.steps))
      let area = Rectangle(
        center: pill.center + Point(0, height * shadow.reach * 0.4),
        size: Size(pill.size.width + 2 * grown, height + 2 * grown))
      canvas.fill(area, top: part, bottom: part, cornerRadius: area.size.height / 2)
    }
    canvas.fill(pill, top: face.badgeColor, bottom: face.badgeColor, cornerRadius: height / 2)
    canvas.outline(pill, Self.badgeLine, width: max(1, height * 0.03), cornerRadius: height / 2)
    let ink = layout.ink
    let left = pill.center.x - ink.center.x
    layout.draw(on: canvas, at: Point(left, pill.center.y - layout.logical.center.y), face.badgeText)
  }

  private func paint(
    _ mark: TileFace.Mark, _ face: TileFace, at inset: Double, on canvas: borrowing Canvas
  ) {
    let side = (min(canvas.bounds.size.width, canvas.bounds.size.height) * Self.markShare).rounded()
    let ground = side * Self.groundShare
    let center = Point(inset + ground / 2, inset + ground / 2)
    let round = Rectangle(center: center, size: Size(ground, ground))
    canvas.fill(round, top: face.background, bottom: face.background, cornerRadius: ground / 2)
    let area = Rectangle(center: center, size: Size(side, side))
    let (color, line) = (face.markColor, side * Self.markLine)
    // Lines reach beyond their ends by half their width.
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

/// The way back, which is drawn and not loaded.
extension FacePainter {
  /// The arrow's extent and the width of its line, as parts of the symbol's side.
  private static let arrowShare = 0.44
  private static let lineShare = 0.075
  /// How far the arrow's head opens, as a part of the arrow.
  private static let headShare = 0.42

  /// An arrow to the left in a circle.
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
  /// Fills what lines from corner to corner enclose.
  func fill(_ corners: [Point], _ color: Color) {
    setPaint(color)
    cairo_new_sub_path(context)
    for corner in corners { cairo_line_to(context, corner.x, corner.y) }
    cairo_close_path(context)
    cairo_fill(context)
  }

  /// Draws lines with round ends and corners.
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
