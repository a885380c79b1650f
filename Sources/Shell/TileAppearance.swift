import Configuration
import RotundaGeometry
import Scene

/// What a tile's face shows, in one language.
public struct TileAppearance: Hashable, Sendable, HasDefault {
  /// Its own size or shape; nil is that of the others.
  public var extent: TileExtent?
  /// The line below its name; may be empty.
  public var detail = ""
  /// A picture in place of the icon.
  public var photograph: TileFace.Photograph?
  /// Its colour, or upper and lower colour; empty is the theme's.
  public var colors: [Color] = []
  /// What stands in its corner; may be empty.
  public var badge = ""

  /// A face like that of every other tile.
  public init() {}

  /// What a configuration says, for somebody who reads `languages`, best first.
  init(_ look: TileLook, languages: [String]) {
    detail = look.description?.resolved(for: languages) ?? ""
    badge = look.badge?.resolved(for: languages) ?? ""
    photograph = look.picture.map { TileFace.Photograph(IconSource($0), covers: look.fit == .cover) }
    colors = look.colors
    extent = look.extent
  }
}
