import CarouselEngine

/// One key of the configuration file. Its type, range, default and meaning are defined only here.
///
/// The decoder, `rotunda config keys`, the manual page and the example all use this table.
package struct ConfigurationKey: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// One of a few words.
    case choice([String])
    case boolean
    /// `true`, `false`, or `"auto"` for whatever the machine supports.
    case automatic
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    /// One of a few whole numbers.
    case oneOf([Int])
    case angle(ClosedRange<Double>)
    /// A position or a direction: to the right and down, each within a range.
    case pair(ClosedRange<Double>)
    /// A position in space; each of its three numbers is within a range.
    case triple(ClosedRange<Double>)
    /// Three angles in degrees, each within a range.
    case turn(ClosedRange<Double>)
    /// A part of the screen: left and top edge, width and height, each within a range.
    case area(ClosedRange<Double>)
    case size(ClosedRange<Double>)
    /// The action of a gesture.
    case action
    case tiles
    /// The id of a tile.
    case identifier
    /// The name of a machine or a group in bundles.
    case name
    case names
    /// An https address.
    case server
    case language
    /// The name or folder of a theme, or a built-in color scheme.
    case theme
    /// The easing of an animation: a word, or the four numbers of a Bézier curve.
    case curve
    case color
    case gradient
    case font
    case text
    case texts
    case icon
    /// The path of a text or a picture, with those of its translations.
    case page
    case address
    /// Any subset of a few words.
    case words([String])
    case command
    case environment
    case duration(ClosedRange<Double>)
    case memory(ClosedRange<UInt64>)
    /// The whole network, no network, or some addresses.
    case network
    /// Paths of directories.
    case directories
    case directory
    /// The path of a directory with pictures.
    case pictures
    /// The scenes for passers-by: one or several.
    case scenes
    case file
    case key
    /// A duration, or never.
    case wait(ClosedRange<Double>)
    case times
    /// Tiles, and the times of the week for each.
    case timetable
    /// The conditions of a tile.
    case condition
    /// Names of keys, or of sections for all their keys.
    case keys
    case desktopEntry
    /// A pattern for codes of a reader.
    case pattern
  }

  /// The audience of a key.
  package enum Level: String, CaseIterable, Hashable, Sendable {
    /// A choice that people make when they set up a kiosk: content, times and audience.
    case basic
    /// A technical detail. Most kiosks keep the defaults.
    case expert
  }

  /// The data of a key, in one object, because the decoder passes keys around for each line of a file.
  private final class Entry: Sendable {
    let section: ConfigurationSection
    let name: String
    let kind: Kind
    let level: Level
    let defaultValue: String?
    let defaultWords: String?
    let example: String
    let words: String
    let dottedName: String

    init(
      _ section: ConfigurationSection, _ name: String, _ kind: Kind, _ level: Level, _ defaultValue: String?,
      _ defaultWords: String?, _ example: String, _ words: String, _ path: String?
    ) {
      (self.section, self.name, self.kind, self.level) = (section, name, kind, level)
      (self.defaultValue, self.defaultWords) = (defaultValue, defaultWords)
      (self.example, self.words) = (example, words)
      dottedName = path ?? "\(section.rawValue).\(name)"
    }
  }

  private let entry: Entry

  package var section: ConfigurationSection { entry.section }
  package var name: String { entry.name }
  package var kind: Kind { entry.kind }
  package var level: Level { entry.level }
  /// The value that applies if the key is missing, as TOML; nil if no value has that meaning.
  package var defaultValue: String? { entry.defaultValue }
  /// The words for the default, if no value expresses it.
  package var defaultWords: String? { entry.defaultWords?.split(separator: "\n").joined(separator: " ") }
  /// A valid value, as TOML.
  package var example: String { entry.example }
  package var words: String {
    String(
      decoding: entry.words.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
  /// Section and name, separated by a dot: `carousel.layout`, or `tile.icon` for the key of any tile.
  package var dottedName: String { entry.dottedName }

  init(
    _ section: ConfigurationSection, _ name: String, _ kind: Kind, level: Level = .expert,
    default value: String? = nil, otherwise defaultWords: String? = nil, example: String? = nil,
    _ words: String, path: String? = nil
  ) {
    entry = Entry(section, name, kind, level, value, defaultWords, example ?? value ?? "", words, path)
  }

  /// Returns a key of a theme's file, which no configuration has.
  package static func ofTheme(_ name: String, _ kind: Kind) -> ConfigurationKey {
    ConfigurationKey(.theme, name, kind, "")
  }

  /// Returns the same key with another description.
  func with(words: String) -> ConfigurationKey {
    ConfigurationKey(
      section, name, kind, level: level, default: defaultValue, otherwise: defaultWords, example: example,
      words)
  }

  package static func == (one: ConfigurationKey, other: ConfigurationKey) -> Bool {
    one.entry === other.entry
      || (one.section == other.section && one.name == other.name && one.dottedName == other.dottedName)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(section)
    hasher.combine(name)
  }

  /// The description and the default, as the manual shows them.
  package var manual: String { "\(words) Default: \(defaultDescription)." }

  /// The default in words, for people.
  package var defaultDescription: String {
    defaultValue ?? defaultWords ?? "none"
  }
}

extension ConfigurationKey.Kind: CustomStringConvertible {
  /// The type and the range, for people.
  package var description: String {
    switch self {
    case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .boolean: "true or false"
    case .automatic: "true, false or \"auto\""
    case .number(let range): "a number from \(Self.plain(range))"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .oneOf(let numbers): "one of " + numbers.map(String.init).joined(separator: ", ")
    case .angle(let range): "a number of degrees from \(Self.plain(range))"
    case .pair(let range): "[x, y], each a number from \(Self.plain(range))"
    case .triple(let range), .turn(let range): "[x, y, z], each a number from \(Self.plain(range))"
    case .area(let range): "[x, y, width, height], each a number from \(Self.plain(range))"
    case .size(let range): "[width, height], each a number from \(Self.plain(range))"
    case .action: "an action such as \"home\" or \"open\""
    case .tiles: "a list of tiles"
    case .identifier: "a word"
    case .name: "a name of letters, digits, hyphens, dots and underscores"
    case .names: "a list of names of letters, digits, hyphens, dots and underscores"
    case .server: "an address that begins with https://"
    case .language: "a language tag such as \"de\" or \"pt-BR\""
    case .theme:
      "the name of a theme, or " + Theme.Name.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .curve:
      "one of " + AnimationCurve.words.map { "\"\($0.word)\"" }.joined(separator: ", ")
        + ", or [x1, y1, x2, y2]"
    case .color: "a color such as \"#3a6ea5\""
    case .gradient: "a color such as \"#3a6ea5\", or two for a gradient: [upper, lower]"
    case .font: "the name of a font"
    case .text: "a text"
    case .texts: "a list of texts"
    case .icon: "a picture's path or an icon's name"
    case .page: "a file's path"
    case .address: "a web address"
    case .words(let words): "a list of any of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .command: "a list of words"
    case .environment: "a table of texts"
    case .duration(let range): "a time from \(Self.time(range))"
    case .memory: "an amount of memory such as \"512M\", at least \"4M\""
    case .network: "true, false, or a list of addresses such as \"192.0.2.0/24\""
    case .directories: "a list of directories' paths"
    case .directory, .pictures: "a directory's path"
    case .scenes:
      "one or a list of " + AttractScene.plain.map { "\"\($0.word)\"" }.joined(separator: ", ")
        + ", or \"\(AttractScene.tilePrefix)\" and a tile's id"
    case .file: "a file's path"
    case .key: "\"select\", \"any\" or the name of a key"
    case .wait(let range): "a time from \(Self.time(range)), or \"never\""
    case .times: "a time of the week or a list of them"
    case .timetable: "a table of times of the week"
    case .condition: "a table with command, file, host, time or weekday"
    case .desktopEntry: "a desktop entry's id or path"
    case .keys: "a list of keys and sections"
    case .pattern: "a pattern such as \"978*\""
    }
  }

  private static func time(_ range: ClosedRange<Double>) -> String {
    "\"\(Quantity.text(seconds: range.lowerBound))\" to \"\(Quantity.text(seconds: range.upperBound))\""
  }

  private static func plain(_ range: ClosedRange<Double>) -> String {
    "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

/// Keys that other parts of the launcher use.
extension ConfigurationKey {
  /// Every key, in the order of the documentation.
  package static let all = ConfigurationSection.allCases.flatMap(\.keys)

  package static let layout = ConfigurationSection.carousel["layout"]
  package static let orientation = ConfigurationSection.carousel["orientation"]
  package static let keyframeOffset = ConfigurationSection.keyframe["offset"]
  package static let themeName = ConfigurationSection.theme["name"]
  package static let tileStyle = ConfigurationSection.theme["tile-style"]
  package static let textScale = ConfigurationSection.access["text-scale"]
  package static let reducedMotion = ConfigurationSection.access["reduced-motion"]
  package static let contact = ConfigurationSection.kiosk["contact"]
  package static let language = ConfigurationSection.kiosk["language"]
  package static let homeTile = ConfigurationSection.kiosk["home-tile"]
  package static let openAtStart = ConfigurationSection.kiosk["open-at-start"]
  package static let singleApp = ConfigurationSection.kiosk["single-app"]
  package static let pinFile = ConfigurationSection.admin["pin-file"]
  package static let picture = ConfigurationSection.tile["picture"]
  package static let attract = ConfigurationSection.idle["attract"]
}
