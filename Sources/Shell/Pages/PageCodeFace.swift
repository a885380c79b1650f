import Configuration
import RotundaGeometry
import Scene

/// A QR code on a page, dark on white in every theme, with its label and readable content beside it. Lengths
/// are in points.
struct PageCodeFace: Sendable {
  private var code: Writing
  /// The label beside the code, and below it the readable content.
  private var (label, text): (Writing?, Writing?)

  /// The side of the room for a code, in millimeters. The code fills it with whole pixels, and is at least 25
  /// mm.
  private static let room = 40.0
  /// The least room, in pixels: three for each module of the longest code.
  private static let leastPixels = 255.0
  /// The gap beside the code, the size of the text there, and the corners of the white ground, in font sizes.
  private static let (gap, textSize, corner) = (1.0, 0.85, 0.3)
  /// The width in font sizes below which the text stands below the code.
  private static let narrow = 9.0

  init(_ code: PageCode, _ style: PageStyle) {
    let side = min(
      max(Self.room * style.pointsPerMillimeter, Self.leastPixels / style.scale), max(1, style.width))
    self.code = Writing(.code(code.text), within: Size(side, side), scale: style.scale)
    let beside = style.width - side - style.fontSize * Self.gap
    let width = beside < style.fontSize * Self.narrow ? style.width : beside
    label = code.label.isEmpty ? nil : style.title(code.label, size: 1.15, width: width)
    text =
      code.shown.isEmpty
      ? nil : style.text(code.shown, size: Self.textSize, width: width, color: style.theme.pageHeading)
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = code.measured(picture, size: size)
    if label?.measured(picture, size: size) == true { isOne = true }
    if text?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }

  func request(order: Int, into effects: inout [ShellEffect]) {
    for case let writing? in [code, label, text] { effects.append(.draw(writing.picture, order: order)) }
  }

  /// Returns the code's side; 0 if it could not be drawn, which leaves only its text.
  private func side(_ style: PageStyle) -> Double {
    guard let extent = code.extent(scale: style.scale) else {
      return Double(code.picture.size.width) / style.scale
    }
    return extent.width * style.scale > 2 ? extent.width : 0
  }

  private func words(_ style: PageStyle) -> Size {
    let extents = [label, text].compactMap { $0?.extent(scale: style.scale) }
    return Size(extents.map(\.width).max() ?? 0, extents.reduce(0) { $0 + $1.height })
  }

  /// Returns the place of the text, from the upper left corner.
  private func wordsCorner(_ style: PageStyle) -> Point {
    let (side, gap, words) = (side(style), style.fontSize * Self.gap, words(style))
    guard side > 0 else { return .zero }
    guard style.width - side - gap >= style.fontSize * Self.narrow else { return Point(0, side + gap / 2) }
    return Point(side + gap, max(0, (side - words.height) / 2))
  }

  func height(_ style: PageStyle) -> Double {
    max(side(style), wordsCorner(style).y + words(style).height)
  }

  func append(at corner: Point, _ style: PageStyle, on plane: Plane, to frame: inout SceneFrame) {
    let side = side(style)
    if code.size != nil, side > 0 {
      let area = Rectangle(origin: corner, size: Size(side, side))
      plane.append(
        .picture(code.picture, placeholder: .clear), in: area, corner: style.fontSize * Self.corner,
        to: &frame)
    }
    var place = corner + wordsCorner(style)
    for case let writing? in [label, text] {
      plane.append(writing, at: place, scale: style.scale, to: &frame)
      place.y += writing.extent(scale: style.scale)?.height ?? 0
    }
  }
}
