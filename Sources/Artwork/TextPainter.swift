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
      family: block.fontFamily, fontSize: block.fontSize * size.scale,
      weight: block.isBold ? .bold : .regular,
      isCentered: block.alignment == .center, width: size.pixels.width, limit: .height(size.pixels.height))
  }

  /// The boxes of the lines, widened sideways where a letter hangs over (italics do), on whole pixels.
  private func extent(
    _ layout: borrowing TextLayout, within limit: PixelSize
  ) -> (area: Rectangle, pixels: PixelSize) {
    let logical = layout.logical
    let ink = layout.ink
    let left = min(logical.origin.x, ink.size.isEmpty ? logical.origin.x : ink.origin.x).rounded(.down)
    let right = max(logical.maxX, ink.size.isEmpty ? logical.maxX : ink.maxX).rounded(.up)
    let top = logical.origin.y.rounded(.down)
    let area = Rectangle(
      origin: Point(left, top), size: Size(right - left, logical.maxY.rounded(.up) - top))
    return (
      area,
      PixelSize(
        min(max(1, Int(area.size.width)), limit.width), min(max(1, Int(area.size.height)), limit.height))
    )
  }
}
