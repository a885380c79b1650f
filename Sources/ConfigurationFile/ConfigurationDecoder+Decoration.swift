import Configuration
import RotundaGeometry

extension ConfigurationDecoder {
  /// What decorations are called within `[carousel]`.
  static let decorationSection = "decoration"

  /// Reads all `[[carousel.decoration]]` of a file.
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
    var decoration = CarouselDecoration()
    for entry in table.entries { decode(entry, into: &decoration) }
    guard decoration.picture != nil || decoration.color != nil else {
      fail("has nothing to show: it needs a picture or a color", at: node.position, key: section.rawValue)
      return nil
    }
    return decoration
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into decoration: inout CarouselDecoration) {
    switch key(of: entry, in: .decoration) {
    case .decorationLayer?:
      if let layer = choice(entry, .decorationLayer).flatMap(CarouselDecoration.Layer.init) {
        decoration.layer = layer
      }
    case .decorationPicture?: decoration.picture = icon(entry.node, .decorationPicture)
    case .decorationColor?: decoration.color = color(entry, .decorationColor)
    case .decorationSize?: if let size = size(entry, .decorationSize) { decoration.size = size }
    case .decorationPosition?:
      if let position = triple(entry, .decorationPosition) { decoration.position = position }
    case .decorationRotation?:
      if let degrees = triple(entry, .decorationRotation) { decoration.rotation = Self.radians(degrees) }
    case .decorationCornerRadius?:
      if let radius = number(entry, .decorationCornerRadius) { decoration.cornerRadius = radius }
    case .decorationOpacity?:
      if let opacity = number(entry, .decorationOpacity) { decoration.opacity = opacity }
    case .decorationShadow?: if let shadow = number(entry, .decorationShadow) { decoration.shadow = shadow }
    default: break
    }
  }
}
