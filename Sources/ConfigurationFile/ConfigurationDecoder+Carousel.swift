import CarouselEngine
import Configuration
import RotundaGeometry

extension ConfigurationDecoder {
  /// Decodes one key of `[carousel]`.
  mutating func decode(_ entry: TOMLTable.Entry, into settings: inout CarouselSettings) {
    if [Self.keyframeSection, Self.decorationSection].contains(entry.key),
      isLocked("\(ConfigurationSection.carousel.rawValue).\(entry.key)", .carousel, at: entry.keyPosition)
    {
      return
    }
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

  /// Returns the tile for placeholders, which has only keys for its look.
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
          "is not allowed here: a placeholder opens nothing, and has only \(Self.looks.joined(separator: ", "))",
          at: entry.keyPosition,
          key: key.dottedName)
        continue
      }
      decode(entry, into: &draft, depth: 0)
    }
    return placeholder(of: draft)
  }

  /// The keys of a tile that define its look.
  private static let looks = [
    "name", "description", "size", "aspect", "icon", "picture", "picture-fit", "color", "badge",
  ]

  /// Reports keys with a value other than the default that affect none of their carousels.
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

extension ConfigurationDecoder {
  /// The name of keyframes within `[carousel]`.
  static let keyframeSection = "keyframe"

  mutating func decodeKeyframes(_ section: TOMLTable.Entry, into settings: inout CarouselSettings) {
    let name = ConfigurationSection.keyframe
    guard case .array(let nodes) = section.node.value else {
      return fail(
        "must be sections with the header \(name.header), not \(section.node.kind)", at: section.keyPosition,
        key: name.rawValue)
    }
    guard nodes.count <= CarouselSettings.keyframeLimit else {
      return fail(
        "there are more than \(CarouselSettings.keyframeLimit) of them", at: section.keyPosition,
        key: name.rawValue)
    }
    var keyframes: [LayoutKeyframe] = []
    for node in nodes {
      guard let keyframe = keyframe(node) else { continue }
      if keyframes.contains(where: { $0.offset == keyframe.offset }) {
        fail(
          "there is another keyframe at \(keyframe.offset)", at: node.position,
          key: ConfigurationKey.keyframeOffset.dottedName)
      } else {
        keyframes.append(keyframe)
      }
    }
    settings.details.keyframes = keyframes
  }

  /// Replaces a custom layout without keyframes, which would put all tiles in one place.
  mutating func checkCustomLayout() {
    guard configuration.carousel.layout == .custom, configuration.carousel.details.keyframes.isEmpty else {
      return
    }
    replaceCustomLayout(because: Self.missingKeyframes)
  }

  private mutating func keyframe(_ node: TOMLNode) -> LayoutKeyframe? {
    guard case .table(let table) = node.value else {
      let section = ConfigurationSection.keyframe
      fail(
        "must be a section with the header \(section.header), not \(node.kind)", at: node.position,
        key: section.rawValue)
      return nil
    }
    places[.keyframeOffset] = nil
    let keyframe = decode(table, as: LayoutKeyframe.self)
    guard places[.keyframeOffset] == nil else { return keyframe }
    if !table.entries.contains(where: { $0.key == ConfigurationKey.keyframeOffset.name }) {
      fail("is missing", at: node.position, key: ConfigurationKey.keyframeOffset.dottedName)
    }
    return nil
  }
}

extension ConfigurationDecoder {
  /// The name of decorations within `[carousel]`.
  static let decorationSection = "decoration"

  mutating func decodeDecorations(_ section: TOMLTable.Entry, into settings: inout CarouselSettings) {
    let name = ConfigurationSection.decoration
    guard case .array(let nodes) = section.node.value else {
      return fail(
        "must be sections with the header \(name.header), not \(section.node.kind)", at: section.keyPosition,
        key: name.rawValue)
    }
    guard nodes.count <= CarouselSettings.decorationLimit else {
      return fail(
        "there are more than \(CarouselSettings.decorationLimit) of them", at: section.keyPosition,
        key: name.rawValue)
    }
    settings.decorations = nodes.compactMap { decoration($0) }
  }

  private mutating func decoration(_ node: TOMLNode) -> CarouselDecoration? {
    let section = ConfigurationSection.decoration
    guard case .table(let table) = node.value else {
      fail(
        "must be a section with the header \(section.header), not \(node.kind)", at: node.position,
        key: section.rawValue)
      return nil
    }
    let decoration = decode(table, as: CarouselDecoration.self)
    guard decoration.picture != nil || decoration.color != nil else {
      fail("has nothing to show: it needs a picture or a color", at: node.position, key: section.rawValue)
      return nil
    }
    return decoration
  }
}
