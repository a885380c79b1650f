import Configuration
import RotundaGeometry
import Scene

/// Draws an editable line: its text, its caret, and the visible part of a long line.
struct TextFieldFace: Hashable, Sendable {
  /// A drawn line.
  private struct Line: Hashable {
    var writing: Writing
    /// The possible caret positions, in points from the left edge of the picture.
    var carets: [Double] = []
  }

  /// The visible line, and the line that replaces it once it is drawn.
  private var line, next: Line?
  /// The text of an empty field.
  private var placeholder: Writing?
  private var isEmpty = true
  private var caret = 0
  /// The horizontal scroll offset of a long line, in points.
  private var offset = 0.0
  /// Whether the line begins at the right.
  private var isFromRight = false
  /// The area of the text.
  private(set) var box = Rectangle(origin: .zero, size: .zero)

  /// The maximum width of a line in pixels: every graphics driver supports this size.
  private static let longest = 4096
  /// The width of the caret as a share of the line's height, and its minimum in points.
  private static let (caretWidth, leastCaret) = (0.09, 2.0)
  /// The visible distance beyond the caret, as a share of the box.
  private static let ahead = 0.08
  private static let drawingOrder = -2

  /// Requests a picture of the line in its current state.
  mutating func layOut(
    _ field: TextField, in box: Rectangle, size: Double, _ environment: Environment,
    into effects: inout [ShellEffect]
  ) {
    self.box = box
    (isEmpty, caret) = (field.isEmpty, field.caret)
    isFromRight = field.runsRightToLeft ?? environment.isMirrored
    let theme = environment.theme
    var block = TextBlock(
      field.shown, color: theme.raisedText, fontSize: size, fontFamily: theme.fontFamily,
      language: field.language ?? theme.language)
    block.mostLines = 1
    let pixels = PixelSize(Self.longest, Int((box.size.height * environment.scale).rounded(.up)))
    let picture = Picture(.line(block), size: pixels, scale: environment.scale)
    if line?.writing.picture != picture {
      next = Line(writing: Writing(picture))
      effects.append(.draw(picture, order: Self.drawingOrder))
    } else {
      next = nil
    }
    placeholder =
      field.placeholder.isEmpty
      ? nil : environment.label(field.placeholder, size: size, color: theme.raisedDetail, within: box.size)
    if let placeholder { effects.append(.draw(placeholder.picture, order: Self.drawingOrder)) }
    scrollToCaret()
  }

  /// Takes the size of the placeholder's picture. Returns whether it was that picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    placeholder?.measured(picture, size: size) == true
  }

  /// Takes the size of the line's picture and the caret positions in pixels. Returns whether it was that
  /// picture.
  mutating func measured(_ picture: Picture, size: PixelSize, carets: [Int]) -> Bool {
    guard var drawn = next, drawn.writing.measured(picture, size: size) else { return false }
    drawn.carets = carets.map { Double($0) / picture.scale }
    (line, next) = (drawn, nil)
    scrollToCaret()
    return true
  }

  private func extent(_ line: Line) -> Size {
    line.writing.extent(scale: line.writing.picture.scale) ?? .zero
  }

  /// The caret's position in the last drawn line.
  private var caretPlace: Double {
    guard let carets = line?.carets, !carets.isEmpty else { return 0 }
    return carets[min(caret, carets.count - 1)]
  }

  private mutating func scrollToCaret() {
    guard let line else { return offset = 0 }
    let (width, room, place) = (extent(line).width, box.size.width, caretPlace)
    let margin = room * Self.ahead
    offset = min(offset, place - margin)
    offset = max(offset, place - room + margin)
    offset = min(max(0, offset), max(0, width - room))
  }

  /// Returns the left edge and the width of the line's visible part.
  private func seen(_ line: Line, isMirrored: Bool) -> (left: Double, width: Double) {
    let width = min(extent(line).width, box.size.width)
    // A mirrored screen swaps left and right.
    return (isFromRight == isMirrored ? box.origin.x : box.maxX - width, width)
  }

  /// Returns the caret position nearest to a point of the surface, as a number of characters.
  func caret(at point: Point, isMirrored: Bool) -> Int {
    guard let line, !line.carets.isEmpty else { return 0 }
    let (left, width) = seen(line, isMirrored: isMirrored)
    let place = (isMirrored ? left + width - point.x : point.x - left) + offset
    let nearest = line.carets.indices.min { abs(line.carets[$0] - place) < abs(line.carets[$1] - place) }
    return nearest ?? 0
  }

  func draw(on plane: Plane, hasCaret: Bool, _ environment: Environment, to frame: inout SceneFrame) {
    let theme = environment.theme
    var plane = plane
    plane.clip = box.inset(by: -Self.leastCaret)
    var place = isFromRight == environment.isMirrored ? box.origin.x : box.maxX
    if isEmpty, let placeholder, let extent = placeholder.extent(scale: environment.scale) {
      let left = isFromRight == environment.isMirrored ? box.origin.x : box.maxX - extent.width
      plane.append(
        placeholder, at: Point(left, (box.center.y - extent.height / 2).rounded()), scale: environment.scale,
        to: &frame)
    } else if let line {
      let (height, all) = (extent(line).height, extent(line).width)
      let (left, width) = seen(line, isMirrored: environment.isMirrored)
      if width > 0 {
        let area = Rectangle(
          origin: Point(left, (box.center.y - height / 2).rounded()), size: Size(width, height))
        let part = Rectangle(origin: Point(offset / all, 0), size: Size(width / all, 1))
        plane.append(
          .picture(line.writing.picture, placeholder: .clear), in: area, part: part, to: &frame)
      }
      let way = caretPlace - offset
      place = environment.isMirrored ? left + width - way : left + way
    }
    guard hasCaret else { return }
    let width = max(Self.leastCaret, box.size.height * Self.caretWidth)
    plane.append(
      .color(theme.progress),
      in: Rectangle(center: Point(place, box.center.y), size: Size(width, box.size.height)),
      corner: width / 2, to: &frame)
  }
}
