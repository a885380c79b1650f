import Configuration

extension ConfigurationDecoder {
  /// The name of tiles within `[[shelf]]`.
  private static let tileSection = "tile"

  /// Decodes all `[[shelf]]` sections of a file.
  mutating func decodeShelves(_ section: TOMLTable.Entry) {
    switch section.node.value {
    case .array(let nodes):
      for node in nodes {
        if case .table(let table) = node.value {
          decodeShelf(table, at: node.position)
        } else {
          fail(
            "must be a section with the header [[shelf]], not \(node.kind)", at: node.position,
            key: section.key)
        }
      }
    case .table(let table):
      fail("every shelf begins with [[shelf]], with two brackets", at: section.keyPosition, key: section.key)
      decodeShelf(table, at: section.keyPosition)
    default:
      fail(
        "must be sections with the header [[shelf]], not \(section.node.kind)", at: section.keyPosition,
        key: section.key)
    }
  }

  private mutating func decodeShelf(_ table: TOMLTable, at position: TextPosition) {
    var (name, id, tiles): (LocalizedText?, String?, [Tile]) = (nil, nil, [])
    var shelf = PendingShelf(file: file, directory: directory, position: position)
    for entry in table.entries {
      switch entry.key {
      case ConfigurationKey.shelfName.name: name = localizedText(entry.node, .shelfName)
      case ConfigurationKey.shelfID.name: id = shelfIdentifier(entry.node)
      case Self.tileSection: decodeTiles(entry, header: "[[shelf.tile]]", into: &tiles)
      case ConfigurationSection.carousel.rawValue: shelf.entries += carouselEntries(entry)
      case _ where ConfigurationSection.carousel.keys.contains { $0.name == entry.key }:
        shelf.entries.append(entry)
      default: failUnknown(entry)
      }
    }
    pendingShelves.append(shelf)
    let own = id ?? uniqueShelfID(name)
    editorsPlaces.shelves[own] = .init(file: file, position: position)
    configuration.shelves.append(
      ShelfSettings(name: name, id: own, carousel: CarouselSettings(), tiles: tiles))
  }

  /// Decodes a shelf's id; nil if it is invalid or already used.
  private mutating func shelfIdentifier(_ node: TOMLNode) -> String? {
    let key = ConfigurationKey.shelfID
    guard let text = text(node, key, limit: Self.nameLimit) else { return nil }
    guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.properties.isWhitespace }) else {
      fail("must be \(key.kind), without blanks", at: node.position, key: key.dottedName)
      return nil
    }
    guard !configuration.shelves.contains(where: { $0.id == text }) else {
      fail(
        "'\(Self.excerpt(text))' is already the id of another shelf", at: node.position, key: key.dottedName)
      return nil
    }
    return text
  }

  /// Returns an unused id, made from the shelf's name.
  private func uniqueShelfID(_ name: LocalizedText?) -> String {
    let base = name?.text ?? ConfigurationSection.shelf.rawValue
    let taken = Set(configuration.shelves.map(\.id))
    guard taken.contains(base) else { return base }
    var number = 2
    while taken.contains("\(base)#\(number)") { number += 1 }
    return "\(base)#\(number)"
  }

  private mutating func carouselEntries(_ section: TOMLTable.Entry) -> [TOMLTable.Entry] {
    if case .table(let table) = section.node.value { return table.entries }
    fail(
      "must be a section with the header [shelf.carousel], not \(section.node.kind)", at: section.keyPosition,
      key: "shelf.carousel")
    return []
  }

  private mutating func failUnknown(_ entry: TOMLTable.Entry) {
    let known =
      [
        ConfigurationKey.shelfName.name, ConfigurationKey.shelfID.name, Self.tileSection,
        ConfigurationSection.carousel.rawValue,
      ]
      + ConfigurationSection.carousel.keys.map(\.name)
    fail(
      "there is no such key", at: entry.keyPosition, key: "shelf.\(Self.excerpt(entry.key))",
      suggestion: Spelling.nearest(to: entry.key, among: known))
  }

  /// Completes all shelves after all files are read. A shelf's carousel has the values of `[carousel]`,
  /// overridden by the shelf's own. A theme's values for a screen shape apply to keys that neither sets.
  mutating func finishShelves(_ theme: ThemeDefinition? = nil) {
    let explicit = Set(places.keys)
    let common = Set(carouselPlaces.keys)
    for (index, shelf) in pendingShelves.enumerated() {
      let (place, places, carousel) = (layoutPlace, carouselPlaces, configuration.carousel)
      carouselPlaces = [:]
      enter(shelf.file, shelf.directory)
      if configuration.shelves[index].tiles.isEmpty {
        warn("has no tiles and is not shown", at: shelf.position, key: ConfigurationSection.shelf.rawValue)
      }
      var settings = carousel
      for entry in shelf.entries { decodeOverride(entry, of: carousel, into: &settings) }
      if settings.layout == .custom, settings.details.keyframes.isEmpty {
        settings.layout = CarouselSettings().layout
        failCustomLayout()
      }
      let keys = common.union(carouselPlaces.keys)
      configuration.shelves[index].carousel = theme?.shaped(settings, explicit: keys) ?? settings
      warnAboutKeysWithoutEffect(on: [settings])
      (layoutPlace, carouselPlaces) = (place, places)
    }
    pendingShelves = []
    if let theme {
      configuration.carousel = theme.shaped(configuration.carousel, explicit: common)
      theme.finish(&configuration, explicit: explicit)
    }
    warnAboutKeysWithoutEffect(on: configuration.allShelves.map(\.carousel))
  }

  private mutating func decodeOverride(
    _ entry: TOMLTable.Entry, of common: CarouselSettings, into settings: inout CarouselSettings
  ) {
    decode(entry, into: &settings)
    guard entry.key == ConfigurationKey.orientation.name, settings.orientation != common.orientation else {
      return
    }
    settings.orientation = common.orientation
    fail(
      "is the same for all shelves: set it below [carousel]", at: entry.keyPosition,
      key: ConfigurationKey.orientation.dottedName)
  }
}

/// A shelf's keys that override those of `[carousel]`. They are decoded after all files are read.
struct PendingShelf {
  var file: String
  var directory: String
  var position: TextPosition
  var entries: [TOMLTable.Entry] = []
}
