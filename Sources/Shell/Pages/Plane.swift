import RotundaGeometry
import Scene

/// Something flat to draw on that may be turned in space: the screen, or a tile's card.
///
/// Places on it are in points from its middle.
struct Plane {
  /// From the plane to the screen.
  var transform = Transform.identity
  /// 0 to 1.
  var opacity = 1.0
  /// How much light falls on it, 0 to 1.
  var brightness = 1.0
  /// What lies outside is cut off; nil cuts nothing off.
  var clip: Rectangle?
  /// In a mirror image: where it has faded away, and where it has not yet, downwards; nil for the thing itself.
  var fade: (gone: Double, whole: Double)?

  /// Adds a rectangle to a frame, or what of it is not cut off.
  ///
  /// - Parameter corner: the radius of its corners, in points.
  func append(
    _ fill: Sprite.Fill, in area: Rectangle, corner: Double = 0, opacity: Double = 1,
    to frame: inout SceneFrame
  ) {
    guard opacity > 0, let seen = clip.map({ area.intersection($0) }) ?? area else { return }
    var sprite = Sprite(
      fill, size: seen.size, transform: transform.translated(seen.center.x, seen.center.y, 0),
      cornerRadius: corner, opacity: opacity * self.opacity, brightness: brightness)
    if seen != area {
      let way = seen.origin - area.origin
      sprite.part = Rectangle(
        origin: Point(way.x / area.size.width, way.y / area.size.height),
        size: Size(seen.size.width / area.size.width, seen.size.height / area.size.height))
    }
    if let fade { mirror(&sprite, from: seen.origin.y, to: seen.maxY, fade) }
    frame.sprites.append(sprite)
  }

  private func mirror(
    _ sprite: inout Sprite, from top: Double, to bottom: Double, _ fade: (gone: Double, whole: Double)
  ) {
    func share(_ place: Double) -> Double {
      min(max(0, (place - fade.gone) / max(1e-9, fade.whole - fade.gone)), 1)
    }
    sprite.reflection = .detail
    sprite.upperOpacity = share(bottom) > 0 ? share(top) / share(bottom) : 0
    sprite.opacity *= share(bottom)
  }

  /// Adds writing with its upper left corner at `corner`, or with its middle at `center`; nothing while it has no measure.
  func append(_ writing: Writing, at corner: Point, scale: Double, to frame: inout SceneFrame) {
    guard let extent = writing.extent(scale: scale) else { return }
    append(
      .picture(writing.picture, placeholder: .clear), in: Rectangle(origin: corner, size: extent), to: &frame)
  }

  /// Adds writing with its middle at `center`.
  func append(_ writing: Writing, around center: Point, scale: Double, to frame: inout SceneFrame) {
    guard let extent = writing.extent(scale: scale) else { return }
    append(
      .picture(writing.picture, placeholder: .clear), in: Rectangle(center: center, size: extent), to: &frame)
  }
}
