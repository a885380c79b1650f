import RotundaGeometry
import Scene

/// Draws a text block, no larger than its writing.
struct TextPainter {
  let typesetter: Typesetter

  /// The pixels of `block`, wrapped at the width of `size` and ellipsised at its height; nil without memory.
  ///
  /// Nothing of a letter is cut off: where a script's lines are too high for `size`, its letters are smaller.
  func paint(_ block: TextBlock, _ size: RasterSize) -> Bitmap? {
    let text = fit(block, size)
    guard let canvas = Canvas(text.pixels(within: size.pixels)) else { return nil }
    text.layout.draw(on: canvas, at: -text.area.origin, block.color)
    return canvas.finish(isOpaque: false)
  }

  /// How often letters are made smaller, or lines shorter, before what is too large after all is cut off.
  private static let mostTries = 8

  /// `block` in letters with which all of it lies in `size`.
  func fit(_ block: TextBlock, _ size: RasterSize) -> FittedText {
    var style = style(of: block, size)
    let text = block.mostLines == 1 ? block.text.displayableLabel : block.text.displayableText
    for _ in 0..<Self.mostTries {
      let fitted = FittedText(typesetter.set(text, style))
      let (across, down) = (
        fitted.area.size.width - Double(size.pixels.width),
        fitted.area.size.height - Double(size.pixels.height)
      )
      guard across > 0 || down > 0 else { return fitted }
      // Whole pixels and slight hinting make extents no exact multiples of the font's size.
      if down > 0 { style.fontSize *= min(0.98, Double(size.pixels.height) / fitted.area.size.height) }
      if across > 0 {
        // What hangs over the ends of lines, unless a single letter is wider than they are.
        let width = style.width - Int(across)
        if width >= Int(style.fontSize) { style.width = width } else { style.fontSize *= 0.8 }
      }
    }
    return FittedText(typesetter.set(text, style))
  }

  private func style(of block: TextBlock, _ size: RasterSize) -> TextStyle {
    TextStyle(
      family: block.fontFamily, language: block.language, fontSize: block.fontSize * size.scale,
      weight: block.isBold ? .bold : .regular,
      isCentered: block.alignment == .center, width: size.pixels.width,
      limit: block.mostLines.map { .lines(max(1, $0)) } ?? .height(size.pixels.height))
  }
}

/// A text that was set, and the pixels that it takes.
struct FittedText: ~Copyable {
  let layout: TextLayout
  /// The boxes of the lines, widened on whole pixels where a letter hangs over: italics do sideways, marks above
  /// and below letters upwards and downwards. Piles of marks end after half a line.
  let area: Rectangle

  init(_ layout: consuming TextLayout) {
    let lines = layout.logical
    let ink = layout.ink.size.isEmpty ? lines : layout.ink
    let overhang = lines.size.height / Double(max(1, layout.lineCount)) / 2
    let left = min(lines.origin.x, ink.origin.x).rounded(.down)
    let right = max(lines.maxX, ink.maxX).rounded(.up)
    let top = min(lines.origin.y, max(ink.origin.y, lines.origin.y - overhang)).rounded(.down)
    let bottom = max(lines.maxY, min(ink.maxY, lines.maxY + overhang)).rounded(.up)
    area = Rectangle(origin: Point(left, top), size: Size(right - left, bottom - top))
    self.layout = layout
  }

  /// What is drawn of it where there are so many pixels.
  func pixels(within limit: PixelSize) -> PixelSize {
    PixelSize(
      min(max(1, Int(area.size.width)), limit.width), min(max(1, Int(area.size.height)), limit.height))
  }
}
