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
    var offset: Double?
    var keyframe = LayoutKeyframe(offset: 0, position: .zero)
    for entry in table.entries {
      if key(of: entry, in: .keyframe) == .keyframeOffset {
        guard let number = number(entry, .keyframeOffset) else { return nil }
        offset = number
      } else {
        decode(entry, into: &keyframe)
      }
    }
    guard let offset else {
      fail("is missing", at: node.position, key: ConfigurationKey.keyframeOffset.dottedName)
      return nil
    }
    keyframe.offset = offset
    return keyframe
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into keyframe: inout LayoutKeyframe) {
    switch ConfigurationSection.keyframe.keys.first(where: { $0.name == entry.key }) {
    case .keyframePosition?:
      if let position = triple(entry, .keyframePosition) { keyframe.position = position }
    case .keyframeRotation?:
      if let degrees = triple(entry, .keyframeRotation) { keyframe.rotation = Self.radians(degrees) }
    case .keyframeScale?:
      if let scale = size(entry, .keyframeScale) { keyframe.scale = scale }
    case .keyframeOpacity?:
      if let opacity = number(entry, .keyframeOpacity) { keyframe.opacity = opacity }
    default: break
    }
  }

  static func radians(_ degrees: Vector3) -> Vector3 {
    Vector3(degrees.x * .pi / 180, degrees.y * .pi / 180, degrees.z * .pi / 180)
  }
}
