import RotundaGeometry

/// The `[background]` section: what lies behind everything.
public struct BackgroundSettings: Hashable, Sendable {
  /// One colour, or upper and lower colour; empty is the theme's.
  public var colors: [Color] = []
  /// The picture, or the pictures of a slideshow.
  public var pictures: [IconReference] = []
  /// Seconds from one picture of a slideshow to the next.
  public var interval = 60.0
  /// Seconds in which one gives way to the next.
  public var fade = 1.5
  /// How far pictures are mixed with the colour.
  public var dimming = 0.35

  /// Every key at its default.
  public init() {}
}
