/// Where the icon on a face comes from.
public enum IconSource: Hashable, Sendable {
  /// An absolute path of a picture file.
  case path(String)
  /// The same, as the file is now: with another revision it is another picture.
  case file(String, revision: Int64)
  /// A name of the freedesktop icon theme.
  case named(String)
  /// An arrow back, drawn: no theme need have one.
  case back
  /// Nothing, not even initials: for a card on which something else is drawn.
  case nothing
  /// What is in a folder, small: the first four count.
  case folder([FolderPart])

  /// Most parts of a folder that are shown.
  public static let shownParts = 4
}

/// Something in a folder, as the folder's icon shows it.
public struct FolderPart: Hashable, Sendable {
  /// Its name, for initials.
  public var label: String
  /// Its icon; nil draws initials.
  public var icon: IconSource?

  /// A part.
  public init(label: String, icon: IconSource?) {
    self.label = label
    self.icon = icon
  }
}
