import CarouselEngine

/// A part of the configuration file.
package enum ConfigurationSection: String, CaseIterable, Hashable, Sendable {
  case carousel
  /// Where a custom layout puts a tile at one offset; may stand any number of times.
  case keyframe = "carousel.keyframe"
  /// Something that is drawn with the tiles and is none; may stand any number of times.
  case decoration = "carousel.decoration"
  case gestures
  /// The strip along an edge that leads home out of programs.
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
  /// A carousel above or below the others; may stand any number of times.
  case shelf
  /// What it offers; may stand any number of times.
  case tile

  package var isList: Bool { [.keyframe, .decoration, .shelf, .tile].contains(self) }

  package var header: String { isList ? "[[\(rawValue)]]" : "[\(rawValue)]" }

  package var words: String { text.split(separator: "\n").joined(separator: " ") }

  private var text: String {
    switch self {
    case .carousel:
      """
      How the carousel looks and turns. Every key has a default; the whole section may be left out. Here and
      below, a length is in points (pixels divided by the screen's scale), in tile sizes, or for fingers in
      millimeters. A tile size is a tile's width, in a carousel from top to bottom its height; for what is on
      a tile, such as its margin, it is the shorter of the two.
      """
    case .keyframe:
      """
      Where the layout custom puts a tile that is a certain number of tiles away from the middle. Write the
      section once for every such offset, in any order. Between two keyframes tiles go smoothly from one to
      the other; before the first and behind the last they stay as they are. Turning, moving and the keys
      above count for custom too, except orientation. The keyframes of a file replace those of the files read
      before.
      """
    case .decoration:
      """
      A picture or a colored board that stands with the tiles and is none: a shelf below them, a lamp, a
      frame around the one in the middle. It keeps its place while the tiles move. Write the section once for
      each. The decorations of a file replace those of the files read before.
      """
    case .gestures:
      """
      What fingers mean, beyond turning the carousel. A gesture that is bound to none is not looked out for,
      and its fingers are free for others. Lengths are millimeters on the glass; where a screen does not tell
      its size, an inch is taken to be 160 points.
      """
    case .homeStrip:
      """
      A thin strip along an edge of the screen, above every program, from which a swipe leads home. It is
      there only while a program has the screen.
      """
    case .brand:
      """
      Who runs the kiosk: name, logo, color and fonts. It is all that most operators need to set of how the
      launcher looks.
      """
    case .theme:
      """
      How the launcher looks: colors, measures and fonts. Every key has a default; the whole section may be
      left out.
      """
    case .artwork:
      "What pictures may cost. Every key has a default; the whole section may be left out."
    case .screen:
      "How the picture lies on the screen. The whole section may be left out."
    case .background:
      """
      What lies behind everything: a color, a gradient, a picture, or a directory of pictures that take
      turns.
      """
    case .header:
      """
      What stands at the edges of the screen, beside the tiles: title, logo, clock and date above, what shows
      the place below. Days and months have their names in some seventy languages.
      """
    case .kiosk:
      "How the launcher behaves as a whole. Every key has a default; the whole section may be left out."
    case .admin:
      """
      How staff reach the system page: they press a corner of the screen several times and enter a PIN.
      Without a PIN the corner does nothing. After two wrong PINs the launcher takes the next one only after
      5 seconds, and after each further one it waits twice as long, up to 15 minutes. A restart of the
      launcher or the machine does not shorten the wait.
      """
    case .access:
      """
      What visitors need: large print, less motion, words and sounds to hear, and one key for those who can
      neither touch the screen nor use a keyboard, but press one key, one switch or one button of a chair.
      """
    case .idle:
      """
      What happens when nobody touches the screen. A time is a number with a unit (ms, s, min, h, d), such as
      "90s" or "1h 30min", or "never".
      """
    case .schedule:
      "What depends on weekday and hour, by the machine's local clock."
    case .browser:
      "The browser that opens the pages of tiles with url."
    case .control:
      """
      What operators can ask for from outside: with rotunda ctl, and through D-Bus, as org.rotunda.Launcher1.
      Every key has a default; the whole section may be left out.
      """
    case .metrics:
      "What is counted of what visitors do, for a node exporter. Nothing, unless enabled is true."
    case .shelf:
      """
      A carousel of its own, below the one with the tiles that are on no shelf, or if there are none, below
      the shelf before it. A swipe across the way of the tiles goes from one to the next, which peeks into the
      screen. Write the section once for every shelf, and its tiles below it, each below the header
      [[shelf.tile]] with the keys of a tile. The keys of [carousel] can stand in it too, or below the header
      [shelf.carousel]: they count for this shelf only. All shelves have the same orientation: a swipe along
      it turns a shelf, and one across it goes to another.
      """
    case .tile:
      """
      Something that a visitor can open. Write the section once for every tile, in the order in which they
      shall stand. A tile needs exactly one of run, desktop-entry, url, tiles, page and action, unless it has
      buttons or a list.
      """
    }
  }

  /// Its keys, in the order in which they are documented: the basic ones first.
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
    case .shelf: [.shelfName]
    case .tile: Tile.keys
    }
  }

  package func key(named name: String) -> ConfigurationKey? {
    // Asked for nearly every line of a file, and a section is found by its name.
    self == .tile ? Self.tileKeys[name] : Self.keysByName[self]?[name]
  }

  /// Its key of a name that it has.
  package subscript(name: String) -> ConfigurationKey {
    guard let key = key(named: name) else { preconditionFailure("\(header) has no key \(name)") }
    return key
  }

  // Made once: a file has as many keys to look up as it has lines.
  private static let keysBySection = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.table.basicFirst) })
  private static let keysByName = keysBySection.mapValues { keys in
    Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
  private static let tileKeys = keysByName[.tile] ?? [:]
}

/// All keys as a configuration file that explains itself: what `rotunda config keys` prints and the example
/// begins with.
///
/// Keys whose default is a value stand at it. The others, and the tiles, are commented out, for there is
/// nothing to write for them.
package enum ConfigurationReference {
  /// The longest line, in characters.
  static let width = 78

  /// The whole reference, ending with a line feed. In each section the basic keys come first.
  package static var text: String { text(of: ConfigurationKey.Level.allCases) }

  /// The same with the basic keys only, and the sections that have any.
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
    return keys.isEmpty ? [] : comment(section.words) + [mark + section.header] + keys
  }

  private static func lines(of key: ConfigurationKey, in section: ConfigurationSection) -> [String] {
    let isDefault = !section.isList && key.defaultValue != nil
    let value = isDefault ? key.defaultValue ?? "" : key.example
    return comment(key.words) + comment("\(key.kind.sentence). Default: \(key.defaultDescription).")
      + ["\(isDefault ? "" : "#")\(key.name) = \(value)"]
  }

  /// A paragraph as comment lines.
  private static func comment(_ words: String) -> [String] {
    wrap(words, width: width - 2).map { "# \($0)" }
  }

  /// Lines of at most `width` characters, except for words that are longer.
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

extension ConfigurationKey.Level {
  /// What stands above the keys of that level.
  package var heading: String {
    switch self {
    case .basic: "Basic keys"
    case .expert: "Expert keys"
    }
  }
}

extension Sequence<ConfigurationKey> {
  /// The basic keys and then the others, each as they stood among themselves.
  package var basicFirst: [ConfigurationKey] {
    ConfigurationKey.Level.allCases.flatMap { level in filter { $0.level == level } }
  }
}

extension ConfigurationKey.Kind {
  /// The type and the range with a capital letter, except where that would change a value.
  var sentence: String {
    self == .boolean ? description : description.prefix(1).uppercased() + description.dropFirst()
  }
}
