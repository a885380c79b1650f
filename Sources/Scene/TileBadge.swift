import RotundaGeometry

/// A few letters on a pill in a corner of a tile. The badge has its own layer, which stays upright when the
/// tile leans. Lengths are in points.
package struct TileBadge: Hashable, Sendable {
  /// The text.
  package var text: String
  /// The color of the pill. It is opaque, to keep the text readable on any picture.
  package var color: Color
  /// The color of the letters.
  package var ink: Color
  package var fontSize: Double
  /// A Pango family list.
  package var fontFamily: String
  /// The language of the text, as a tag; empty: the system's language.
  package var language: String
  /// The text on the tile, whose font the badge also uses.
  package var neighbor: String
  /// The maximum width of the letters.
  package var mostWidth: Double

  /// The minimum contrast of the letters and of the line along the edge to the pill. See WCAG 2.1, 1.4.3 and
  /// 1.4.11. Without the line, a white pill would be invisible on a white picture.
  private static let (leastContrast, lineContrast) = (4.5, 3.0)

  /// Creates a badge. Letters with too little contrast to the pill become black or white.
  package init(
    _ text: String, color: Color, ink: Color, fontSize: Double, fontFamily: String = "sans-serif",
    language: String = "", neighbor: String = "", mostWidth: Double
  ) {
    (self.text, self.fontSize, self.fontFamily) = (text, fontSize, fontFamily)
    (self.language, self.neighbor, self.mostWidth) = (language, neighbor, mostWidth)
    self.color = color.opacity(1)
    let (ground, wanted) = (color.opacity(1), ink.opacity(1))
    let other = ground.contrast(to: .white) > ground.contrast(to: .black) ? Color.white : .black
    self.ink = ground.contrast(to: wanted) >= Self.leastContrast ? wanted : other
  }

  /// The color of the line along the inside of the edge, with the least amount of ink that makes it visible.
  package var line: Color {
    for step in 4...9 {
      let line = color.mixed(with: ink, Double(step) / 10)
      if line.contrast(to: color) >= Self.lineContrast { return line }
    }
    return ink
  }

  /// The maximum number of letters in a text from the operator.
  package static let mostLetters = 8
  /// The distance from the edges of the tile, and the maximum size of the letters, as fractions of the tile's
  /// shorter side. The badge must not cover the tile.
  private static let (insetShare, largestShare) = (0.055, 0.09)
  /// The size of the letters relative to the tile's label.
  private static let letterShare = 0.78

  /// Returns the distance from the edges of a tile. It is larger for round corners, which would cut off the
  /// badge.
  package static func inset(of tile: Size, cornerRadius: Double) -> Double {
    let radius = cornerRadius.isFinite ? max(0, cornerRadius) : 0
    return min(tile.width, tile.height) * insetShare + radius * (1 - 0.5.squareRoot()) * 0.6
  }

  /// Returns the font size on a tile with labels of the font size `label`.
  package static func fontSize(on tile: Size, label: Double) -> Double {
    max(1, min(label * letterShare, min(tile.width, tile.height) * largestShare))
  }

  /// Returns the maximum width of the letters on a tile. Texts from the launcher (`isLong`) may use all of
  /// it, texts from the operator half of it.
  package static func mostWidth(
    on tile: Size, cornerRadius: Double, fontSize: Double, isLong: Bool
  ) -> Double {
    let width = tile.width - 2 * inset(of: tile, cornerRadius: cornerRadius) - 2 * padding * fontSize
    return max(1, isLong ? width : width / 2)
  }

  /// The horizontal padding of the letters on the pill, as a fraction of their height.
  package static let padding = 0.6

  /// Returns the area on a tile, relative to the tile's upper left corner. It is in the upper right corner,
  /// or with `isLeft` in the upper left one.
  package static func area(_ size: Size, on tile: Size, cornerRadius: Double, isLeft: Bool) -> Rectangle {
    let inset = inset(of: tile, cornerRadius: cornerRadius)
    return Rectangle(
      origin: Point(isLeft ? inset : tile.width - inset - size.width, inset), size: size)
  }
}
