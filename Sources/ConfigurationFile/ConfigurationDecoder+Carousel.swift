import CarouselEngine
import Configuration
import RotundaGeometry

extension ConfigurationDecoder {
  /// Reads one key of `[carousel]`.
  mutating func decode(_ entry: TOMLTable.Entry, into settings: inout CarouselSettings) {
    if entry.key == Self.keyframeSection { return decodeKeyframes(entry, into: &settings) }
    if entry.key == Self.decorationSection { return decodeDecorations(entry, into: &settings) }
    let key = key(of: entry, in: .carousel)
    if key == .placeholder { return settings.placeholder = placeholder(entry) }
    guard let field = CarouselField.all.first(where: { $0.key == key }), let value = value(entry, field.key)
    else { return }
    field.set(value, in: &settings)
    carouselPlaces[field.key] = (file, entry.keyPosition)
    if key == .layout { layoutPlace = (file, entry.node.position) }
  }

  /// What stands beside the tiles: how it looks, and nothing that it does.
  private mutating func placeholder(_ entry: TOMLTable.Entry) -> Tile? {
    let key = ConfigurationKey.placeholder
    guard case .array(let nodes) = entry.node.value, nodes.count == 1, case .table(let table) = nodes[0].value
    else {
      fail("must be a list with a single tile in braces", at: entry.node.position, key: key.dottedName)
      return nil
    }
    var draft = TileDraft(position: nodes[0].position)
    for entry in table.entries {
      guard Self.looks.contains(entry.key) else {
        fail(
          "opens nothing, and has only \(Self.looks.joined(separator: ", "))",
          at: entry.keyPosition,
          key: key.dottedName)
        continue
      }
      decode(entry, into: &draft, depth: 0)
    }
    return placeholder(of: draft)
  }

  /// The keys of a tile that say how it looks.
  private static let looks = [
    "name", "description", "size", "aspect", "icon", "picture", "picture-fit", "color", "badge",
  ]

  /// Says which keys that were set to something else than their default have an effect on none of the carousels that they
  /// are for.
  mutating func warnAboutKeysWithoutEffect(on carousels: [CarouselSettings]) {
    for field in CarouselField.all {
      guard let place = carouselPlaces[field.key], let condition = field.condition,
        let first = carousels.first(where: field.isSet), !carousels.contains(where: field.hasEffect)
      else { continue }
      report(
        Diagnostic(
          .warning, file: place.file, line: place.position.line, column: place.position.column,
          key: field.key.dottedName, message: "has no effect with \(condition.opposite(in: first))"))
    }
  }
}
