import CarouselEngine
import Configuration

/// A key of Rotunda 0.1 whose name, section or values have changed.
struct ChangedKey: Sendable {
  enum Today: Sendable {
    case named(String)
    /// Another name. The new value is the old one multiplied by a factor. `unit` is the meaning of 1.
    case scaled(String, by: Double, unit: String)
    /// A name for each group of layouts that had the key. A carousel with any other layout gets the last
    /// name.
    case byLayout([LayoutName])
    /// The old name in another section.
    case below(ConfigurationSection)
    /// A number of seconds, which is now a text with a unit.
    case text
    /// Another name, and a prefix for the text.
    case prefixed(String, String)
    /// Another name, unless the more specific key `beside` is in the same table. In that case the key is
    /// removed.
    case unless(beside: String, String)
    /// Another name, with a word for each of the old values.
    case words(String, [String: String])
  }

  /// The new name of a key whose meaning depended on the layout.
  struct LayoutName: Sendable {
    let name: String
    let layouts: Set<LayoutKind>
    /// Whether the old unit was widths of the screen, or heights in a vertical carousel, and the new one is
    /// tile sizes.
    let isOfScreen: Bool

    init(_ name: String, _ layouts: Set<LayoutKind>, isOfScreen: Bool = false) {
      (self.name, self.layouts, self.isOfScreen) = (name, layouts, isOfScreen)
    }
  }

  let section: ConfigurationSection
  let name: String
  let today: Today

  private init(_ section: ConfigurationSection, _ name: String, _ today: Today) {
    (self.section, self.name, self.today) = (section, name, today)
  }

  private static let timeMachines: Set<LayoutKind> = [.timeMachine, .invertedTimeMachine]
  private static let rings: Set<LayoutKind> = [.ring, .scaledRing, .ellipse, .invertedEllipse]

  static let all: [ChangedKey] = names + homes + moves + times

  private static let names = [
    ChangedKey(.kiosk, "start-tile", .named("open-at-start")),
    ChangedKey(.theme, "face", .named("tile-style")),
    ChangedKey(.theme, "background", .named("ground")),
    ChangedKey(
      .carousel, "center-item-when-selected",
      .words("tap-beside", ["true": "\"center\"", "false": "\"open\""])),
    ChangedKey(.carousel, "angle", .named("angle-between-tiles")),
    ChangedKey(
      .carousel, "tilt",
      .byLayout([
        LayoutName("step-aside", timeMachines),
        LayoutName("side-tilt", [.coverFlow, .coverFlow2, .receding]),
      ])),
    ChangedKey(
      .carousel, "depth-ratio",
      .byLayout([
        LayoutName("step-back", [.receding]), LayoutName("ring-depth", rings, isOfScreen: true),
      ])),
    ChangedKey(.carousel, "width-ratio", .byLayout([LayoutName("ring-width", rings, isOfScreen: true)])),
    ChangedKey(.idle, "attract-with", .unless(beside: "attract-tile", "attract")),
    ChangedKey(.idle, "attract-tile", .prefixed("attract", AttractScene.tilePrefix)),
    ChangedKey(.theme, "notice-radius", .scaled("notice-radius-scale", by: 1 / 0.77, unit: "the usual")),
    ChangedKey(.theme, "notice-margin", .scaled("notice-margin-scale", by: 1 / 1.1, unit: "the usual")),
    ChangedKey(.theme, "screen-margin", .scaled("screen-margin-scale", by: 1 / 1.2, unit: "the usual")),
  ]

  private static let homes = [
    ChangedKey(.tile, readOnlyHome, .words("home", ["true": "\"visit\"", "false": "\"keep\""]))
  ]
  private static let readOnlyHome = "read-only-home"

  private static let moves =
    ["speech", "sounds"].map { ChangedKey(.kiosk, $0, .below(.access)) }
    + ["text-scale", "reduced-motion", "mirrored"].map { ChangedKey(.theme, $0, .below(.access)) }

  private static let times: [ChangedKey] = [
    ConfigurationSection.carousel: ["layout-change-duration", "view-change-duration", "scroll-duration"],
    .background: ["interval", "fade"],
    .gestures: [
      "press-feedback-delay", "long-press-delay", "stop-after", "velocity-horizon", "double-tap-delay",
      "double-tap-minimum", "swipe-duration", "forgotten-after",
    ],
  ].flatMap { section, names in names.map { ChangedKey(section, $0, .text) } }

  private static let bySection = Dictionary(grouping: all, by: \.section.rawValue).mapValues { keys in
    Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
  }

  /// Returns the changed key at a path from the root of a file; nil for an unchanged one.
  static func at(_ path: [String]) -> ChangedKey? {
    if let name = path.last, isTile(path.dropLast()) { return bySection[tile]?[name] }
    return switch path.count {
    case 2: bySection[path[0] == shelf ? carousel : path[0]]?[path[1]]
    case 3 where path[0] == shelf && path[1] == carousel: bySection[carousel]?[path[2]]
    default: nil
    }
  }

  private static let tile = ConfigurationSection.tile.rawValue
  /// The keys that contain tiles within tiles.
  private static let tilesInTiles =
    Set(["tiles", "buttons", "list", "off"] + TileGesture.allCases.map(\.key.name))

  /// Reports whether a key of a tile or a shelf contains tiles or parts of a tile.
  static func leadsToTiles(_ name: String) -> Bool { name == tile || tilesInTiles.contains(name) }

  /// Reports whether a path from the root of a file leads to tiles.
  private static func isTile(_ path: ArraySlice<String>) -> Bool {
    let inside = path.first == shelf ? path.dropFirst() : path
    return inside.first == tile && inside.dropFirst().allSatisfy(tilesInTiles.contains)
  }

  /// Reports whether a tile, or a tile within it, has an old key.
  private static func isInTile(_ node: TOMLNode) -> Bool {
    switch node.value {
    case .table(let table):
      table.entries.contains {
        $0.key == readOnlyHome || tilesInTiles.contains($0.key) && isInTile($0.node)
      }
    case .array(let nodes): nodes.contains(where: isInTile)
    default: false
    }
  }

  /// Shelves have the keys of the carousel, directly or in a table of their own.
  private static let (shelf, carousel) = (
    ConfigurationSection.shelf.rawValue, ConfigurationSection.carousel.rawValue
  )

  /// Reports whether a table can contain an old key, or is the destination of one.
  static func mayBe(in table: ScannedTable) -> Bool {
    guard let first = table.path.first else { return true }
    return first == shelf || bySection[first] != nil || first == ConfigurationSection.access.rawValue
  }

  /// Reports whether a file contains an old key.
  static func isAnywhere(in root: TOMLTable) -> Bool {
    root.entries.contains { entry in
      if entry.key == tile { return isInTile(entry.node) }
      guard entry.key == shelf || bySection[entry.key] != nil else { return false }
      return isAnywhere(in: entry.node, at: [entry.key])
    }
  }

  private static func isAnywhere(in node: TOMLNode, at path: [String]) -> Bool {
    switch node.value {
    case .table(let table):
      table.entries.contains { entry in
        if path == [shelf], entry.key == tile { return isInTile(entry.node) }
        let path = path + [entry.key]
        if let key = at(path) { return key.isOld(entry.node) }
        return path == [shelf, carousel] && isAnywhere(in: entry.node, at: path)
      }
    case .array(let nodes): nodes.contains { isAnywhere(in: $0, at: path) }
    default: false
    }
  }

  private func isOld(_ node: TOMLNode) -> Bool {
    guard case .text = today else { return true }
    switch node.value {
    case .integer, .float: return true
    default: return false
    }
  }
}
