/// The keys of `[[tile-change]]` beside those of a tile: which tile is changed, and where it goes.
package enum TileChange {
  package static let keys: [ConfigurationKey] = [id, hidden, before, after, into, unset]

  package static let id = ConfigurationKey(
    .tileChange, "id", .identifier, example: "\"plan\"",
    """
    The id of the tile that is changed: its own, or the one that its program, its address or its name makes.
    """)

  package static let hidden = ConfigurationKey(
    .tileChange, "hidden", .boolean, default: "false",
    """
    Whether the tile is removed. A folder goes with all that is in it. Other parts of the configuration can
    still name the tile, without effect.
    """)

  package static let before = ConfigurationKey(
    .tileChange, "before", .identifier, otherwise: "the tile keeps its place", example: "\"cafe\"",
    "The id of another tile: this one moves in front of it, on its shelf or in its folder.")

  package static let after = ConfigurationKey(
    .tileChange, "after", .identifier, otherwise: "the tile keeps its place", example: "\"cafe\"",
    "The id of another tile: this one moves behind it, on its shelf or in its folder.")

  package static let into = ConfigurationKey(
    .tileChange, "into", .identifier, otherwise: "the tile keeps its place", example: "\"games\"",
    """
    The id of a folder or a shelf: the tile moves to its last place. An empty text is the first carousel, with
    the tiles of no shelf. A folder without tiles is not shown.
    """)

  package static let unset = ConfigurationKey(
    .tileChange, "unset", .keys, default: "[]", example: "[\"badge\", \"picture\"]",
    "Keys of the tile that get their defaults, whatever other files say.")

  /// The keys that say where the tile goes.
  package static let placing = [before, after, into]
}
