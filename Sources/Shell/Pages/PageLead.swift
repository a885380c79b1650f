import Configuration
import RotundaGeometry
import Scene

/// The picture that a page begins with, from edge to edge, with the title on its lower part. Lengths in
/// points.
struct PageLead: Sendable {
  private let picture: PagePicture
  private var illustration: Writing
  private var title: Writing
  /// What stands below it; nil for nothing.
  private var caption: Writing?
  private let screen: Size
  /// Where the page's column begins, from the middle of the screen.
  private let left: Double
  private let style: PageStyle
  /// The shade that the title stands on, and for which height and which title it is.
  private var shade: Picture?
  private var shadeMeasures = Size.zero

  /// The highest and the lowest that it is, as a part of the screen's height; the highest on upright screens.
  private static let (highest, lowest, highestUpright) = (0.62, 0.34, 0.5)
  /// The title in font sizes, and the room below it.
  private static let (titleSize, margin) = (1.9, 1.1)
  private static let mostLines = 3
  /// How much of a picture a title covers whose shade ends softly.
  private static let titleShare = 0.36
  /// How much of what is cut off a high picture is cut off above.
  private static let focus = 0.3
  /// How large the caption is and how far below the picture, in font sizes.
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

  /// The picture alone, without what stands below it: as high as it is at the screen's width, within bounds.
  private var pictureHeight: Double {
    let isUpright = screen.height > screen.width * Metrics.uprightShape
    let most = screen.height * (isUpright ? Self.highestUpright : Self.highest)
    guard let extent = illustration.extent(scale: style.scale), extent.width > 0 else {
      return most.rounded()
    }
    return min(max(screen.width * extent.height / extent.width, screen.height * Self.lowest), most).rounded()
  }

  /// All of it.
  var height: Double { pictureHeight + captionHeight }

  private var captionHeight: Double {
    guard let caption else { return 0 }
    let height = caption.extent(scale: style.scale)?.height ?? style.fontSize * PageStyle.lineHeight
    return height + style.fontSize * Self.captionGap
  }

  /// What is seen of the picture: what matters on a picture that is higher than its place is rather in its
  /// upper half.
  private func part(of extent: Size, covering area: Size) -> Rectangle {
    GrowingTile.part(covering: area, of: extent, focus: Point(0.5, Self.focus))
  }

  /// Asks for its pictures.
  func request(order: Int, into effects: inout [ShellEffect]) {
    for case let writing? in [title, illustration, caption] {
      effects.append(.draw(writing.picture, order: order))
    }
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    // The title and the caption may say the same.
    var isOne = caption?.measured(picture, size: size) == true
    if title.measured(picture, size: size) { isOne = true }
    if illustration.measured(picture, size: size) { isOne = true }
    return isOne || picture == shade
  }

  /// The title's upper edge, from that of the picture.
  private var titleTop: Double {
    pictureHeight - style.fontSize * Self.margin - (title.extent(scale: style.scale)?.height ?? 0)
  }

  /// Asks for the shade of the title, where that has another measure than before.
  mutating func shadeTitle(order: Int, into effects: inout [ShellEffect]) {
    let measures = Size(titleTop, pictureHeight)
    guard title.size != nil, measures != shadeMeasures else { return }
    shadeMeasures = measures
    // A shade covers a part of what it lies on: below a high title it is that of a picture that reaches
    // farther up.
    let below = pictureHeight - titleTop
    let whole = max(pictureHeight, below / Self.titleShare)
    let scrim = Scrim(top: whole - below, height: whole)
    let shade = Picture(
      .scrim(scrim.shade(style.theme.scrim, from: whole - pictureHeight, to: whole)),
      size: Scrim.Shade.pixels, scale: 1)
    self.shade = shade
    effects.append(.draw(shade, order: order))
  }

  /// The picture as something that can be chosen, when its upper edge is there.
  func target(top: Double) -> PageTarget {
    PageTarget(
      kind: .picture(picture),
      area: Rectangle(origin: Point(-screen.width / 2, top), size: Size(screen.width, pictureHeight)))
  }

  /// Draws it with its upper edge there. Pulled down, it grows.
  func append(top: Double, on plane: Plane, to frame: inout SceneFrame) {
    let upper = -screen.height / 2
    let grown = max(0, top - upper)
    let area = Rectangle(
      origin: Point(-screen.width / 2, min(top, top - grown)),
      size: Size(screen.width, pictureHeight + grown))
    // What is not there yet, or never will be, leaves a ground for the title.
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
