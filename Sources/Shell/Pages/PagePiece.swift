import Configuration
import RotundaGeometry
import Scene

/// A block of a page with its pictures. Lengths are in points.
struct PagePiece {
  let block: PageBlock
  /// The block's text, or the caption below its picture.
  private var writing: Writing?
  private var illustration: Writing?
  private var row: PageLinkRow?
  private var code: PageCodeFace?
  /// A row of pictures that scrolls sideways.
  var gallery: PageGallery?
  /// The dot before an item of a list.
  private var mark: Writing?
  /// The gap above the block, and (in `indent`) the room at its left.
  let gap: Double
  private var indent = 0.0

  /// The thickness of a horizontal rule, in font sizes.
  private static let ruleShare = 0.08
  /// The indent of a list item, in font sizes.
  private static let pointIndent = 1.1
  /// The size of a caption and its distance below the picture, in font sizes.
  private static let (captionSize, captionGap) = (0.85, 0.4)
  /// The radius of pictures' corners on a page, in font sizes.
  static let corner = 0.4
  /// The estimated width of a letter, in font sizes.
  private static let letterWidth = 0.5

  /// Creates the drawn form of a block.
  ///
  /// - Parameter before: The block above; nil for the first one.
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
    // The following block must not look like a part of the row's indicator.
    if case .gallery? = before { above = max(above, 1.3) }
    gap = before == nil ? 0 : above * style.fontSize
  }

  /// Whether the block is text. A line that one screen cuts off must be complete on the next.
  var isWriting: Bool { writing != nil && illustration == nil }

  /// Returns the size, estimated until the content has been measured.
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

  /// Returns the size of the picture. On a page it is never enlarged.
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

  /// Stores the measured size of a picture. Returns whether the block shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    // Two texts may be equal.
    var isOne = writing?.measured(picture, size: size) == true
    if illustration?.measured(picture, size: size) == true { isOne = true }
    if mark?.measured(picture, size: size) == true { isOne = true }
    if row?.measured(picture, size: size) == true { isOne = true }
    if code?.measured(picture, size: size) == true { isOne = true }
    if gallery?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }

  /// Requests the pictures.
  mutating func request(_ style: PageStyle, order: Int, into effects: inout [ShellEffect]) {
    for case let writing? in [writing, illustration, mark] {
      effects.append(.draw(writing.picture, order: order))
    }
    row?.request(order: order, into: &effects)
    code?.request(order: order, into: &effects)
    gallery?.request(style, order: order, into: &effects)
  }

  /// Returns the targets, from the upper left corner.
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

  /// Draws the block with its upper left corner at `corner`.
  ///
  /// - Parameter pressed: The index of the pressed target.
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
