import RotundaGeometry

/// What a tile looks like. Lengths in points.
public struct TileFace: Hashable, Sendable {
  /// How a face is put together.
  public enum Style: Hashable, Sendable {
    /// A card with an icon, or a picture, and a label below it.
    case card
    /// A picture from edge to edge with the label on a band.
    case fullBleed
  }

  /// A picture on a face.
  public struct Photograph: Hashable, Sendable {
    /// Where it comes from.
    public var source: IconSource
    /// Whether its edges are cut so that it fills its place; else all of it is seen.
    public var covers: Bool

    /// A picture on a face.
    public init(_ source: IconSource, covers: Bool = true) {
      self.source = source
      self.covers = covers
    }
  }

  /// What its mark looks like, so that those who see no colours can tell marks from one another.
  public enum Mark: CaseIterable, Hashable, Sendable {
    case disc
    /// A circle.
    case ring
    case hourglass
    /// Two lines that cross.
    case cross
  }

  /// What is to be known at a glance.
  public enum State: Hashable, Sendable {
    /// It can be opened.
    case ready
    /// It can be opened, and there is something to know about its program.
    case marked(Mark)
    /// It cannot be opened.
    case disabled
  }

  /// The name written on it.
  public var label: String
  /// A second line below the name; may be empty.
  public var detail = ""
  /// The icon above the label; nil draws the initials of `label` on a colour derived from it.
  public var icon: IconSource?
  /// A picture in place of the icon.
  public var photograph: Photograph?
  /// A few letters in the corner; may be empty.
  public var badge = ""
  /// What is to be known at a glance.
  public var state = State.ready
  /// How it is put together.
  public var style = Style.card

  /// The card, at its upper edge when there is a `backgroundBelow`.
  public var background: Color
  /// The card at its lower edge; nil lights `background` from above.
  public var backgroundBelow: Color?
  /// The writing.
  public var foreground: Color
  /// The second line; nil is `foreground`.
  public var detailColor: Color?
  /// The band below a picture from edge to edge, and the writing on it.
  public var band = Color.black.opacity(0.75)
  /// The writing on the band.
  public var bandText = Color.white
  /// The badge.
  public var badgeColor = Color.white
  /// The writing on it.
  public var badgeText = Color.black
  /// The mark.
  public var markColor = Color.white
  /// The line along the edge; nothing is drawn where `borderWidth` is 0.
  public var border = Color.clear
  /// Its width.
  public var borderWidth = 0.0
  /// Radius of the corners, which whoever shows the face cuts off: the border follows it.
  public var cornerRadius = 0.0
  /// Free edge, as a part of the shorter side.
  public var margin = 0.08
  /// How strongly the card is lit from above; 1 is usual.
  public var shading = 1.0
  /// Height of the label's letters: the font's size in points.
  public var fontSize: Double
  /// A Pango family list.
  public var fontFamily: String
  /// The language that it is written in, as a tag: where several share a character, its own shape is drawn. Empty: the system's.
  public var language: String

  /// A face from its parts.
  public init(
    label: String, icon: IconSource?, background: Color, foreground: Color, fontSize: Double,
    fontFamily: String = "sans-serif", language: String = ""
  ) {
    self.label = label
    self.icon = icon
    self.background = background
    self.foreground = foreground
    self.fontSize = fontSize
    self.fontFamily = fontFamily
    self.language = language
  }
}

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
