import RotundaGeometry

/// Everything that one frame shows. Reused from frame to frame, so that a frame in steady state allocates nothing.
public struct SceneFrame: Sendable {
  /// The surface, in points.
  public var size: Size
  /// Behind everything; opaque.
  public var background: Color
  /// From back to front.
  public var sprites: [Sprite]

  /// An empty frame.
  public init(size: Size = .zero, background: Color = .black) {
    self.size = size
    self.background = background
    sprites = []
  }

  /// Empties the frame and keeps its memory.
  public mutating func removeAll() {
    sprites.removeAll(keepingCapacity: true)
  }
}

/// One textured or plain rectangle of a frame.
public struct Sprite: Hashable, Sendable {
  /// What is on it.
  public enum Fill: Hashable, Sendable {
    /// A picture; while its pixels are not there yet, `placeholder` fills the rectangle.
    case picture(Picture, placeholder: Color)
    case color(Color)
  }

  /// What is on it.
  public var fill: Fill
  /// Its extent in its own plane, in points; the origin is its centre.
  public var size: Size
  /// From its own plane to the surface, in points relative to the surface's centre, perspective included.
  public var transform: Transform
  /// Radius of its corners in its own plane, in points.
  public var cornerRadius: Double
  /// 0 to 1, multiplied with the fill's own.
  public var opacity: Double
  /// What of its picture it shows, in extents of the picture from the upper left corner; the rest is cut off.
  public var part: Rectangle
  /// How much light falls on it, 0 (black) to 1: multiplied with its colours, not with its opacity, so that what is
  /// in the shade still covers what is behind it.
  public var brightness: Double

  /// What is seen of it at most, in points from the surface's centre; nil cuts nothing off.
  public var clip: Rectangle?
  /// Whether it is a mirror image, of which those in front hide those behind although all let the background through.
  public var reflection = Reflection.none

  /// What a sprite is in a mirror image.
  public enum Reflection: Hashable, Sendable {
    /// It is in none.
    case none
    /// All of something: mirror images behind it are not seen where it is.
    case whole
    /// A part that is drawn over that.
    case detail
  }

  /// How opaque it is at its upper edge, 0 to 1, multiplied with `opacity`; below it is more and more so.
  public var upperOpacity = 1.0

  /// A sprite from its parts.
  public init(
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
  public static let whole = Rectangle(origin: .zero, size: Size(1, 1))
}
