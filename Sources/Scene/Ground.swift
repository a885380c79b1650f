import RotundaGeometry

/// What lies behind everything: a gradient, or a picture that covers the screen.
public struct Ground: Hashable, Sendable {
  /// A picture; nil is the gradient alone.
  public var picture: IconSource?
  /// Upper and lower colour.
  public var top: Color
  /// The lower one.
  public var bottom: Color
  /// How far the picture is mixed with the colours, 0 to 1, so that what stands on it can be read.
  public var dimming: Double

  /// A ground from its parts.
  public init(picture: IconSource? = nil, top: Color, bottom: Color, dimming: Double = 0) {
    self.picture = picture
    self.top = top
    self.bottom = bottom
    self.dimming = dimming
  }
}
