import Configuration
import RotundaGeometry
import Scene

/// A piece of a page with what is drawn of it. Lengths in points.
struct PagePiece {
  let block: PageBlock
  /// What it says, or what stands below its picture.
  private var writing: Writing?
  private var illustration: Writing?
  private var row: PageLinkRow?
  private var code: PageCodeFace?
  /// A row of pictures that moves sideways.
  var gallery: PageGallery?
  /// The dot before a point of a list.
  private var mark: Writing?
  /// Room above it, and to its left.
  let gap: Double
  private var indent = 0.0

  /// How thick a line across the page is, in font sizes.
  private static let ruleShare = 0.08
  /// How far a point of a list is moved in, in font sizes.
  private static let pointIndent = 1.1
  /// How large what stands below a picture is, and how far below, in font sizes.
  private static let (captionSize, captionGap) = (0.85, 0.4)
  /// The corners of pictures among writing, in font sizes.
  static let corner = 0.4
  /// How wide a letter is about, in font sizes, for guesses.
  private static let letterWidth = 0.5

  /// - Parameter before: the piece above it; nil for the first one.
  init(_ block: PageBlock, _ style: PageStyle, below before: PageBlock?) {
    self.block = block
    var above = 0.7
    switch block {
    case .heading(let text, let level):
      let (size, gap) = style.heading(level)
      above = gap
      writing = style.title(text, size: size)
    case .paragraph(let text): writing = style.text(text)
    case .point(let text):
      if case .point? = before { above = 0.35 }
      indent = style.fontSize * Self.pointIndent
      writing = style.text(text, width: style.width - indent)
      mark = style.text("•", width: indent)
    case .picture(let picture):
      above = 0.9
      illustration = style.illustration(picture)
      if !picture.caption.isEmpty {
        writing = style.text(picture.caption, size: Self.captionSize, color: style.theme.pageHeading)
      }
    case .gallery(let pictures):
      above = 1.2
      gallery = PageGallery(pictures, style)
    case .links(let links): if style.isOnScreen { row = PageLinkRow(links, style) }
    case .code(let code):
      above = 1.2
      self.code = PageCodeFace(code, style)
    case .rule: break
    }
    // What follows must not look as if it belonged to the mark of a row.
    if case .gallery? = before { above = max(above, 1.3) }
    gap = before == nil ? 0 : above * style.fontSize
  }

  /// Whether it is writing, of which a line that was cut through has to be whole elsewhere.
  var isWriting: Bool { writing != nil && illustration == nil }

  /// How large it is, or as long as it has no measure is likely to be.
  func extent(_ style: PageStyle) -> Size {
    if illustration != nil {
      let picture = pictureExtent(style)
      return Size(picture.width, picture.height + captionHeight(style))
    }
    if let writing { return writing.extent(scale: style.scale) ?? Size(style.width, estimate(style)) }
    if let row { return Size(style.width, row.height(style)) }
    if let code { return Size(style.width, code.height(style)) }
    if let gallery { return Size(style.width, gallery.height(style)) }
    return Size(style.width, block == .rule ? style.fontSize * Self.ruleShare : 0)
  }

  /// Among writing a picture is no larger than it is.
  private func pictureExtent(_ style: PageStyle) -> Size {
    illustration?.extent(scale: style.scale) ?? Size(style.width, style.room.height / 2)
  }

  private func captionHeight(_ style: PageStyle) -> Double {
    guard let writing else { return 0 }
    let height = writing.extent(scale: style.scale)?.height ?? style.fontSize * PageStyle.lineHeight
    return height + style.fontSize * Self.captionGap
  }

  private func estimate(_ style: PageStyle) -> Double {
    var size = 1.0
    if case .heading(_, let level) = block { size = style.heading(level).size }
    let letters = Double(block.text?.count ?? 0) * size * style.fontSize * Self.letterWidth
    return max(1, (letters / style.width).rounded(.up)) * size * style.fontSize * PageStyle.lineHeight
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    // Two may say the same.
    var isOne = writing?.measured(picture, size: size) == true
    if illustration?.measured(picture, size: size) == true { isOne = true }
    if mark?.measured(picture, size: size) == true { isOne = true }
    if row?.measured(picture, size: size) == true { isOne = true }
    if code?.measured(picture, size: size) == true { isOne = true }
    if gallery?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }

  /// Asks for its pictures.
  mutating func request(_ style: PageStyle, order: Int, into effects: inout [ShellEffect]) {
    for case let writing? in [writing, illustration, mark] {
      effects.append(.draw(writing.picture, order: order))
    }
    row?.request(order: order, into: &effects)
    code?.request(order: order, into: &effects)
    gallery?.request(style, order: order, into: &effects)
  }

  /// What can be chosen on it, from its upper left corner.
  func targets(_ style: PageStyle) -> [PageTarget] {
    if let row { return row.targets(style) }
    if let gallery { return gallery.targets(style) }
    guard case .picture(let picture) = block, illustration?.size != nil else { return [] }
    return [PageTarget(kind: .picture(picture), area: pictureArea(style))]
  }

  private func pictureArea(_ style: PageStyle) -> Rectangle {
    let extent = pictureExtent(style)
    return Rectangle(origin: Point(max(0, (style.width - extent.width) / 2), 0), size: extent)
  }

  /// Draws it with its upper left corner there.
  ///
  /// - Parameter pressed: which of its targets a finger presses.
  func append(
    at corner: Point, _ style: PageStyle, on plane: Plane, pressed: Int? = nil, to frame: inout SceneFrame
  ) {
    row?.append(at: corner, style, on: plane, pressed: pressed, to: &frame)
    code?.append(at: corner, style, on: plane, to: &frame)
    gallery?.append(at: corner, style, on: plane, pressed: pressed, to: &frame)
    if let illustration {
      guard illustration.size != nil else { return }
      let place = pictureArea(style)
      let area = Rectangle(origin: corner + place.origin, size: place.size)
      plane.append(
        .picture(illustration.picture, placeholder: .clear), in: area, corner: style.fontSize * Self.corner,
        to: &frame)
      let below = Point(corner.x, area.maxY + style.fontSize * Self.captionGap)
      if let writing { plane.append(writing, at: below, scale: style.scale, to: &frame) }
    } else if let writing {
      if let mark { plane.append(mark, at: corner, scale: style.scale, to: &frame) }
      plane.append(writing, at: corner + Point(indent, 0), scale: style.scale, to: &frame)
    } else if block == .rule {
      let height = max(1, style.fontSize * Self.ruleShare)
      plane.append(
        .color(style.theme.pageHeading),
        in: Rectangle(origin: corner, size: Size(style.width, height)), opacity: 0.5, to: &frame)
    }
  }
}
