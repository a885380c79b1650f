import CarouselEngine
import JSONFormat

/// A JSON schema (draft 2020-12) of all keys, for editors and other programs that check configuration files.
///
/// It describes the form of each value, and `x-level` marks basic keys. `rotunda check` verifies the facts
/// that only the launcher knows, such as files and programs.
package enum ConfigurationSchema {
  /// The complete schema, with a final line feed.
  package static var text: String {
    let sections = ConfigurationSection.allCases.filter { ![.keyframe, .decoration].contains($0) }
    let schema: JSON = .object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("rotunda.toml")),
      ("type", .string("object")),
      ("additionalProperties", .boolean(false)),
      ("properties", .object(sections.map { ($0.rawValue, property($0)) })),
      ("$defs", .object([("tile", object(.tile, further: [color(.tile)]))])),
    ])
    return schema.text(indent: 0) + "\n"
  }

  private static func property(_ section: ConfigurationSection) -> JSON {
    switch section {
    case .tile: list(tile, section.words)
    case .tileChange: list(tileChange, section.words)
    case .scan, .shelfChange: list(object(section), section.words)
    case .shelf: list(shelf, section.words)
    case .carousel: object(.carousel, further: [list(.keyframe), list(.decoration)])
    case .background: object(.background, further: [color(.background)])
    default: object(section)
    }
  }

  private static let tile: JSON = .object([("$ref", .string("#/$defs/tile"))])

  /// The schema of a change: the keys of a tile, and those that name and place the tile.
  private static var tileChange: JSON {
    let own = Set(ConfigurationSection.tileChange.keys.map(\.name)).union([ConfigurationKey.tiles.name])
    let keys = ConfigurationSection.tile.keys.filter { !own.contains($0.name) }.map { ($0.name, value($0)) }
    return object(.tileChange, further: keys)
  }

  /// The schema of a shelf: the keys of its carousel, and its own tiles.
  private static var shelf: JSON {
    let carousel = object(.carousel, further: [list(.keyframe), list(.decoration)])
    guard case .object(let keywords) = carousel,
      case .object(let keys)? = keywords.first(where: { $0.name == "properties" })?.value
    else { return carousel }
    return object(.shelf, further: keys + [("carousel", carousel), ("tile", list(tile))])
  }

  /// Returns a section within `[carousel]`, by the last word of its name.
  private static func list(_ section: ConfigurationSection) -> (name: String, value: JSON) {
    let name = section.rawValue.split(separator: ".").last.map(String.init) ?? section.rawValue
    let further = section == .decoration ? [color(section)] : []
    return (name, list(object(section, further: further), section.words))
  }

  /// Returns the spelling `colour`, which files can use instead of `color`.
  private static func color(_ section: ConfigurationSection) -> (name: String, value: JSON) {
    ("colour", value(section["color"]))
  }

  private static func object(
    _ section: ConfigurationSection, further: [(name: String, value: JSON)] = []
  ) -> JSON {
    let name: String? =
      switch section {
      case .keyframe: "offset"
      case .tileChange, .shelfChange: "id"
      case .scan: "match"
      default: nil
      }
    let required: [(String, JSON)] = name.map { [("required", .list([.string($0)]))] } ?? []
    return .object(
      [
        ("description", .string(section.words)), ("type", .string("object")),
        ("additionalProperties", .boolean(false)),
      ] + required + [("properties", .object(section.keys.map { ($0.name, value($0)) } + further))])
  }

  private static func value(_ key: ConfigurationKey) -> JSON {
    let standard = key.defaultValue.map { [("default", JSON.verbatim($0))] } ?? []
    // A badge may also be a whole number.
    let kind =
      key == ConfigurationSection.tile["badge"] ? anyOf(type("integer"), type(key.kind)) : type(key.kind)
    guard case .object(let keywords) = kind else { return kind }
    return .object(
      [("description", .string(key.words)), ("x-level", .string(key.level.rawValue))] + keywords + standard)
  }

  private static func type(_ kind: ConfigurationKey.Kind) -> JSON {
    switch kind {
    case .choice(let words): oneOf(words)
    case .theme: type("string")
    case .boolean: type("boolean")
    case .automatic: .object([("enum", .list([.boolean(true), .boolean(false), .string("auto")]))])
    case .number(let range), .angle(let range): number(range)
    case .integer(let range):
      type(
        "integer",
        [("minimum", .number(Double(range.lowerBound))), ("maximum", .number(Double(range.upperBound)))])
    case .oneOf(let numbers): .object([("enum", .list(numbers.map { .number(Double($0)) }))])
    case .pair(let range), .size(let range): list(number(range), count: 2)
    case .triple(let range), .turn(let range): list(number(range), count: 3)
    case .area(let range): list(number(range), count: 4)
    case .curve: anyOf(oneOf(AnimationCurve.names), list(number(-10...10), count: 4))
    case .tiles: list(tile)
    case .color: color
    case .gradient: anyOf(color, list(color, count: 2))
    case .text, .page: translated
    case .texts, .command, .directories, .keys: list(type("string"))
    case .names: list(name)
    case .name: name
    case .server: type("string", [("pattern", .string("^https://"))])
    case .network: anyOf(type("boolean"), list(type("string")))
    case .words(let words): list(oneOf(words))
    case .environment: table(of: type("string"))
    case .memory: anyOf(type("integer"), type("string"))
    case .times, .scenes: times
    case .timetable: table(of: times)
    case .condition:
      type(
        "object",
        [
          ("additionalProperties", .boolean(false)),
          (
            "properties",
            .object(
              ["command", "file", "host"].map { ($0, type("string")) }
                + ["time", "weekday"].map { ($0, times) } + [("reason", translated)])
          ),
        ])
    case .address: type("string", [("pattern", .string("^[Hh][Tt][Tt][Pp][Ss]?://"))])
    case .action, .identifier, .language, .font, .icon, .duration, .wait, .directory, .pictures, .file, .key,
      .desktopEntry, .pattern:
      type("string")
    }
  }

  private static let color = type("string", [("pattern", .string("^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"))])
  private static let name = type("string", [("pattern", .string("^[A-Za-z0-9_][A-Za-z0-9_.-]*$"))])
  /// A text, or a text for each language.
  private static let translated = anyOf(type("string"), table(of: anyOf(type("string"), type("integer"))))
  /// One text or several.
  private static let times = anyOf(type("string"), list(type("string")))

  private static func type(_ name: String, _ further: [(name: String, value: JSON)] = []) -> JSON {
    .object([("type", .string(name))] + further)
  }

  private static func number(_ range: ClosedRange<Double>) -> JSON {
    type("number", [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))])
  }

  private static func oneOf(_ words: [String]) -> JSON {
    .object([("enum", .list(words.map { .string($0) }))])
  }

  private static func anyOf(_ types: JSON...) -> JSON { .object([("anyOf", .list(types))]) }

  private static func table(of type: JSON) -> JSON {
    self.type("object", [("additionalProperties", type)])
  }

  private static func list(_ items: JSON, _ words: String? = nil, count: Int? = nil) -> JSON {
    let bounds =
      count.map { [("minItems", JSON.number(Double($0))), ("maxItems", .number(Double($0)))] } ?? []
    let description = words.map { [("description", JSON.string($0))] } ?? []
    return .object(description + [("type", .string("array")), ("items", items)] + bounds)
  }
}
