import RotundaGeometry

/// A few letters on a pill in a corner of a tile: a layer of its own that stands upright, however the tile
/// leans. Lengths in points.
package struct TileBadge: Hashable, Sendable {
  /// What it says.
  package var text: String
  /// The pill. It is opaque, so that what it says can be read on any picture.
  package var color: Color
  /// The letters.
  package var ink: Color
  package var fontSize: Double
  /// A Pango family list.
  package var fontFamily: String
  /// The language that it is written in, as a tag; empty: the system's.
  package var language: String
  /// What is written on the tile: the badge has the font of that.
  package var neighbor: String
  /// The most room that its letters have, across.
  package var mostWidth: Double

  /// The least contrast of its letters to the pill, and of the line along the pill's edge, without which a
  /// white pill would not be seen on a white picture (WCAG 2.1, 1.4.3 and 1.4.11).
  private static let (leastContrast, lineContrast) = (4.5, 3.0)

  /// A badge from its parts. Letters that could not be read on the pill are black or white.
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

  /// The line along the inside of its edge: as much of the ink as is needed to see it.
  package var line: Color {
    for step in 4...9 {
      let line = color.mixed(with: ink, Double(step) / 10)
      if line.contrast(to: color) >= Self.lineContrast { return line }
    }
    return ink
  }

  /// Most letters of what an operator wrote.
  package static let mostLetters = 8
  /// How far it is from the edges of its tile, as a part of the shorter side; and the largest letters,
  /// because it marks the tile and does not cover it.
  private static let (insetShare, largestShare) = (0.055, 0.09)
  /// Its letters, as a part of the tile's label.
  private static let letterShare = 0.78

  /// How far it is from the edges of a tile. A round corner cuts off what is too near to it.
  package static func inset(of tile: Size, cornerRadius: Double) -> Double {
    let radius = cornerRadius.isFinite ? max(0, cornerRadius) : 0
    return min(tile.width, tile.height) * insetShare + radius * (1 - 0.5.squareRoot()) * 0.6
  }

  /// How large its letters are on a tile with labels in letters of `label`.
  package static func fontSize(on tile: Size, label: Double) -> Double {
    max(1, min(label * letterShare, min(tile.width, tile.height) * largestShare))
  }

  /// The most room for its letters on a tile: what the launcher says of a tile may be as wide as that, what
  /// an operator wrote half of it.
  package static func mostWidth(
    on tile: Size, cornerRadius: Double, fontSize: Double, isLong: Bool
  ) -> Double {
    let width = tile.width - 2 * inset(of: tile, cornerRadius: cornerRadius) - 2 * padding * fontSize
    return max(1, isLong ? width : width / 2)
  }

  /// The room beside its letters on the pill, as a part of their height.
  package static let padding = 0.6

  /// Where it stands on a tile, from the tile's upper left corner: in the upper right corner, or with
  /// `isLeft` in the upper left one.
  package static func area(_ size: Size, on tile: Size, cornerRadius: Double, isLeft: Bool) -> Rectangle {
    let inset = inset(of: tile, cornerRadius: cornerRadius)
    return Rectangle(
      origin: Point(isLeft ? inset : tile.width - inset - size.width, inset), size: size)
  }
}
