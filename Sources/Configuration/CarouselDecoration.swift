import CarouselEngine
import RotundaGeometry

/// One `[[carousel.decoration]]`: a picture or a coloured board that stands with the tiles and is none.
public struct CarouselDecoration: Hashable, Sendable {
  /// Where it is drawn, by the words that a file uses.
  public enum Layer: String, CaseIterable, Hashable, Sendable {
    /// Behind all tiles.
    case behind
    /// Where its place puts it among the tiles.
    case among
    /// Before all tiles.
    case before
  }

  /// Where it is drawn.
  public var layer = Layer.behind
  /// The picture on it; nil shows the colour alone.
  public var picture: IconReference?
  /// Its colour; nil is none.
  public var color: Color?
  /// Its extent in points.
  public var size = Size(400, 40)
  /// Its middle in points from the middle of the carousel: to the right, down, and towards the visitor.
  public var position = Vector3.zero
  /// Radians about the x, y and z axis; about x first.
  public var rotation = Vector3.zero
  /// Radius of its corners in points.
  public var cornerRadius = 0.0
  /// 0 to 1.
  public var opacity = 1.0
  /// How far its shadow reaches beyond it, in points; 0 is no shadow.
  public var shadow = 0.0

  /// A board of no colour in the middle.
  public init() {}

  /// What the engine draws in order.
  public func decoration(id: Int) -> Decoration {
    let place = Transform.identity.translated(position.x, position.y, position.z)
      .rotatedAboutZ(rotation.z).rotatedAboutY(rotation.y).rotatedAboutX(rotation.x)
    let layers: [Layer: Decoration.Layer] = [
      .behind: .behindItems, .among: .amongItems, .before: .beforeItems,
    ]
    return Decoration(id: id, layer: layers[layer] ?? .behindItems, place: place)
  }
}
