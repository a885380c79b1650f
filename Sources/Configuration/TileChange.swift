/// The keys that `[[tile-change]]` adds to those of a tile: the tile to change, and its new place.
package enum TileChange {
  package static let keys: [ConfigurationKey] = [id, hidden, before, after, into, unset]

  package static let id = ConfigurationKey(
    .tileChange, "id", .identifier, example: "\"plan\"",
    """
    The id of the tile to change: its own, or the one that comes from its program, its address or its name.
    """)

  package static let hidden = ConfigurationKey(
    .tileChange, "hidden", .boolean, default: "false",
    """
    Whether to remove the tile. A folder goes with all of its tiles. Other parts of the configuration can
    still name the tile, without effect.
    """)

  package static let before = ConfigurationKey(
    .tileChange, "before", .identifier, otherwise: "the tile keeps its place", example: "\"cafe\"",
    "The id of another tile. This tile moves in front of it, on its shelf or in its folder.")

  package static let after = ConfigurationKey(
    .tileChange, "after", .identifier, otherwise: "the tile keeps its place", example: "\"cafe\"",
    "The id of another tile. This tile moves behind it, on its shelf or in its folder.")

  package static let into = ConfigurationKey(
    .tileChange, "into", .identifier, otherwise: "the tile keeps its place", example: "\"games\"",
    """
    The id of a folder or a shelf. The tile moves to its last place. An empty text means the first carousel,
    with the tiles of no shelf. The launcher does not show a folder without tiles.
    """)

  package static let unset = ConfigurationKey(
    .tileChange, "unset", .keys, default: "[]", example: "[\"badge\", \"picture\"]",
    "Keys of the tile that get their defaults, even if other files set them.")

  /// The keys that set the tile's new place.
  package static let placing = [before, after, into]
}
