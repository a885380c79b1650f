import RotundaGeometry

/// The content of one frame. All frames reuse it. Therefore frames in steady state allocate no memory.
package struct SceneFrame: Sendable {
  /// The size of the surface, in points.
  package var size: Size
  /// The opaque color behind everything.
  package var background: Color
  /// The sprites from back to front.
  package var sprites: [Sprite]

  package init(size: Size = .zero, background: Color = .black) {
    self.size = size
    self.background = background
    sprites = []
  }

  /// Empties the frame and keeps its memory.
  package mutating func removeAll() {
    sprites.removeAll(keepingCapacity: true)
  }
}

/// One textured or plain rectangle of a frame.
package struct Sprite: Hashable, Sendable {
  /// The content of the rectangle.
  package enum Fill: Hashable, Sendable {
    /// A picture. Until its pixels are available, `placeholder` fills the rectangle.
    case picture(Picture, placeholder: Color)
    case color(Color)
  }

  /// The content of the rectangle.
  package var fill: Fill
  /// The extent in the sprite's own plane, in points. The origin is the center.
  package var size: Size
  /// The transform from the sprite's own plane to the surface, in points relative to the surface's center,
  /// including perspective.
  package var transform: Transform
  /// The radius of the corners in the sprite's own plane, in points.
  package var cornerRadius: Double
  /// The opacity, 0 to 1, multiplied by that of the fill.
  package var opacity: Double
  /// The visible part of the picture, in extents of the picture from the upper left corner.
  package var part: Rectangle
  /// The brightness, 0 (black) to 1. It multiplies the colors but not the opacity. Therefore dark sprites
  /// still cover the sprites behind them.
  package var brightness: Double

  /// The clipping rectangle, in points from the surface's center; nil for no clipping.
  package var clip: Rectangle?
  /// The sprite's role in a mirror image. Mirror images in front hide those behind, although all are
  /// transparent to the background.
  package var reflection = Reflection.none

  /// The role of a sprite in a mirror image.
  package enum Reflection: Hashable, Sendable {
    /// The sprite is not part of a mirror image.
    case none
    /// The whole mirror image of an object. It hides the mirror images behind it.
    case whole
    /// A part that is drawn over a whole mirror image.
    case detail
  }

  /// The opacity at the upper edge, 0 to 1, multiplied by `opacity`. It increases toward the lower edge.
  package var upperOpacity = 1.0

  package init(
    _ fill: Fill, size: Size, transform: Transform = .identity, cornerRadius: Double = 0, opacity: Double = 1,
    brightness: Double = 1, part: Rectangle = Sprite.whole
  ) {
    self.fill = fill
    self.size = size
    self.transform = transform
    self.cornerRadius = cornerRadius
    self.opacity = opacity
    self.brightness = brightness
    self.part = part
  }

  /// The part that shows a whole picture.
  package static let whole = Rectangle(origin: .zero, size: Size(1, 1))
}
