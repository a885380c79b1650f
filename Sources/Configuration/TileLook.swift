import RotundaGeometry

/// What a tile's face has beside its name and icon.
public struct TileLook: Hashable, Sendable, HasDefault {
  /// How a picture fills its place.
  public enum PictureFit: String, CaseIterable, Hashable, Sendable {
    /// Nothing of the place is left free; what reaches beyond it is cut off.
    case cover
    /// All of the picture is seen.
    case contain
  }

  /// A picture in place of the icon; nil is none.
  public var picture: IconReference?
  /// How it fills its place.
  public var fit = PictureFit.cover
  /// The card's colour, or upper and lower colour; empty is the theme's.
  public var colors: [Color] = []
  /// A few letters in the corner; nil is none.
  public var badge: LocalizedText?
  /// A line below the name; nil is none.
  public var description: LocalizedText?

  /// A face like that of every other tile.
  public init() {}
}
