import CarouselEngine
import Rendering
import RotundaGeometry
import Scene

/// A contact sheet of all layouts, each on a small screen with its name below.
package nonisolated struct ContactSheet {
  /// The margin around a screen, as a share of the cell's width.
  private static let margin = 0.03
  /// The font size of the names, as a share of a cell's width.
  private static let caption = 0.045
  private static let background = Color(hex: 0x05070b)
  private static let writing = Color(hex: 0xc3cad9)

  /// The layouts, row by row.
  package let layouts: [LayoutKind]
  package let columns: Int
  /// The sizes of the sheet and of a cell, in pixels.
  private let sheet: Size
  private let cell: Size
  /// The size of the screen in a cell, in pixels.
  package let screen: Size

  /// Lays out a sheet to make its screens as large as possible.
  ///
  /// - Parameters:
  ///   - sheet: the sheet's size in pixels.
  ///   - shape: the size of a screen; only the aspect ratio matters.
  package init(of layouts: [LayoutKind], sheet: Size, shape: Size) {
    let cells = (1...layouts.count).map { Self.cell(of: sheet, columns: $0, layouts: layouts.count) }
    let screens = cells.map { Self.screen(in: $0, shape: shape) }
    let best = screens.indices.max { screens[$0].width < screens[$1].width } ?? 0
    (self.layouts, self.sheet) = (layouts, sheet)
    (columns, cell, screen) = (best + 1, cells[best], screens[best])
  }

  /// Returns the layouts of a sheet. Includes the custom layout only if the configuration has keyframes for
  /// it.
  package static func layouts(hasKeyframes: Bool) -> [LayoutKind] {
    LayoutKind.allCases.filter { $0 != .custom || hasKeyframes }
  }

  /// Draws the sheet. `shot` draws the screen of one layout.
  @MainActor package func screenshot(
    with renderer: OffscreenRenderer, of shot: (LayoutKind) throws(GraphicsError) -> Screenshot
  ) throws(GraphicsError) -> Screenshot {
    var sheet = try captions(with: renderer)
    for (place, layout) in layouts.enumerated() {
      let corner = corner(of: place)
      sheet.put(try shot(layout), column: Int(corner.x), row: Int(corner.y))
    }
    return sheet
  }

  private static func cell(of sheet: Size, columns: Int, layouts: Int) -> Size {
    let rows = (layouts + columns - 1) / columns
    return Size(
      (sheet.width / Double(columns)).rounded(.down), (sheet.height / Double(rows)).rounded(.down))
  }

  /// Returns the size in pixels of the largest screen that leaves room for margins and a name.
  private static func screen(in cell: Size, shape: Size) -> Size {
    let room = Size(
      max(1, cell.width * (1 - 2 * margin)), max(1, cell.height - cell.width * (2 * margin + 2 * caption)))
    let scale = min(room.width / shape.width, room.height / shape.height)
    return Size(max(1, (shape.width * scale).rounded(.down)), max(1, (shape.height * scale).rounded(.down)))
  }

  /// Returns the upper left corner of a screen, in pixels from that of the sheet.
  package func corner(of place: Int) -> Point {
    let left = Double(place % columns) * cell.width + (cell.width - screen.width) / 2
    let top = Double(place / columns) * cell.height + cell.width * Self.margin
    return Point(left.rounded(), top.rounded())
  }

  @MainActor private func captions(with renderer: OffscreenRenderer) throws(GraphicsError) -> Screenshot {
    var sizes: [Picture: PixelSize] = [:]
    return try renderer.screenshot(size: sheet, scale: 1) { frame, ready in
      for answer in ready { sizes[answer.picture] = answer.bitmap.size }
      frame.removeAll()
      frame.size = sheet
      frame.background = Self.background
      for (place, layout) in layouts.enumerated() {
        let picture = caption(layout)
        frame.sprites.append(caption(picture, place, sizes[picture] ?? PixelSize(1, 1)))
      }
      return []
    }
  }

  private var letters: Double { cell.width * Self.caption }

  private func caption(_ layout: LayoutKind) -> Picture {
    let block = TextBlock(layout.rawValue, color: Self.writing, fontSize: letters)
    return Picture(
      .text(block), size: PixelSize(Int(cell.width), Int((letters * 2).rounded(.up))), scale: 1)
  }

  private func caption(_ picture: Picture, _ place: Int, _ pixels: PixelSize) -> Sprite {
    let size = Size(Double(pixels.width), Double(pixels.height))
    let screenCorner = corner(of: place)
    // Whole pixels keep letters sharp.
    let left = (screenCorner.x + (screen.width - size.width) / 2).rounded()
    let top = (screenCorner.y + screen.height + letters * 0.3).rounded()
    let center = Point(left + size.width / 2 - sheet.width / 2, top + size.height / 2 - sheet.height / 2)
    return Sprite(
      .picture(picture, placeholder: .clear), size: size,
      transform: .identity.translated(center.x, center.y, 0))
  }
}
