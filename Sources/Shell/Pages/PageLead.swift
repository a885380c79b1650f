import Configuration
import RotundaGeometry
import Scene

/// The picture at the top of a page, from edge to edge, with the title on its lower part. Lengths are in
/// points.
struct PageLead: Sendable {
  private let picture: PagePicture
  private var illustration: Writing
  private var title: Writing
  /// The text below it; nil for none.
  private var caption: Writing?
  private let screen: Size
  /// The beginning of the page's column, from the middle of the screen.
  private let left: Double
  private let style: PageStyle
  /// The shade behind the title, and (in `shadeMeasures`) the title's top and the picture's height for which
  /// it was made.
  private var shade: Picture?
  private var shadeMeasures = Size.zero

  /// The greatest and least height, as shares of the screen's height, and the greatest one on upright
  /// screens.
  private static let (highest, lowest, highestUpright) = (0.62, 0.34, 0.5)
  /// The size of the title and the margin below it, in font sizes.
  private static let (titleSize, margin) = (1.9, 1.1)
  private static let mostLines = 3
  /// The share of a picture that a title covers whose shade ends softly.
  private static let titleShare = 0.36
  /// The share of the cropped height of a tall picture that is cropped at the top.
  private static let focus = 0.3
  /// The size of the caption and its distance below the picture, in font sizes.
  private static let (captionSize, captionGap) = (0.85, 0.5)

  init(_ picture: PagePicture, title: String, _ places: PageMetrics, _ style: PageStyle) {
    (screen, left, self.style) = (places.metrics.size, places.column.origin.x, style)
    self.picture = picture
    illustration = style.illustration(picture, width: screen.width)
    self.title = style.title(
      title, size: Self.titleSize, color: style.theme.scrimText, mostLines: Self.mostLines)
    if !picture.caption.isEmpty {
      caption = style.text(picture.caption, size: Self.captionSize, color: style.theme.pageHeading)
    }
  }

  /// The height of the picture without its caption: its height at the screen's width, within bounds.
  private var pictureHeight: Double {
    let isUpright = screen.height > screen.width * Metrics.uprightShape
    let most = screen.height * (isUpright ? Self.highestUpright : Self.highest)
    guard let extent = illustration.extent(scale: style.scale), extent.width > 0 else {
      return most.rounded()
    }
    return min(max(screen.width * extent.height / extent.width, screen.height * Self.lowest), most).rounded()
  }

  /// The whole height.
  var height: Double { pictureHeight + captionHeight }

  private var captionHeight: Double {
    guard let caption else { return 0 }
    let height = caption.extent(scale: style.scale)?.height ?? style.fontSize * PageStyle.lineHeight
    return height + style.fontSize * Self.captionGap
  }

  /// Returns the visible part of the picture. The subject of a tall picture is usually in its upper half.
  private func part(of extent: Size, covering area: Size) -> Rectangle {
    GrowingTile.part(covering: area, of: extent, focus: Point(0.5, Self.focus))
  }

  func request(order: Int, into effects: inout [ShellEffect]) {
    for case let writing? in [title, illustration, caption] {
      effects.append(.draw(writing.picture, order: order))
    }
  }

  /// Stores the measured size of a picture. Returns whether it is one of the lead's.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    // The title and the caption may have the same text.
    var isOne = caption?.measured(picture, size: size) == true
    if title.measured(picture, size: size) { isOne = true }
    if illustration.measured(picture, size: size) { isOne = true }
    return isOne || picture == shade
  }

  /// The title's upper edge, from the picture's upper edge.
  private var titleTop: Double {
    pictureHeight - style.fontSize * Self.margin - (title.extent(scale: style.scale)?.height ?? 0)
  }

  /// Requests the shade of the title if its measures changed.
  mutating func shadeTitle(order: Int, into effects: inout [ShellEffect]) {
    let measures = Size(titleTop, pictureHeight)
    guard title.size != nil, measures != shadeMeasures else { return }
    shadeMeasures = measures
    // A shade covers a share of its picture. For a tall title, it is the shade of a taller picture.
    let below = pictureHeight - titleTop
    let whole = max(pictureHeight, below / Self.titleShare)
    let scrim = Scrim(top: whole - below, height: whole)
    let shade = Picture(
      .scrim(scrim.shade(style.theme.scrim, from: whole - pictureHeight, to: whole)),
      size: Scrim.Shade.pixels, scale: 1)
    self.shade = shade
    effects.append(.draw(shade, order: order))
  }

  /// Returns the picture as a target, for a place of its upper edge.
  func target(top: Double) -> PageTarget {
    PageTarget(
      kind: .picture(picture),
      area: Rectangle(origin: Point(-screen.width / 2, top), size: Size(screen.width, pictureHeight)))
  }

  /// Draws the picture at a place of its upper edge. A pull down enlarges it.
  func append(top: Double, on plane: Plane, to frame: inout SceneFrame) {
    let upper = -screen.height / 2
    let grown = max(0, top - upper)
    let area = Rectangle(
      origin: Point(-screen.width / 2, min(top, top - grown)),
      size: Size(screen.width, pictureHeight + grown))
    // A missing picture leaves a ground for the title.
    plane.append(.color(style.theme.scrim.opacity(1)), in: area, to: &frame)
    if let extent = illustration.extent(scale: style.scale), extent.width > 2 || extent.height > 2 {
      plane.append(
        .picture(illustration.picture, placeholder: .clear), in: area,
        part: part(of: extent, covering: area.size), to: &frame)
    }
    if let shade { plane.append(.picture(shade, placeholder: .clear), in: area, to: &frame) }
    plane.append(title, at: Point(left, top + titleTop), scale: style.scale, to: &frame)
    let below = Point(left, area.maxY + style.fontSize * Self.captionGap)
    if let caption { plane.append(caption, at: below, scale: style.scale, to: &frame) }
  }
}
