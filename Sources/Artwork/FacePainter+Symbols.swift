import CPango
import RotundaGeometry
import Scene

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
