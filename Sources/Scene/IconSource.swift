/// Where the icon on a face comes from.
public enum IconSource: Hashable, Sendable {
  /// An absolute path of a picture file.
  case path(String)
  /// A name of the freedesktop icon theme.
  case named(String)
}
