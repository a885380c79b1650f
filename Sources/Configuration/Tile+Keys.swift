import CarouselEngine
import Gestures
import RotundaGeometry

extension Tile: SectionSettings {
  package static let section = ConfigurationSection.tile
  package static var standard: Tile { Tile(id: "", action: .perform(.none)) }

  /// The keys that set one property of a tile each. The other keys define what the tile opens. The decoder
  /// reads those one by one.
  package static let fields = ownFields + liveFields + programFields

  /// The keys that define the target of a tile. The first one in this order wins over others. Therefore a tap
  /// always has an effect.
  package static let openingKeys: [ConfigurationKey] = [.run, .desktopEntry, .url, .tiles, .page, .action]

  private static let ownFields: [SettingField<Tile>] = [
    SettingField(
      "name", .text, \.name, level: .basic, otherwise: "the desktop entry's name, or the program's",
      example: "\"Floor plan\"",
      """
      The name on the tile: a text, or a table of texts by language, such as name = { en = "Floor plan", de
      = "Lageplan" }. See Translations.
      """),
    SettingField(
      "description", .text, \.look.description, level: .basic, otherwise: "none",
      example: "\"Three halls, two floors\"",
      "A line below the name, in smaller letters. Translated like name."),
    SettingField(
      "kicker", .text, \.look.kicker, otherwise: "none", example: "\"New\"",
      """
      A few words above the name of the selected tile, with details = "below" in [header]. Translated as
      name.
      """),
    SettingField(
      "meta", .text, \.look.meta, otherwise: "none", example: "\"Hall 3 · 12 minutes\"",
      """
      A few words below the description of the selected tile, with details = "below" in [header]: place,
      length, audience. Translated as name.
      """),
    SettingField(
      "size", .size(CarouselSettings.tileSizeRange), otherwise: "tile-size", example: "[640, 400]",
      """
      The width and height of this tile, in points, if it differs from the others. Distances between edges
      stay equal. On several shelves, a tile becomes smaller where the next shelf would not fit.
      """,
      read: { tile in
        if case .size(let size)? = tile.look.extent { .pair(size.width, size.height) } else { nil }
      },
      write: { tile, value in tile.look.extent = Size(value).map { .size($0) } }),
    SettingField(
      "aspect", .number(TileExtent.aspectRange), otherwise: "that of the others", example: "1.6",
      """
      The proportion of this tile, width divided by height. Its height is that of the others, in a vertical
      carousel its width. size takes precedence.
      """,
      read: { tile in
        if case .aspect(let aspect)? = tile.look.extent { .number(aspect) } else { nil }
      },
      // A size takes precedence.
      write: { tile, value in tile.look.extent = tile.look.extent ?? Double(value).map { .aspect($0) } }),
    SettingField(
      "icon", .icon, \.icon, level: .basic,
      otherwise:
        """
        the desktop entry's icon, small pictures of what is in a folder, or a pictogram
        """, example: "\"map.svg\"",
      """
      The icon of the tile. A word with a slash or the ending of a picture file is a path. It is absolute,
      below the home directory (~/), or relative to the configuration file. With https:// it is an address.
      The launcher downloads it in the background, and keeps it for times without a network. Any other word is
      a name in the icon theme.
      """),
    SettingField(
      "glyph", .choice(Glyph.allCases.map(\.rawValue)), \.look.glyph,
      otherwise:
        """
        one that suits what the tile opens or a word of its name, or the first letter of the name
        """, example: "\"film\"",
      """
      The built-in pictogram of a tile without picture and icon. It replaces a desktop entry's icon.
      """),
    SettingField(
      "picture", .icon, \.look.picture, level: .basic, otherwise: "none, the icon is shown",
      example: "\"hall.jpg\"",
      """
      A picture instead of the icon, named in the same way. It fills the tile, or with tile-style = "card"
      in [theme] the card above the name.
      """),
    SettingField(
      "picture-fit", .choice(TileLook.PictureFit.allCases.map(\.rawValue)), \.look.fit,
      """
      Whether the picture fills its place and is cropped, or is shown as a whole.
      """),
    SettingField(
      "picture-focus", .pair(0...1), \.look.focus, example: "[0.5, 0.3]",
      """
      The point of the picture that stays visible when it is cropped, in widths and heights from the upper
      left corner. [0.5, 0.3] keeps a face in the upper half. It applies to the tile, its folder's tile, the
      background, and the launch animation.
      """),
    SettingField(
      "color", .gradient, \.look.colors, otherwise: "the theme's card", example: "[\"#3a6ea5\", \"#1d3a5f\"]",
      """
      The color of the tile. Text on it is dark or light, whichever is easier to read. "colour" means the
      same.
      """),
    SettingField(
      "accent", .color, \.look.accent, otherwise: "the theme's accent", example: "\"#c8442b\"",
      """
      The color of the tile's badge and progress, and of a tile without picture and color. The launcher
      adjusts its brightness where it would be hard to see.
      """),
    SettingField(
      "badge", .text, \.look.badge, otherwise: "none", example: "\"new\"",
      """
      A word or a number in the tile's corner, with at most eight letters. Translated as name.
      """),
    SettingField(
      "back", .text, otherwise: "the picture, blurred", example: "\"Ground floor and first floor\"",
      """
      The text on the back of the tile, which some layouts show: the far side of a cylinder or an ellipse of
      many tiles. Translated as name.
      """,
      read: { $0.back?.text?.settingValue },
      write: { tile, value in tile.back = TileBack(text: LocalizedText(value), icon: tile.back?.icon) }),
    SettingField(
      "back-icon", .icon, otherwise: "none", example: "\"map-back.svg\"",
      """
      The picture on the back of the tile, named as icon. It suffices for a back without text.
      """,
      read: { $0.back?.icon?.settingValue },
      write: { tile, value in tile.back = TileBack(text: tile.back?.text, icon: IconReference(value)) }),
    SettingField(
      "double-sided", .boolean, \.isDoubleSided,
      """
      Whether the tile is visible from behind where a layout turns it away.
      """),
    SettingField(
      "on-home", .choice(Tile.OnHome.allCases.map(\.rawValue)), \.onHome,
      """
      What happens to the program when its visitor goes home: it closes, or keeps running until a visitor
      opens the tile again. A compositor that cannot raise windows keeps one program at most.
      """),
    SettingField(
      "on", .boolean, \.isOn,
      "Whether a toggle is on when the launcher starts."),
  ]

  package static let fieldsByName = Dictionary(uniqueKeysWithValues: fields.map { ($0.key.name, $0) })

  /// Every key of a tile, in the order of the documentation.
  package static let keys: [ConfigurationKey] =
    [
      .id, field("name"), field("description"), field("kicker"), field("meta"), field("size"),
      field("aspect"), field("icon"), field("glyph"), field("picture"), field("picture-fit"),
      field("picture-focus"), field("color"), field("accent"), field("progress"), field("badge"),
      field("live-file"), field("live-run"), field("live-every"), field("live-pictures"), field("back"),
      field("back-icon"), field("double-sided"), .run, .environment, .workingDirectory, .desktopEntry, .url,
      .allow, .hosts, .tiles, .page, .pageDescription, .pagePlace, .action, field("on-home"), .tilePIN,
      .visibleWhen,
      .enabledWhen, .buttons, .list, .off, field("on"), .window, .valueControl, .range, .step, .choices,
      .values, .unit, .value, .valueFile, .valueRun,
    ]
    + TileGesture.allCases.map(\.key) + programFields.map(\.key)

  private static func field(_ name: String) -> ConfigurationKey {
    guard let field = fieldsByName[name] else { preconditionFailure("a tile has no \(name)") }
    return field.key
  }
}

extension Tile.OnHome: WordSetting {}
extension TileLook.PictureFit: WordSetting {}

/// The keys for what a tile opens, what it contains, and when it is visible.
extension ConfigurationKey {
  package static let id = ConfigurationKey(
    .tile, "id", .identifier, otherwise: "the desktop entry's id, the name or the program",
    example: "\"plan\"",
    """
    The name of the tile in other parts of the configuration: open:plan opens this one. Each id can occur
    once.
    """)

  package static let run = ConfigurationKey(
    .tile, "run", .command, level: .basic, example: "[\"evince\", \"--fullscreen\", \"/srv/plan.pdf\"]",
    """
    The program that a tap starts, and its arguments: a list of words. No shell interprets them. ~, *, $HOME
    and quotes in a word have no special meaning. PATH finds a program without a slash.
    """)

  package static let environment = ConfigurationKey(
    .tile, "environment", .environment, default: "{}", example: "{ LANG = \"de_DE.UTF-8\" }",
    """
    Environment variables of the program, in addition to the launcher's: environment = { LANG =
    "de_DE.UTF-8" }.
    """)

  package static let workingDirectory = ConfigurationKey(
    .tile, "working-directory", .directory, otherwise: "the desktop entry's Path, or the launcher's own",
    example: "\"/srv\"",
    """
    The working directory of the program: absolute, below the home directory (~/), or relative to the
    configuration file.
    """)

  package static let desktopEntry = ConfigurationKey(
    .tile, "desktop-entry", .desktopEntry, level: .basic, example: "\"org.gnome.Calculator\"",
    """
    The installed application that a tap starts, instead of run. The value is the id of its desktop entry,
    with or without .desktop, or the absolute path of the file. It provides name and icon if the tile has
    none.
    """)

  package static let url = ConfigurationKey(
    .tile, "url", .address, level: .basic, example: "\"https://example.org/\"",
    """
    A web page that the browser opens, instead of run: an address that begins with http:// or https://. The
    browser has a fresh profile. The launcher removes it when the visit ends, also after a crash.
    """)

  package static let allow = ConfigurationKey(
    .tile, "allow", .words(WebAllowance.allCases.map(\.rawValue)), default: "[]", example: "[\"printing\"]",
    """
    Permissions for visitors of the page: save files, print, look at the page's source, read files of the
    machine, and follow links to other programs. Permissions for the page itself: camera, microphone,
    location, notifications, and other sites. A kiosk's browser refuses everything else. rotunda.toml(5)
    compares browsers below BROWSERS.
    """)

  package static let hosts = ConfigurationKey(
    .tile, "hosts", .texts, otherwise: "the host of url, and all below it",
    example: "[\"example.org\", \"*.cdn.example.org\"]",
    """
    The hosts that the page can use. The browser refuses others for links, pictures, scripts and all else.
    "example.org" is that host alone, "*.example.org" that host and all below it. The host of url is always
    allowed. With "any-site" in allow, only private networks and this machine need names here. "*." includes
    none of those.
    """)

  package static let tiles = ConfigurationKey(
    .tile, "tiles", .tiles, level: .basic,
    example: "[{ desktop-entry = \"org.gnome.Chess\" }, { run = [\"gnome-mines\"] }]",
    """
    Makes the tile a folder, instead of run: a list of tiles with the same keys. A tap shows them in a
    carousel of the same looks. Folders can contain folders, up to \(Tile.deepestFolder) levels.
    """)

  package static let page = ConfigurationKey(
    .tile, "page", .page, level: .basic, example: "\"about.md\"",
    """
    A page that the launcher shows, instead of run. The value is the path of a text or a picture: absolute,
    below the home directory (~/), or relative to the configuration file. Translated as name: page = { en =
    "about.md", de = "about.de.md" }. A file that ends in .md has markup: # for headings, - for list items,
    and --- for a line. ![description](picture.png "caption") is a picture. Text runs on until an empty line.
    Pictures in consecutive lines form a row that fingers and the keys Left and Right move. A picture at the
    very beginning fills the width, with the heading or the tile's name on it. [words](tile:id) is a button
    that opens that tile. No other links exist. ![words](qr:https://example.org/) is a QR code of at most 300
    bytes, with which visitors take an address along. rotunda check finds links to missing tiles. Other text
    appears as it is. Fingers, the wheel and keys scroll a page. Pulling it down, Escape, or the cross closes
    it. A tap on a picture enlarges it. There, and on a page that is a picture, two fingers, a double tap, or
    + and - zoom up to four times. The launcher shows a page again when its files change.
    """)

  package static let pageDescription = ConfigurationKey(
    .tile, "page-description", .text, otherwise: "none",
    example: "\"A plan: the café is left of the entrance\"",
    """
    A description of a page that is a picture, for the screen reader. Translated as name. Pictures on a page
    of text have their description in the page: ![description](picture.png).
    """)

  package static let pagePlace = ConfigurationKey(
    .tile, "page-place", .choice(TilePage.Place.allCases.map(\.rawValue)), default: "\"screen\"",
    """
    The place of the page: the whole screen after a tap, or the tile. On the selected tile, a swipe across
    the tiles scrolls it, and a tap opens it on the whole screen. In a vertical carousel it moves sideways,
    a screenful at a time.
    """)

  package static let action = ConfigurationKey(
    .tile, "action", .action, example: "\"home\"",
    """
    An action of the launcher, instead of run: see ACTIONS in rotunda.toml(5). A tile can open neither
    itself nor another tile. Beside desktop-entry it is the name of one of the application's further
    actions, such as NewWindow.
    """)

  package static let tilePIN = ConfigurationKey(
    .tile, "pin", .boolean, level: .basic, default: "false",
    """
    Whether the tile needs the PIN, also by a gesture that opens it. A folder asks once, before it opens.
    Without a PIN (see [admin]) the tile stays closed.
    """)

  package static let visibleWhen = ConfigurationKey(
    .tile, "visible-when", .condition, otherwise: "always",
    example: "{ file = \"/run/open\", weekday = \"mon-fri\" }",
    """
    Conditions for the tile to be visible. All of them must hold. command is an installed program, file an
    existing path, and host a name or address that answers. host can name a port, as in "example.org:8080";
    otherwise it is 443. time names hours, and weekday names days. The launcher notices files and programs at
    once, and asks hosts every half minute while it is visible.
    """)

  package static let enabledWhen = ConfigurationKey(
    .tile, "enabled-when", .condition, otherwise: "always", example: "{ host = \"example.org\" }",
    """
    Conditions for the tile to open, as in visible-when. Otherwise the tile is dimmed, and a tap reports
    that it is not available now. A label on it shows when it opens, or the text in reason, which can be
    translated.
    """)

  package static let buttons = ConfigurationKey(
    .tile, "buttons", .tiles, example: "[{ name = \"Louder\", run = [\"volume\", \"+5\"], window = false }]",
    """
    Buttons and toggles on the tile: tiles in braces, each with a name, perhaps an icon, and one thing to
    do. They work on the selected tile, and with tap-beside = "open" on tiles that are mostly visible. They
    do not open the tile. Tab and the arrow keys across the tiles select them. A button with off is a
    toggle. A tile with buttons or a list needs nothing else.
    """)

  package static let list = ConfigurationKey(
    .tile, "list", .tiles, example: "[{ name = \"Chess\", desktop-entry = \"org.gnome.Chess\" }]",
    """
    A list on the tile: tiles in braces, one below another. A tap on a row performs it. A swipe across the
    tiles scrolls the list. Keys select rows as they select buttons.
    """)

  package static let off = ConfigurationKey(
    .tile, "off", .tiles, example: "[{ run = [\"lamp\", \"off\"] }]",
    """
    Makes a button or a row a toggle: a list with a single tile that turns it off. The button itself turns
    it on. Programs of toggles run without the screen (window = false). If one fails, the toggle returns to
    its state.
    """)

  package static let window = ConfigurationKey(
    .tile, "window", .boolean, otherwise: "true, and for toggles false", example: "false",
    """
    Whether the program of a button or a row has a window. Otherwise it runs while the launcher keeps the
    screen, and visitors learn only of a failure.
    """)

  package static let valueControl = ConfigurationKey(
    .tile, "control", .choice(ValueControl.Style.allCases.map(\.rawValue)), otherwise: "none, it is a button",
    example: "\"slider\"",
    """
    Makes a button or a row a control with a value. A finger fills a slider, a stepper has less and more, and
    a choice has several parts. run sets the value, which replaces {value} in its arguments. The program runs
    at most ten times a second, and always with the last value. Arrow keys change the focused control.
    """)

  package static let range = ConfigurationKey(
    .tile, "range", .pair(-1e6...1e6), default: "[0, 100]",
    "The lowest and highest value of a slider or a stepper.")

  package static let step = ConfigurationKey(
    .tile, "step", .number(0...1e6), otherwise: "0 for sliders, 1 for steppers", example: "5",
    "The step between values, counted from the lowest. 0 is a slider without steps.")

  package static let choices = ConfigurationKey(
    .tile, "choices", .texts, otherwise: "none", example: "[\"Quiet\", \"Loud\"]",
    "The texts of a choice: two to eight.")

  package static let values = ConfigurationKey(
    .tile, "values", .texts, otherwise: "choices", example: "[\"20%\", \"80%\"]",
    "The text that replaces {value} for each choice.")

  package static let unit = ConfigurationKey(
    .tile, "unit", .identifier, otherwise: "none", example: "\"%\"",
    "The unit after the number, up to eight letters.")

  package static let value = ConfigurationKey(
    .tile, "value", .number(-1e6...1e6), otherwise: "the least", example: "40",
    """
    The value before another is known. For a choice it is the number of the part, from 1.
    """)

  package static let valueFile = ConfigurationKey(
    .tile, "value-file", .file, otherwise: "none", example: "\"/sys/class/backlight/panel/brightness\"",
    """
    A file with the value: its first number, or for a choice its text. The launcher reads it again when it
    changes, and when the launcher becomes visible.
    """)

  package static let valueRun = ConfigurationKey(
    .tile, "value-run", .command, otherwise: "none",
    example: "[\"wpctl\", \"get-volume\", \"@DEFAULT_AUDIO_SINK@\"]",
    """
    A program that prints the value, in the same form. It runs at the start, when the launcher becomes
    visible, and after each change. It has five seconds.
    """)
}
