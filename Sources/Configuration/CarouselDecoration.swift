import CarouselEngine
import RotundaGeometry

/// One `[[carousel.decoration]]`: a picture or a colored rectangle that is drawn with the tiles but is not a
/// tile.
package struct CarouselDecoration: Hashable, Sendable {
  /// The layer in which it is drawn, by the words of a file.
  package enum Layer: String, CaseIterable, Hashable, Sendable {
    case behind
    /// At its depth among the tiles.
    case among
    case before
  }

  package var layer = Layer.behind
  package var picture: IconReference?
  package var color: Color?
  /// Its size in points.
  package var size = Size(400, 40)
  /// Its center in points, relative to the center of the carousel: to the right, down, and toward the
  /// visitor.
  package var position = Vector3.zero
  /// Rotation in radians about the x, y and z axes; about x first.
  package var rotation = Vector3.zero
  /// Corner radius in points.
  package var cornerRadius = 0.0
  /// 0 to 1.
  package var opacity = 1.0
  /// The distance that the shadow extends beyond the decoration, in points; 0 means no shadow.
  package var shadow = 0.0

  package init() {}

  /// Returns the decoration for the engine.
  package func decoration(id: Int) -> Decoration {
    let place = Transform.identity.translated(position.x, position.y, position.z)
      .rotatedAboutZ(rotation.z).rotatedAboutY(rotation.y).rotatedAboutX(rotation.x)
    let layers: [Layer: Decoration.Layer] = [
      .behind: .behindItems, .among: .amongItems, .before: .beforeItems,
    ]
    return Decoration(id: id, layer: layers[layer] ?? .behindItems, place: place)
  }
}

// MARK: Keys

extension CarouselDecoration: SectionSettings {
  package static let section = ConfigurationSection.decoration
  package static var standard: CarouselDecoration { CarouselDecoration() }

  package static let fields: [SettingField<CarouselDecoration>] = [
    SettingField(
      "layer", .choice(Layer.allCases.map(\.rawValue)), \.layer,
      """
      Whether it is behind all tiles, in front of all, or among them at its depth.
      """),
    SettingField(
      "picture", .icon, \.picture, otherwise: "none", example: "\"shelf.png\"",
      """
      A picture that fills it as far as its proportions allow, named as the icon of a tile.
      """),
    SettingField(
      "color", .color, \.color, otherwise: "none", example: "\"#5a3d2b\"",
      """
      The color of the board: two hexadecimal digits each for red, green and blue, and two more for opacity.
      """),
    SettingField(
      "size", .size(1...20000), \.size, example: "[900, 30]",
      "Its width and height, in points."),
    SettingField(
      "position", .triple(-20000...20000), \.position, example: "[0, 260, -50]",
      """
      Its center, in points from the center of the carousel: right, down, and toward the visitor.
      """),
    SettingField(
      "rotation", .turn(-3600...3600), \.rotation, example: "[60, 0, 0]",
      """
      The rotation in degrees about the horizontal axis, the vertical axis and the line of sight, in that
      order.
      """),
    SettingField(
      "corner-radius", .number(0...10000), \.cornerRadius, example: "12",
      "The radius of its corners, in points."),
    SettingField(
      "opacity", .number(0...1), \.opacity, example: "0.6",
      "Its opacity: 0 is invisible, 1 hides everything behind it."),
    SettingField(
      "shadow", .number(0...200), \.shadow, example: "24",
      "The size of its shadow, in points. 0 is no shadow."),
  ]
}

extension CarouselDecoration.Layer: WordSetting {}
