import CarouselEngine
import Configuration
import RotundaGeometry

extension ConfigurationDecoder {
  /// What keyframes are called within `[carousel]`.
  static let keyframeSection = "keyframe"

  /// Reads all `[[carousel.keyframe]]` of a file.
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

  /// A custom layout without keyframes would lay all tiles on one heap: another one takes its place.
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
