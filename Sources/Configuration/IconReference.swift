/// Where a tile's icon comes from.
public enum IconReference: Hashable, Sendable {
  /// An absolute path of a picture file.
  case path(String)
  /// A name of the freedesktop icon theme.
  case named(String)
}
