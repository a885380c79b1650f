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

  /// The tile's own size or shape; nil is that of the others.
  public var extent: TileExtent?
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

/// How large a tile is that is not as large as the others of its carousel.
public enum TileExtent: Hashable, Sendable {
  /// So many points.
  case size(Size)
  /// As high as the others where they go from left to right, as wide where they go up and down, and so many times as wide
  /// as high.
  case aspect(Double)

  /// What `aspect` may be.
  public static let aspectRange = 0.2...5.0

  /// In points, beside tiles of `common`.
  public func size(among common: Size, isVertical: Bool) -> Size {
    switch self {
    case .size(let size): size
    case .aspect(let aspect):
      isVertical
        ? Size(common.width, (common.width / aspect).rounded())
        : Size((common.height * aspect).rounded(), common.height)
    }
  }
}
