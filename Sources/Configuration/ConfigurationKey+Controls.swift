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

  /// A control with a value.
  public static let valueControl = ConfigurationKey(
    .tile, "control", .choice(ValueControl.Style.allCases.map(\.rawValue)), otherwise: "none, it is a button",
    example: "\"slider\"",
    "Makes a button or a row a control with a value. A finger on a slider fills it, and does not turn the carousel; a stepper "
      + "has a button for less and one for more; of a choice one part is chosen. run sets the value: {value} stands for it "
      + "in the arguments. The program runs at most ten times a second, one run after another, and the last value always "
      + "arrives. Arrow keys change the value of the focused control.")

  /// What a value may be.
  public static let range = ConfigurationKey(
    .tile, "range", .pair(-1e6...1e6), default: "[0, 100]",
    "The least and the greatest value of a slider or a stepper.")

  /// The steps of a value.
  public static let step = ConfigurationKey(
    .tile, "step", .number(0...1e6), otherwise: "0 for sliders, 1 for steppers", example: "5",
    "The value is the least one and a whole number of steps. 0 is a slider without steps.")

  /// The parts of a choice.
  public static let choices = ConfigurationKey(
    .tile, "choices", .texts, otherwise: "none", example: "[\"Quiet\", \"Loud\"]",
    "What is written on the parts of a choice: two to eight texts.")

  /// What stands for them in a command.
  public static let values = ConfigurationKey(
    .tile, "values", .texts, otherwise: "choices", example: "[\"20%\", \"80%\"]",
    "What {value} becomes for each of the choices.")

  /// What is written behind a value.
  public static let unit = ConfigurationKey(
    .tile, "unit", .identifier, otherwise: "none", example: "\"%\"",
    "What is written behind the number, up to eight letters.")

  /// The value at first.
  public static let value = ConfigurationKey(
    .tile, "value", .number(-1e6...1e6), otherwise: "the least", example: "40",
    "The value that is shown until another is known; of a choice the number of the part, from 1.")

  /// The file that tells the value.
  public static let valueFile = ConfigurationKey(
    .tile, "value-file", .file, otherwise: "none", example: "\"/sys/class/backlight/panel/brightness\"",
    "A file that holds the value to show: its first number, or for a choice its text. The launcher reads it again when it "
      + "changes, and when the launcher itself is seen again.")

  /// The command that tells the value.
  public static let valueRun = ConfigurationKey(
    .tile, "value-run", .command, otherwise: "none",
    example: "[\"wpctl\", \"get-volume\", \"@DEFAULT_AUDIO_SINK@\"]",
    "A program that writes the value to its output, in the same form. It runs at the start, when the launcher is seen "
      + "again, and after the value was set. It has five seconds.")
}
