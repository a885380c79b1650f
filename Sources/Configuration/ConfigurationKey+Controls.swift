/// The keys of what is on a tile beside its name and its icon.
extension ConfigurationKey {
  /// Buttons on a tile.
  public static let buttons = ConfigurationKey(
    .tile, "buttons", .tiles, example: "[{ name = \"Louder\", run = [\"volume\", \"+5\"], window = false }]",
    "Buttons and toggles on the tile: tiles in braces, each with a name, maybe an icon, and something to do. They answer while "
      + "the tile is in the middle, and beside it too with center-item-when-selected = false; touching one does not open the tile. Keys reach them with Tab and with the arrow across "
      + "the way of the tiles. With off they are toggles. A tile with buttons or a list needs nothing else to do."
  )

  /// A list on a tile.
  public static let list = ConfigurationKey(
    .tile, "list", .tiles, example: "[{ name = \"Chess\", desktop-entry = \"org.gnome.Chess\" }]",
    "A list on the tile: tiles in braces, one below another. A tap on a row does what the row says; a swipe across the way of "
      + "the tiles scrolls the list. Keys reach the rows like buttons.")

  /// What a toggle does to be off.
  public static let off = ConfigurationKey(
    .tile, "off", .tiles, example: "[{ run = [\"lamp\", \"off\"] }]",
    "Makes a button or a row a toggle with two states: a list with a single tile, which says what turns it off; what turns it on "
      + "stands in the button itself. Programs of toggles run without the screen (window = false). One that fails puts "
      + "its toggle back.")

  /// Whether a toggle is on at first.
  public static let startsOn = ConfigurationKey(
    .tile, "on", .boolean, default: "false", "Whether a toggle is on when the launcher starts.")

  /// Whether a program gets the screen.
  public static let window = ConfigurationKey(
    .tile, "window", .boolean, otherwise: "true, and for toggles false", example: "false",
    "Whether the program of a button or a row has something to show. Without, it runs while the launcher keeps the screen; "
      + "its visitor hears of it only when it fails.")
}
