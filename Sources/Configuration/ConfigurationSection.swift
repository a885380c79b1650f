import CarouselEngine

/// A section of the configuration file.
package enum ConfigurationSection: String, CaseIterable, Hashable, Sendable {
  case carousel
  /// The position of tiles at one offset of a custom layout; can occur any number of times.
  case keyframe = "carousel.keyframe"
  /// A decoration that is drawn with the tiles; can occur any number of times.
  case decoration = "carousel.decoration"
  case gestures
  /// The strip along an edge that leads home from programs.
  case homeStrip = "home-strip"
  case brand
  case theme
  case artwork
  case screen
  case background
  case header
  case kiosk
  case admin
  case access
  case idle
  case schedule
  case browser
  case control
  case metrics
  /// Signed bundles.
  case bundle
  case bridge
  /// A carousel above or below the others; can occur any number of times.
  case shelf
  /// A tile; can occur any number of times.
  case tile
  /// A change of a tile from another file; can occur any number of times.
  case tileChange = "tile-change"
  /// A change to a shelf of another file; can occur any number of times.
  case shelfChange = "shelf-change"
  /// A binding for codes of a reader; can occur any number of times.
  case scan

  package var isList: Bool {
    [.keyframe, .decoration, .shelf, .tile, .tileChange, .shelfChange, .scan].contains(self)
  }

  package var header: String { isList ? "[[\(rawValue)]]" : "[\(rawValue)]" }

  package var words: String { text.split(separator: "\n").joined(separator: " ") }

  private var text: String {
    switch self {
    case .carousel:
      """
      The looks and the motion of the carousel. All keys are optional. Lengths are in points (pixels divided
      by the screen's scale), in tile sizes, or in millimeters for fingers. A tile size is the width of a
      tile, in a vertical carousel its height. For parts of a tile, such as its margin, it is the shorter of
      the two.
      """
    case .keyframe:
      """
      A place of the layout custom, for tiles at a certain distance from the middle. Write one section for
      each distance, in any order. Between two keyframes tiles move smoothly. Beyond the first and last they
      keep that place. All keys above except orientation apply to custom, too. The keyframes of a file
      replace those of earlier files.
      """
    case .decoration:
      """
      A picture or a colored board beside the tiles: a shelf below them, a lamp, a frame around the selected
      one. It keeps its place while the tiles move. Write one section for each. The decorations of a file
      replace those of earlier files.
      """
    case .gestures:
      """
      What gestures do, beyond turning the carousel. A gesture bound to none is ignored, and its fingers are
      free for others. Lengths are millimeters on the glass. Where a screen does not report its size, 160
      points are an inch.
      """
    case .homeStrip:
      """
      A thin strip along an edge of the screen, above every program. A swipe from it leads home. It exists
      only while a program has the screen.
      """
    case .brand:
      """
      The brand of the operator: name, logo, color and fonts. Most operators need no other key for the looks
      of the launcher.
      """
    case .theme:
      """
      The looks of the launcher: colors, measures and fonts. All keys are optional.
      """
    case .artwork:
      "The cost of pictures. All keys are optional."
    case .screen:
      "The orientation of the picture on the screen. All keys are optional."
    case .background:
      """
      The background: a color, a gradient, a picture, or a directory of pictures.
      """
    case .header:
      """
      The edges of the screen: title, logo, clock and date at the top, and the position of the carousel at
      the bottom. Dates have names of days and months in some seventy languages.
      """
    case .kiosk:
      "The behavior of the launcher. All keys are optional."
    case .admin:
      """
      How staff reach the system page: they press a corner of the screen several times and enter a PIN.
      Without a PIN the corner does nothing. After two wrong PINs the launcher takes the next one only after 5
      seconds. After each further one it waits twice as long, up to 15 minutes. A restart of the launcher or
      the machine does not shorten the wait.
      """
    case .access:
      """
      Accessibility: large print, less motion, a screen reader, sounds, and one switch for visitors who can
      press only one key or button.
      """
    case .idle:
      """
      What happens while no one touches the screen. A time is a number with a unit (ms, s, min, h, d), such
      as "90s" or "1h 30min", or "never".
      """
    case .schedule:
      "Opening hours and times of tiles, by the machine's local clock."
    case .browser:
      "The browser for tiles with url."
    case .control:
      """
      Control from outside, with rotunda ctl or through D-Bus as org.rotunda.Launcher1. All keys are
      optional.
      """
    case .metrics:
      "Counts of what visitors open, for a node exporter. Off, unless enabled is true."
    case .bundle:
      """
      Signed bundles with tiles, pictures, pages and themes: see docs/bundles.md. These keys count in the
      files of the machine. In a bundle they have no effect.
      """
    case .bridge:
      """
      State and commands through an MQTT broker, for Home Assistant and other programs. Off, unless host is
      set and rotunda-bridge.service is enabled. [control] limits the commands.
      """
    case .shelf:
      """
      A row of tiles of its own, below the tiles without a shelf and earlier shelves. A swipe across the
      tiles goes to the next shelf. Write one section for each shelf, and its tiles below it in
      [[shelf.tile]], with the keys of a tile. The keys of [carousel] can stand in it, or in
      [shelf.carousel], and apply to this shelf only. All shelves have the same orientation.
      """
    case .tile:
      """
      A tile that visitors can open. Write one section for each tile, in their order on the screen. A tile
      needs exactly one of run, desktop-entry, url, tiles, page and action, unless it has buttons or a list.
      """
    case .tileChange:
      """
      A change of a tile of another file, or of this one. Write one section for each change, with the id of
      the tile, and any key of a tile except tiles. A key such as run, url or page replaces the one that the
      tile had. The launcher applies changes in their order, after it has read all files. The editor on the
      screen writes them.
      """
    case .shelfChange:
      """
      A new name for a shelf of another file or of this one. Write one section for each change, with the id
      of the shelf. The editor on the screen writes such sections.
      """
    case .scan:
      """
      The effect of codes from barcode, RFID and badge readers that work as keyboards. Write one section for
      each kind of code, with match and either open or action. The launcher recognizes readers by their speed
      (reader-gap in [gestures]) and by the Enter or Tab after the code. Codes count while the launcher is
      visible, except on the PIN pad and the system page, in the editor and in the first run. A program on
      the screen gets the keys of the reader instead.
      """
    }
  }

  /// The section's keys, in the order of the documentation: the basic ones first.
  package var keys: [ConfigurationKey] { Self.keysBySection[self] ?? [] }

  private var table: [ConfigurationKey] {
    switch self {
    case .carousel: CarouselSettings.keys + [.placeholder]
    case .keyframe: LayoutKeyframe.keys
    case .decoration: CarouselDecoration.keys
    case .gestures: GestureSettings.keys
    case .homeStrip: HomeStripSettings.keys
    case .brand: BrandSettings.keys
    case .theme: ThemeSettings.keys
    case .artwork: ArtworkSettings.keys
    case .screen: ScreenSettings.keys
    case .background: BackgroundSettings.keys
    case .header: HeaderSettings.keys
    case .kiosk: KioskSettings.keys
    case .admin: AdminSettings.keys
    case .access: AccessibilitySettings.keys
    case .idle: IdleSettings.keys
    case .schedule: ScheduleSettings.keys + [.scheduledTiles]
    case .browser: BrowserSettings.keys
    case .control: ControlSettings.keys
    case .metrics: MetricsSettings.keys
    case .bundle: BundleSettings.keys
    case .bridge: BridgeSettings.keys
    case .shelf: [.shelfName, .shelfID]
    case .tile: Tile.keys
    case .tileChange: TileChange.keys
    case .shelfChange: ShelfChange.keys
    case .scan: ScanBinding.keys
    }
  }

  package func key(named name: String) -> ConfigurationKey? {
    // The decoder calls this for nearly every line of a file, and looking up a section hashes its name.
    self == .tile ? Self.tileKeys[name] : Self.keysByName[self]?[name]
  }

  /// Returns the key with a name. The key must exist.
  package subscript(name: String) -> ConfigurationKey {
    guard let key = key(named: name) else { preconditionFailure("\(header) has no key \(name)") }
    return key
  }

  // Computed once, because the decoder looks up a key for each line of a file.
  private static let keysBySection = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.table.basicFirst) })
  private static let keysByName = keysBySection.mapValues { keys in
    Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
  private static let tileKeys = keysByName[.tile] ?? [:]
}

/// All keys as a commented configuration file, which `rotunda config keys` prints and with which the example
/// begins.
///
/// Keys whose default is a value have it. All other keys, and the tiles, are commented out.
package enum ConfigurationReference {
  /// The largest line length, in characters.
  static let width = 78

  /// The complete reference, with a final line feed. In each section the basic keys come first.
  package static var text: String { text(of: ConfigurationKey.Level.allCases) }

  /// The reference with only the basic keys, and the sections that contain any.
  package static var basicText: String { text(of: [.basic]) }

  private static func text(of levels: [ConfigurationKey.Level]) -> String {
    ConfigurationSection.allCases.map { lines(of: $0, levels) }.filter { !$0.isEmpty }
      .joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private static func lines(of section: ConfigurationSection, _ levels: [ConfigurationKey.Level]) -> [String]
  {
    let keys = levels.flatMap { level -> [String] in
      let keys = section.keys.filter { $0.level == level }
      let heading = keys.isEmpty ? [] : ["", "# \(level.heading)"]
      return heading + keys.flatMap { [""] + lines(of: $0, in: section) }
    }
    let mark = section.isList ? "#" : ""
    let actions =
      section == .gestures
      ? ["#", "# Actions:"] + ActionReference.entries.flatMap { lines(of: $0.word, $0.meaning) } : []
    return keys.isEmpty ? [] : comment(section.words) + actions + [mark + section.header] + keys
  }

  private static func lines(of key: ConfigurationKey, in section: ConfigurationSection) -> [String] {
    let isDefault = !section.isList && key.defaultValue != nil
    let value = isDefault ? key.defaultValue ?? "" : key.example
    return comment(key.words) + comment("\(key.kind.sentence). Default: \(key.defaultDescription).")
      + assignment(of: key, "\(isDefault ? "" : "#")\(key.name) = \(value)")
  }

  /// Returns the lines that set a key. A long list of words continues on further lines, as TOML allows.
  private static func assignment(of key: ConfigurationKey, _ text: String) -> [String] {
    guard text.count > width, case .words = key.kind, !text.hasPrefix("#") else { return [text] }
    return wrap(text, width: width - 2).enumerated().map { $0 == 0 ? $1 : "  \($1)" }
  }

  /// Returns the comment lines for an action: its word, and its description beside it.
  private static func lines(of word: String, _ meaning: String) -> [String] {
    let lines = wrap(meaning, width: width - 24)
    let margin = word.padded(to: 20)
    return lines.enumerated().map { "#   \($0 == 0 ? margin : String(repeating: " ", count: 20))\($1)" }
  }

  /// Returns a paragraph as comment lines.
  private static func comment(_ words: String) -> [String] {
    wrap(words, width: width - 2).map { "# \($0)" }
  }

  /// Breaks text into lines of at most `width` characters. Longer words exceed that.
  package static func wrap(_ words: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}

extension String {
  /// Returns the text padded with spaces to `width` characters, with at least one space.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }
}

extension ConfigurationKey.Level {
  /// The heading above the keys of that level.
  package var heading: String {
    switch self {
    case .basic: "Basic keys"
    case .expert: "Expert keys"
    }
  }
}

extension Sequence<ConfigurationKey> {
  /// The basic keys, then the others, each group in its original order.
  package var basicFirst: [ConfigurationKey] {
    ConfigurationKey.Level.allCases.flatMap { level in filter { $0.level == level } }
  }
}

extension ConfigurationKey.Kind {
  /// The type and the range with a capital letter. `true or false` keeps its case, because it names values.
  var sentence: String {
    self == .boolean ? description : description.prefix(1).uppercased() + description.dropFirst()
  }
}
