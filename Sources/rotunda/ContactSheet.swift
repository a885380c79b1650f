import CarouselEngine
import Geometry
import Rendering
import Scene
import Shell

/// Every layout beside the others, each on a small screen with its name below.
struct ContactSheet {
  /// Share of a cell's width that is left free around its screen.
  private static let margin = 0.03
  /// The names' letters, as a share of a cell's width.
  private static let caption = 0.045
  private static let background = Color(hex: 0x05070b)
  private static let writing = Color(hex: 0xc3cad9)

  private let subject: PreviewSubject
  /// A layout of one's own is shown where the file says what it is.
  private let layouts: [LayoutKind]
  private let columns: Int
  /// The sheet and one of its cells, in pixels.
  private let sheet: Size
  private let cell: Size

  init(_ subject: PreviewSubject) {
    self.subject = subject
    let hasCustom = !subject.content.configuration.carousel.details.keyframes.isEmpty
    layouts = LayoutKind.allCases.filter { $0 != .custom || hasCustom }
    columns = Int(Double(layouts.count).squareRoot().rounded(.up))
    let rows = (layouts.count + columns - 1) / columns
    sheet = Size(Double(subject.options.width), Double(subject.options.height))
    cell = Size((sheet.width / Double(columns)).rounded(.down), (sheet.height / Double(rows)).rounded(.down))
  }

  /// Draws the sheet.
  func photograph(on stage: OffscreenStage) throws(GraphicsError) -> Photograph {
    var sheet = try captions(on: stage)
    let screen = self.screen
    for (place, layout) in layouts.enumerated() {
      let picture = try subject.photograph(
        on: stage, layout: layout, size: subject.options.size,
        scale: screen.width / subject.options.size.width)
      let corner = corner(of: place)
      sheet.put(picture, column: Int(corner.x), row: Int(corner.y))
    }
    return sheet
  }

  /// The largest screen of the configured shape that leaves room for margins and a name, in pixels.
  private var screen: Size {
    let room = Size(
      cell.width * (1 - 2 * Self.margin), cell.height - cell.width * (2 * Self.margin + 2 * Self.caption))
    let whole = subject.options.size
    let scale = min(room.width / whole.width, max(room.height, 1) / whole.height)
    return Size((whole.width * scale).rounded(.down), (whole.height * scale).rounded(.down))
  }

  /// The upper left corner of a screen.
  private func corner(of place: Int) -> Point {
    let screen = screen
    let left = Double(place % columns) * cell.width + (cell.width - screen.width) / 2
    let top = Double(place / columns) * cell.height + cell.width * Self.margin
    return Point(left.rounded(), top.rounded())
  }

  private func captions(on stage: OffscreenStage) throws(GraphicsError) -> Photograph {
    try stage.photograph(size: sheet, scale: 1) { frame, _ in
      frame.removeAll()
      frame.size = sheet
      frame.background = Self.background
      for (place, layout) in layouts.enumerated() { frame.sprites.append(caption(layout, place)) }
    }
  }

  private func caption(_ layout: LayoutKind, _ place: Int) -> Sprite {
    let letters = cell.width * Self.caption
    let size = Size(screen.width.rounded(), (letters * 1.5).rounded())
    let block = TextBlock(
      layout.rawValue, color: Self.writing, fontSize: letters, alignment: .center)
    let picture = Picture(.text(block), size: PixelSize(Int(size.width), Int(size.height)), scale: 1)
    let corner = corner(of: place)
    let center = Point(
      corner.x + screen.width / 2 - sheet.width / 2,
      corner.y + screen.height + letters * 1.1 - sheet.height / 2)
    return Sprite(
      .picture(picture, placeholder: .clear), size: size,
      transform: .identity.translated(center.x.rounded(), center.y.rounded(), 0))
  }
}
