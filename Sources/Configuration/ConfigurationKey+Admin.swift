/// The keys of `[admin]`.
extension ConfigurationKey {
  static let admin: [ConfigurationKey] = [
    pinFile, adminCorner, adminPresses, adminTime, shuffleDigits, pageWithoutPIN, console,
  ]

  /// Where the PIN's hash is.
  public static let pinFile = ConfigurationKey(
    .admin, "pin-file", .file, otherwise: "there is no PIN", example: "\"pin\"",
    "The file with the hash of the PIN, as \u{201c}rotunda hash-pin\u{201d} writes it: absolute, below the home directory (~/), or "
      + "relative to the directory of the configuration file. It must belong to root or to the launcher's user, and nobody else "
      + "should be able to read it: owner root, group rotunda, mode 0640. Programs run as the launcher's user and can read it too, "
      + "so choose six digits or more.")

  /// Which corner is pressed.
  public static let adminCorner = ConfigurationKey(
    .admin, "corner", .choice(ScreenCorner.allCases.map(\.rawValue) + [noCorner]), default: "\"top-left\"",
    "The corner of the screen that is pressed several times in a row to be asked for the PIN, and after that shown the system's "
      + "page. While a program has the screen, it works wherever touches are seen beside the compositor (global-touch); else go "
      + "home first. What else lies in that corner gets the presses as well.")

  /// How often the corner is pressed.
  public static let adminPresses = ConfigurationKey(
    .admin, "presses", .integer(AdminSettings.pressesRange), default: "5",
    "How many presses in a row it takes, each of them in that corner.")

  /// How quickly the corner is pressed.
  public static let adminTime = ConfigurationKey(
    .admin, "within", .duration(AdminSettings.timeRange), default: "\"3s\"",
    "The time from the first press to the last, at most.")

  /// Whether digits change their places.
  public static let shuffleDigits = ConfigurationKey(
    .admin, "shuffle-digits", .boolean, default: "false",
    "Whether the digits stand in another order every time the PIN is asked for, so that neither a glance from afar nor the "
      + "traces of fingers tell it.")

  /// Whether the page is seen without a PIN.
  public static let pageWithoutPIN = ConfigurationKey(
    .admin, "page-without-pin", .boolean, default: "false",
    "Whether the system's page can be seen where there is no PIN. It then offers nothing that could end the kiosk: it can be "
      + "read, read the configuration again, and test the touchscreen.")

  /// Whether the kiosk can be left for the console.
  public static let console = ConfigurationKey(
    .admin, "console", .boolean, default: "false",
    "Whether the system's page offers, behind the PIN, to end the kiosk for a login on the console. The kiosk is back when "
      + "rotunda.service is started, or the machine.")

  /// The word that stands for no corner.
  public static let noCorner = "none"

  /// Whether a tile asks for the PIN.
  public static let tilePIN = ConfigurationKey(
    .tile, "pin", .boolean, default: "false",
    "Whether the PIN is asked for before the tile is opened, also by a gesture that is bound to it. A folder asks once, before "
      + "it opens. Without a PIN (see [admin]) the tile stays closed.")
}
