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
    let decoration = decode(table, as: CarouselDecoration.self)
    guard decoration.picture != nil || decoration.color != nil else {
      fail("has nothing to show: it needs a picture or a color", at: node.position, key: section.rawValue)
      return nil
    }
    return decoration
  }
}
