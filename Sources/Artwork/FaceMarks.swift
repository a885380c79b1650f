import CPango
import RotundaGeometry
import Scene

/// What lies over everything on a face: its edge, its badge, the mark of what runs, the veil over what cannot be opened.
extension FacePainter {
  /// How much of a disabled face is hidden by its own ground.
  private static let veil = 0.6
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
    if face.state == .disabled {
      let ground = face.background.opacity(face.background.alpha * Self.veil)
      canvas.fill(bounds, top: ground, bottom: ground)
    }
    let scale = writing.scale
    let radius = face.cornerRadius.isFinite ? max(0, face.cornerRadius) * scale : 0
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
    String(face.badge.displayableLabel.prefix(badgeLetters))
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
    canvas.fill(pill, top: face.badgeColor, bottom: face.badgeColor, cornerRadius: height / 2)
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

/// Icons that are drawn and not loaded: the way back, and what is in a folder.
extension FacePainter {
  /// How opaque the ground of a symbol is, in the colour of the writing.
  private static let groundOpacity = 0.12
  /// The arrow's extent and the width of its line, as parts of the symbol's side.
  private static let arrowShare = 0.44
  private static let lineShare = 0.075
  /// How far the arrow's head opens, as a part of the arrow.
  private static let headShare = 0.42
  /// Free edge of a folder, and the room between its parts, as parts of its side.
  private static let folderMargin = 0.12
  private static let folderGap = 0.08

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

  /// The first parts of a folder, two by two.
  func paintFolder(
    _ parts: [FolderPart], in area: Rectangle, _ face: TileFace, on canvas: borrowing Canvas,
    load: PictureLoader
  ) {
    let side = area.size.width
    let ground = face.foreground.opacity(face.foreground.alpha * Self.groundOpacity)
    canvas.fill(area, top: ground, bottom: ground, cornerRadius: side * Self.cornerShare)
    let cell = (side * (1 - 2 * Self.folderMargin - Self.folderGap) / 2).rounded(.down)
    guard cell >= FaceLayout.smallestIcon.side else { return }
    for (index, part) in parts.prefix(IconSource.shownParts).enumerated() {
      let step = cell + side * Self.folderGap
      let corner =
        Point(Double(index % 2) * step, Double(index / 2) * step) + Point(1, 1) * (side * Self.folderMargin)
      let place = Rectangle(
        origin: Point((area.origin.x + corner.x).rounded(), (area.origin.y + corner.y).rounded()),
        size: Size(cell, cell))
      paint(part, in: place, face, on: canvas, load: load)
    }
  }

  private func paint(
    _ part: FolderPart, in area: Rectangle, _ face: TileFace, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    switch part.icon {
    case .back?: paintBack(in: area, face.foreground, on: canvas)
    case .folder(let parts)?: paintFolder(parts, in: area, face, on: canvas, load: load)
    case .nothing?: break
    case .path?, .file?, .named?, nil:
      let room = PixelSize(Int(area.size.width), Int(area.size.height))
      guard let icon = part.icon, let bitmap = load(icon, room, false) else {
        return paintInitials(part.label.displayableLabel, face, area, on: canvas)
      }
      canvas.draw(
        bitmap, in: Self.fit(bitmap.size, into: area),
        cornerRadius: bitmap.isOpaque ? area.size.width * Self.cornerShare / 2 : 0)
    }
  }

  /// The largest area of a picture's proportions in the middle of another.
  private static func fit(_ picture: PixelSize, into area: Rectangle) -> Rectangle {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(area.size.width / width, area.size.height / height, mostEnlarged)
    return Rectangle(center: area.center, size: Size(width * scale, height * scale))
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
