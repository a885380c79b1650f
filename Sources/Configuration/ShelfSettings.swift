/// One carousel of those that lie one above another: a `[[shelf]]`, or the tiles that are in none.
public struct ShelfSettings: Hashable, Sendable {
  /// What is written above it; nil for nothing.
  public var name: LocalizedText?
  /// How its carousel looks and turns.
  public var carousel: CarouselSettings
  /// What it offers, in its order.
  public var tiles: [Tile]

  /// A shelf from its parts.
  public init(name: LocalizedText? = nil, carousel: CarouselSettings, tiles: [Tile]) {
    self.name = name
    self.carousel = carousel
    self.tiles = tiles
  }
}

extension ConfigurationKey {
  /// What is written above a shelf.
  package static let shelfName = ConfigurationKey(
    .shelf, "name", .text, otherwise: "nothing is written above it", example: "\"Games\"",
    "What is written above the shelf, translated like the name of a tile.")
}
