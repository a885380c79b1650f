import Configuration
import RotundaGeometry

/// The size at which a tile's picture is visible, in points.
package struct PicturePlace: Hashable, Sendable {
  /// On the tile.
  package var tile: Size
  /// The largest place that shows the picture itself: the tile, or the upper part of the screen.
  package var largest: Size
}

extension Shell {
  /// The share of a card's height for its picture, above the name.
  private static let cardShare = 0.72

  /// Returns the sizes of the tiles' pictures on a screen while the tile is in the middle, by the tiles'
  /// identifiers. It looks up none of the tiles' references. Pictures in folders are as large as those beside
  /// them.
  package static func picturePlaces(
    of configuration: KioskConfiguration, on screen: Size
  ) -> [String: PicturePlace] {
    let shelves = configuration.allShelves.map { shelf in
      LauncherShelf(
        name: shelf.name?.text, settings: shelf.carousel,
        tiles: shelf.tiles.map { tile in
          var seen = LauncherTile(
            id: tile.id, name: tile.name?.text ?? tile.id, icon: nil, action: .perform(.none))
          seen.appearance = TileAppearance(tile.look, languages: [])
          return seen
        })
    }
    var shell = Shell(configuration: configuration, shelves: shelves)
    var effects: [ShellEffect] = []
    shell.handle(.resized(screen, scale: 1), at: 0, into: &effects)
    var places: [String: PicturePlace] = [:]
    for (shelf, settings) in zip(shell.tilesPanel.level.shelves, configuration.allShelves) {
      for (index, tile) in settings.tiles.enumerated() {
        shell.note(tile, shelf.size(of: index), on: shelf, in: &places)
      }
    }
    return places
  }

  private func note(
    _ tile: Tile, _ size: Size, on shelf: Shelf, in places: inout [String: PicturePlace]
  ) {
    if tile.look.picture != nil {
      let isCard = tilesPanel.theme.tileStyle == .card
      let face = Size(size.width, isCard ? size.height * Self.cardShare : size.height)
      let share = tilesPanel.level.zones.pictureShare
      let screen = tilesPanel.metrics.size
      places[tile.id] = PicturePlace(
        tile: face, largest: share > 0 ? Size(screen.width, screen.height * share) : face)
    }
    for inner in tile.inside {
      let extent = inner.look.extent?.size(among: shelf.tileSize, isVertical: shelf.isVertical)
      note(inner, extent ?? shelf.tileSize, on: shelf, in: &places)
    }
  }
}
