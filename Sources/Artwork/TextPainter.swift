import Geometry
import Scene

/// Draws a text block, no larger than its writing.
struct TextPainter {
  let typesetter: Typesetter

  /// The pixels of `block`, wrapped at the width of `size` and ellipsised at its height; nil without memory.
  ///
  /// At least one line is set. What of it does not fit into `size` is cut off.
  func paint(_ block: TextBlock, _ size: RasterSize) -> Bitmap? {
    let layout = typesetter.set(block.text.displayableText, style(of: block, size))
    let (area, pixels) = extent(layout, within: size.pixels)
    guard let canvas = Canvas(pixels) else { return nil }
    layout.draw(on: canvas, at: -area.origin, block.color)
    return canvas.finish(isOpaque: false)
  }

  private func style(of block: TextBlock, _ size: RasterSize) -> TextStyle {
    TextStyle(
      family: block.fontFamily, language: block.language, fontSize: block.fontSize * size.scale,
      weight: block.isBold ? .bold : .regular,
      isCentered: block.alignment == .center, width: size.pixels.width, limit: .height(size.pixels.height))
  }

  /// The boxes of the lines, widened on whole pixels where a letter hangs over: italics do sideways, marks above
  /// and below letters upwards and downwards. Piles of marks end after half a line.
  private func extent(
    _ layout: borrowing TextLayout, within limit: PixelSize
  ) -> (area: Rectangle, pixels: PixelSize) {
    let lines = layout.logical
    let ink = layout.ink.size.isEmpty ? lines : layout.ink
    let overhang = lines.size.height / Double(max(1, layout.lineCount)) / 2
    let left = min(lines.origin.x, ink.origin.x).rounded(.down)
    let right = max(lines.maxX, ink.maxX).rounded(.up)
    let top = min(lines.origin.y, max(ink.origin.y, lines.origin.y - overhang)).rounded(.down)
    let bottom = max(lines.maxY, min(ink.maxY, lines.maxY + overhang)).rounded(.up)
    let pixels = PixelSize(
      min(max(1, Int(right - left)), limit.width), min(max(1, Int(bottom - top)), limit.height))
    return (Rectangle(origin: Point(left, top), size: Size(right - left, bottom - top)), pixels)
  }
}
