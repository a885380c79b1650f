/// The keys that say where tiles are: on shelves, in folders.
extension ConfigurationKey {
  /// Whether a folder has a tile that leads out of it.
  public static let backTile = ConfigurationKey(
    .kiosk, "back-tile", .boolean, default: "true",
    "Whether the first tile of every folder leads out of it again. Without it the way back is the Escape key, or a gesture "
      + "that is bound to back.")

  /// Whether everything is spoken.
  public static let speech = ConfigurationKey(
    .kiosk, "speech", .boolean, default: "false",
    "Whether the tile in the middle, every message and every page are spoken, in the language of the screen. It is done by Speech "
      + "Dispatcher, which is started when it does not run. The action speech, which two fingers do that rest, switches it on and "
      + "off until the visit ends.")

  /// Whether fingers and keys are heard.
  public static let sounds = ConfigurationKey(
    .kiosk, "sounds", .boolean, default: "false",
    "Whether a sound is heard when something is pressed, when the tiles come to rest at another one, and when something cannot be "
      + "done, through ALSA's default device. The action sounds switches it on and off until the visit ends.")

  /// Whom visitors call.
  public static let contact = ConfigurationKey(
    .kiosk, "contact", .text, otherwise: "visitors are asked to tell a member of staff",
    example: "\"Please call the reception: 030 1234567\"",
    "A line for visitors that the console shows while the kiosk does not start: whom to call. Translated like the name of a "
      + "tile. The console has Latin letters only.")

  /// What is written above a shelf.
  public static let shelfName = ConfigurationKey(
    .shelf, "name", .text, otherwise: "nothing is written above it", example: "\"Games\"",
    "What is written above the shelf, translated like the name of a tile.")

  /// What is in a folder.
  public static let tiles = ConfigurationKey(
    .tile, "tiles", .tiles,
    example: "[{ desktop-entry = \"org.gnome.Chess\" }, { run = [\"gnome-mines\"] }]",
    "Makes the tile a folder, instead of run: the tiles in it, with the same keys and in any number. A tap shows them in a "
      + "carousel of their own, which looks like the one that the folder is in. They may be folders again, up to "
      + "\(Tile.deepestFolder) deep: a bound for what a file may ask of the machine, and not for what is sensible."
  )

  /// What the launcher itself does.
  public static let action = ConfigurationKey(
    .tile, "action", .action, example: "\"home\"",
    "Something that the launcher itself does, instead of run. A tile can neither be bound to open nor to another tile. "
      + "Beside desktop-entry it is something else: the name of one of the application's further actions, as its "
      + "desktop entry lists them, NewWindow for example.")
}
