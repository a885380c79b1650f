import CarouselEngine
import Gestures
import RotundaGeometry

extension Tile: SectionSettings {
  package static let section = ConfigurationSection.tile
  package static var standard: Tile { Tile(id: "", action: .perform(.none)) }

  /// What stands for one property of a tile each. The other keys say what it opens, and are read one by one.
  package static let fields = ownFields + liveFields + programFields

  private static let ownFields: [SettingField<Tile>] = [
    SettingField(
      "name", .text, \.name, level: .basic, otherwise: "the desktop entry's name, or the program's",
      example: "\"Floor plan\"",
      """
      What is written on the tile: a text, or a table of texts by their languages, such as name = { en =
      "Floor plan", de = "Lageplan" }. See Translations.
      """),
    SettingField(
      "description", .text, \.look.description, level: .basic, otherwise: "none",
      example: "\"Three halls, two floors\"",
      "A line below the name, in smaller letters. Translated like name."),
    SettingField(
      "kicker", .text, \.look.kicker, otherwise: "none", example: "\"New\"",
      """
      A few words above the name of the tile in the middle, where that stands below the tiles (details of
      [header]). Translated like name.
      """),
    SettingField(
      "meta", .text, \.look.meta, otherwise: "none", example: "\"Hall 3 · 12 minutes\"",
      """
      A few words below the description of the tile in the middle, where that stands below the tiles: where, how
      long, for whom. Translated like name.
      """),
    SettingField(
      "size", .size(CarouselSettings.tileSizeRange), otherwise: "tile-size", example: "[640, 400]",
      """
      How wide and how high this tile is, in points, if not as the others. Tiles of different sizes keep the
      same distance from edge to edge in a row. Of several shelves, a tile that would leave no room for the
      next shelf is made smaller.
      """,
      read: { tile in
        if case .size(let size)? = tile.look.extent { .pair(size.width, size.height) } else { nil }
      },
      write: { tile, value in tile.look.extent = Size(value).map { .size($0) } }),
    SettingField(
      "aspect", .number(TileExtent.aspectRange), otherwise: "that of the others", example: "1.6",
      """
      How many times as wide as high this tile is. It is as high as the others, or in a carousel from top to
      bottom as wide. size, where it is given too, comes first.
      """,
      read: { tile in
        if case .aspect(let aspect)? = tile.look.extent { .number(aspect) } else { nil }
      },
      // A size comes first.
      write: { tile, value in tile.look.extent = tile.look.extent ?? Double(value).map { .aspect($0) } }),
    SettingField(
      "icon", .icon, \.icon, level: .basic,
      otherwise:
        """
        the desktop entry's icon, small pictures of what is in a folder, or a pictogram
        """, example: "\"map.svg\"",
      """
      The picture on the tile. With a slash or with the ending of a picture file it is a path: absolute, below
      the home directory (~/), or relative to the directory of the configuration file. With https:// it is an
      address, which is fetched in the background and kept, so that it is seen without a network too. Anything
      else is the name of an icon in the icon theme.
      """),
    SettingField(
      "glyph", .choice(Glyph.allCases.map(\.rawValue)), \.look.glyph,
      otherwise:
        """
        one that suits what the tile opens or a word of its name, or the first letter of the name
        """, example: "\"film\"",
      """
      The pictogram on a tile that has neither picture nor icon; the launcher brings these with it. It takes
      the place of a desktop entry's icon.
      """),
    SettingField(
      "picture", .icon, \.look.picture, level: .basic, otherwise: "none, the icon is shown",
      example: "\"hall.jpg\"",
      """
      A picture in place of the icon, named like one: it fills the whole tile, or with tile-style = "card" below
      [theme] the card above the name.
      """),
    SettingField(
      "picture-fit", .choice(TileLook.PictureFit.allCases.map(\.rawValue)), \.look.fit,
      """
      Whether the picture covers its place, and what reaches beyond it is cut off, or all of the picture is
      seen.
      """),
    SettingField(
      "picture-focus", .pair(0...1), \.look.focus, example: "[0.5, 0.3]",
      """
      What of the picture stays in sight where it is cropped, as parts of its width and height from the upper
      left corner: [0.5, 0.3] keeps a face in the upper half, [1, 1] the lower right corner. It holds wherever
      the picture is cropped: on the tile, on the tile of a folder, behind the tiles and while the tile opens.
      """),
    SettingField(
      "color", .gradient, \.look.colors, otherwise: "the theme's card", example: "[\"#3a6ea5\", \"#1d3a5f\"]",
      """
      The color of the tile. Writing on it is dark or light, whichever can be read better. colour means the
      same.
      """),
    SettingField(
      "accent", .color, \.look.accent, otherwise: "the theme's accent", example: "\"#c8442b\"",
      """
      The color of the tile's badge and progress, and of its face and its light where it has neither picture
      nor color. It becomes brighter or darker where it could not be seen.
      """),
    SettingField(
      "badge", .text, \.look.badge, otherwise: "none", example: "\"new\"",
      """
      A word or a number in the tile's corner, of at most eight letters. Translated like name.
      """),
    SettingField(
      "back", .text, otherwise: "the picture, blurred", example: "\"Ground floor and first floor\"",
      """
      What is written on the back of the tile, which is seen where a layout turns tiles away from the visitor:
      on the far side of a cylinder or an ellipse of many tiles. Translated like name.
      """,
      read: { $0.back?.text?.settingValue },
      write: { tile, value in tile.back = TileBack(text: LocalizedText(value), icon: tile.back?.icon) }),
    SettingField(
      "back-icon", .icon, otherwise: "none", example: "\"map-back.svg\"",
      """
      The picture on the back of the tile, named like icon. Alone it is enough for a back of its own.
      """,
      read: { $0.back?.icon?.settingValue },
      write: { tile, value in tile.back = TileBack(text: tile.back?.text, icon: IconReference(value)) }),
    SettingField(
      "double-sided", .boolean, \.isDoubleSided,
      """
      Whether the tile is seen from behind where a layout turns it away. Without, it is invisible there.
      """),
    SettingField(
      "on-home", .choice(Tile.OnHome.allCases.map(\.rawValue)), \.onHome,
      """
      What becomes of the program when its visitor goes home: it is closed, or kept running out of sight until
      somebody opens the tile again. A compositor that cannot raise windows keeps one program at most.
      """),
    SettingField(
      "on", .boolean, \.isOn,
      "Whether a toggle is on when the launcher starts."),
  ]

  package static let fieldsByName = Dictionary(uniqueKeysWithValues: fields.map { ($0.key.name, $0) })

  /// Every key of a tile, in the order in which they are documented.
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

/// The keys that say what a tile opens, what is on it, and when it is there.
extension ConfigurationKey {
  package static let id = ConfigurationKey(
    .tile, "id", .identifier, otherwise: "the desktop entry's id, the name or the program",
    example: "\"plan\"",
    """
    What other parts of the configuration call the tile by: open:plan opens this one. No two tiles may have
    the same.
    """)

  package static let run = ConfigurationKey(
    .tile, "run", .command, level: .basic, example: "[\"evince\", \"--fullscreen\", \"/srv/plan.pdf\"]",
    """
    The program that a tap starts, and its arguments: a list of words. No shell sees them. They go to the
    program as they stand here; ~, *, $HOME and quotes within a word mean nothing special. A program without a
    slash is looked for in PATH.
    """)

  package static let environment = ConfigurationKey(
    .tile, "environment", .environment, default: "{}", example: "{ LANG = \"de_DE.UTF-8\" }",
    """
    Variables that are set for the program, on top of the launcher's own: environment = { LANG = "de_DE.UTF-8"
    }.
    """)

  package static let workingDirectory = ConfigurationKey(
    .tile, "working-directory", .directory, otherwise: "the desktop entry's Path, or the launcher's own",
    example: "\"/srv\"",
    """
    The directory in which the program starts: absolute, below the home directory (~/), or relative to the
    directory of the configuration file.
    """)

  package static let desktopEntry = ConfigurationKey(
    .tile, "desktop-entry", .desktopEntry, level: .basic, example: "\"org.gnome.Calculator\"",
    """
    The installed application that a tap starts, instead of run: the id of its desktop entry, with or without
    .desktop, or the absolute path of the file. Name and icon come from there where the tile has none.
    """)

  package static let url = ConfigurationKey(
    .tile, "url", .address, level: .basic, example: "\"https://example.org/\"",
    """
    A page of the web that the browser opens, instead of run: an address that begins with http:// or https://.
    The browser has a profile of its own, which is wiped when the visit ends, also when the launcher or the
    machine came to a sudden end.
    """)

  package static let allow = ConfigurationKey(
    .tile, "allow", .words(WebAllowance.allCases.map(\.rawValue)), default: "[]", example: "[\"printing\"]",
    """
    What visitors of the page may do that browsers in a kiosk otherwise refuse: save files, print, look behind
    the page, see files of the machine, and follow links that other programs would open. The page itself may
    use the camera, the microphone and the location, show notifications, and lead to any site only when they
    are named here. Which browser can refuse what stands in rotunda.toml(5) below BROWSERS.
    """)

  package static let hosts = ConfigurationKey(
    .tile, "hosts", .texts, otherwise: "the host of url, and all below it",
    example: "[\"example.org\", \"*.cdn.example.org\"]",
    """
    The hosts that the page may use: other hosts are refused, for links, pictures, scripts and all else.
    "example.org" is that host alone, "*.example.org" that host and all below it. The host of url is always
    among them. With "any-site" in allow, only hosts of private networks and this machine have to be named;
    "*." names none of those.
    """)

  package static let tiles = ConfigurationKey(
    .tile, "tiles", .tiles, level: .basic,
    example: "[{ desktop-entry = \"org.gnome.Chess\" }, { run = [\"gnome-mines\"] }]",
    """
    Makes the tile a folder, instead of run: the tiles in it, with the same keys and in any number. A tap
    shows them in a carousel of their own, which looks like the one that the folder is in. They may be folders
    again, up to \(Tile.deepestFolder) deep: a bound for what a file may ask of the machine, and not for what
    is sensible.
    """)

  package static let page = ConfigurationKey(
    .tile, "page", .page, level: .basic, example: "\"about.md\"",
    """
    A text or a picture that the launcher itself shows, instead of run: the path of its file, absolute, below
    the home directory (~/), or relative to the directory of the configuration file. Translated like name:
    page = { en = "about.md", de = "about.de.md" }. A file that ends in .md has a little markup: # before
    headings, - before the points of a list, --- for a line across the page, and for a picture
    ![what it shows](picture.png "what stands below it"); its lines run on until an empty one. Several
    pictures in lines one below another make a row, in which a finger and the keys Left and Right go from
    picture to picture. A picture at the very beginning goes from edge to edge, with the heading that follows,
    or the tile's name, on it. [words](tile:id) in the text makes a button that opens the tile with that id,
    as a tap on it would; there are links to nothing else. ![words](qr:https://example.org/) is a QR code, with which visitors take an
    address with them, of at most 300 bytes. rotunda check finds links to tiles that are not there. Any other
    text is shown as it stands. A page scrolls with a finger, with the wheel and with the keys; it goes
    when it is pulled down, with Escape, or with the control in its corner. A tap on a picture shows it alone;
    there, and on a page that is a picture, two fingers, a double tap, or the keys + and - make it larger, up
    to four times. When the file or a picture on it changes, the page is shown anew.
    """)

  package static let pageDescription = ConfigurationKey(
    .tile, "page-description", .text, otherwise: "none",
    example: "\"A plan: the café is left of the entrance\"",
    """
    What a page that is a picture shows, said aloud to whoever has everything spoken. Translated like name.
    Pictures on a page of writing have such words in the page itself: ![what it shows](picture.png).
    """)

  package static let pagePlace = ConfigurationKey(
    .tile, "page-place", .choice(TilePage.Place.allCases.map(\.rawValue)), default: "\"screen\"",
    """
    Where the page is shown: on the whole screen after a tap, or in the tile itself. In the tile in the middle
    a swipe across the way of the tiles scrolls it, and a tap still opens it on the whole screen. In a
    carousel from top to bottom it goes from side to side, a screenful at a time.
    """)

  package static let action = ConfigurationKey(
    .tile, "action", .action, example: "\"home\"",
    """
    Something that the launcher itself does, instead of run. A tile can neither be bound to open nor to
    another tile. Beside desktop-entry it is something else: the name of one of the application's further
    actions, as its desktop entry lists them, NewWindow for example.
    """)

  package static let tilePIN = ConfigurationKey(
    .tile, "pin", .boolean, level: .basic, default: "false",
    """
    Whether the PIN is asked for before the tile is opened, also by a gesture that is bound to it. A folder
    asks once, before it opens. Without a PIN (see [admin]) the tile stays closed.
    """)

  package static let visibleWhen = ConfigurationKey(
    .tile, "visible-when", .condition, otherwise: "always",
    example: "{ file = \"/run/open\", weekday = \"mon-fri\" }",
    """
    What must be so for the tile to be seen, all of it: command is a program that must be installed, file a
    path at which there must be something, host a name or an address that must answer (with a port:
    "example.org:8080"; else 443), time the hours and weekday the days. Files and programs are noticed at
    once, hosts are asked every half minute while the launcher is seen.
    """)

  package static let enabledWhen = ConfigurationKey(
    .tile, "enabled-when", .condition, otherwise: "always", example: "{ host = \"example.org\" }",
    """
    What must be so for the tile to be opened, as for visible-when. Otherwise it is seen, but dim, and a tap
    says that it is not available now. A pill on it says when it opens, where its hours say that; reason is a text,
    or one for each language, that the pill says instead.
    """)

  package static let buttons = ConfigurationKey(
    .tile, "buttons", .tiles, example: "[{ name = \"Louder\", run = [\"volume\", \"+5\"], window = false }]",
    """
    Buttons and toggles on the tile: tiles in braces, each with a name, maybe an icon, and something to do.
    They answer while the tile is in the middle, and beside it too with tap-beside = "open" where most of the
    tile is seen; touching one does not open the tile. Keys reach them with Tab and with the arrow across the way of the
    tiles. With off they are toggles. A tile with buttons or a list needs nothing else to do.
    """)

  package static let list = ConfigurationKey(
    .tile, "list", .tiles, example: "[{ name = \"Chess\", desktop-entry = \"org.gnome.Chess\" }]",
    """
    A list on the tile: tiles in braces, one below another. A tap on a row does what the row says; a swipe
    across the way of the tiles scrolls the list. Keys reach the rows like buttons.
    """)

  package static let off = ConfigurationKey(
    .tile, "off", .tiles, example: "[{ run = [\"lamp\", \"off\"] }]",
    """
    Makes a button or a row a toggle with two states: a list with a single tile, which says what turns it off;
    what turns it on stands in the button itself. Programs of toggles run without the screen (window = false).
    One that fails puts its toggle back.
    """)

  package static let window = ConfigurationKey(
    .tile, "window", .boolean, otherwise: "true, and for toggles false", example: "false",
    """
    Whether the program of a button or a row has something to show. Without, it runs while the launcher keeps
    the screen; its visitor hears of it only when it fails.
    """)

  package static let valueControl = ConfigurationKey(
    .tile, "control", .choice(ValueControl.Style.allCases.map(\.rawValue)), otherwise: "none, it is a button",
    example: "\"slider\"",
    """
    Makes a button or a row a control with a value. A finger on a slider fills it, and does not turn the
    carousel; a stepper has a button for less and one for more; of a choice one part is chosen. run sets the
    value: {value} stands for it in the arguments. The program runs at most ten times a second, one run after
    another, and the last value always arrives. Arrow keys change the value of the focused control.
    """)

  package static let range = ConfigurationKey(
    .tile, "range", .pair(-1e6...1e6), default: "[0, 100]",
    "The least and the greatest value of a slider or a stepper.")

  package static let step = ConfigurationKey(
    .tile, "step", .number(0...1e6), otherwise: "0 for sliders, 1 for steppers", example: "5",
    "The value is the least one and a whole number of steps. 0 is a slider without steps.")

  package static let choices = ConfigurationKey(
    .tile, "choices", .texts, otherwise: "none", example: "[\"Quiet\", \"Loud\"]",
    "What is written on the parts of a choice: two to eight texts.")

  package static let values = ConfigurationKey(
    .tile, "values", .texts, otherwise: "choices", example: "[\"20%\", \"80%\"]",
    "What {value} becomes for each of the choices.")

  package static let unit = ConfigurationKey(
    .tile, "unit", .identifier, otherwise: "none", example: "\"%\"",
    "What is written behind the number, up to eight letters.")

  package static let value = ConfigurationKey(
    .tile, "value", .number(-1e6...1e6), otherwise: "the least", example: "40",
    """
    The value that is shown until another is known; of a choice the number of the part, from 1.
    """)

  package static let valueFile = ConfigurationKey(
    .tile, "value-file", .file, otherwise: "none", example: "\"/sys/class/backlight/panel/brightness\"",
    """
    A file that holds the value to show: its first number, or for a choice its text. The launcher reads it
    again when it changes, and when the launcher itself is seen again.
    """)

  package static let valueRun = ConfigurationKey(
    .tile, "value-run", .command, otherwise: "none",
    example: "[\"wpctl\", \"get-volume\", \"@DEFAULT_AUDIO_SINK@\"]",
    """
    A program that writes the value to its output, in the same form. It runs at the start, when the launcher
    is seen again, and after the value was set. It has five seconds.
    """)
}
