import RotundaGeometry

/// Everything that one frame shows. Reused from frame to frame, so that a frame in steady state allocates
/// nothing.
package struct SceneFrame: Sendable {
  /// The surface, in points.
  package var size: Size
  /// Behind everything; opaque.
  package var background: Color
  /// From back to front.
  package var sprites: [Sprite]

  /// An empty frame.
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
  /// What is on it.
  package enum Fill: Hashable, Sendable {
    /// A picture; while its pixels are not there yet, `placeholder` fills the rectangle.
    case picture(Picture, placeholder: Color)
    case color(Color)
  }

  /// What is on it.
  package var fill: Fill
  /// Its extent in its own plane, in points; the origin is its center.
  package var size: Size
  /// From its own plane to the surface, in points relative to the surface's center, perspective included.
  package var transform: Transform
  /// Radius of its corners in its own plane, in points.
  package var cornerRadius: Double
  /// 0 to 1, multiplied with the fill's own.
  package var opacity: Double
  /// What of its picture it shows, in extents of the picture from the upper left corner; the rest is cut off.
  package var part: Rectangle
  /// How much light falls on it, 0 (black) to 1: multiplied with its colors, not with its opacity, so that
  /// what is in the shade still covers what is behind it.
  package var brightness: Double

  /// What is seen of it at most, in points from the surface's center; nil cuts nothing off.
  package var clip: Rectangle?
  /// Whether it is a mirror image, of which those in front hide those behind although all let the background
  /// through.
  package var reflection = Reflection.none

  /// What a sprite is in a mirror image.
  package enum Reflection: Hashable, Sendable {
    /// It is in none.
    case none
    /// All of something: mirror images behind it are not seen where it is.
    case whole
    /// A part that is drawn over that.
    case detail
  }

  /// How opaque it is at its upper edge, 0 to 1, multiplied with `opacity`; below it is more and more so.
  package var upperOpacity = 1.0

  /// A sprite from its parts.
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

  /// A picture with nothing of it cut off.
  package static let whole = Rectangle(origin: .zero, size: Size(1, 1))
}
