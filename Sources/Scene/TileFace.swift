import RotundaGeometry

/// The appearance of a tile. Lengths are in points.
package struct TileFace: Hashable, Sendable {
  /// The composition of a face.
  package enum Style: Hashable, Sendable {
    /// A card with an icon or a picture, and a label below it.
    case card
    /// A picture, or a symbol on a color, from edge to edge, with the label on a scrim at the bottom.
    case fullBleed
  }

  /// A picture on a face.
  package struct Photograph: Hashable, Sendable {
    /// The source of the picture.
    package var source: IconSource
    /// Whether the picture is cropped to fill its area. If not, all of it is visible.
    package var covers: Bool
    /// The point that stays visible when the picture is cropped, as fractions of its width and height.
    package var focus: Point

    /// A picture on a face.
    package init(_ source: IconSource, covers: Bool = true, focus: Point = Point(0.5, 0.5)) {
      (self.source, self.covers, self.focus) = (source, covers, focus)
    }
  }

  /// The shape of a mark, which distinguishes marks for people who do not see colors.
  package enum Mark: CaseIterable, Hashable, Sendable {
    case disc
    /// A circle outline.
    case ring
    case hourglass
    /// Two lines that cross.
    case cross
  }

  /// The state that the tile shows.
  package enum State: Hashable, Sendable {
    /// The tile can be opened.
    case ready
    /// The tile can be opened, and its program has a status to show.
    case marked(Mark)
    /// The tile cannot be opened.
    case disabled
  }

  /// The name on the tile.
  package var label: String
  /// The second line below the name; may be empty.
  package var detail = ""
  /// The icon. If it is nil or not available, the face shows the pictogram.
  package var icon: IconSource?
  /// The name of a pictogram. If it is nil or unknown, the face shows the initial of `label`.
  package var glyph: String?
  /// The picture in place of the icon.
  package var photograph: Photograph?
  /// The badge in a corner, on its own layer. Symbols leave room for it.
  package var badge: TileBadge?
  /// Whether the badge is in the left corner and marks are in the right one.
  package var badgeIsLeft = false
  /// The state that the tile shows.
  package var state = State.ready
  package var style = Style.card
  /// Whether the text and the shade behind it are on their own layer.
  package var isBare = false

  /// The color of the card; with `backgroundBelow`, the color at its upper edge.
  package var background: Color
  /// The color of the card at its lower edge; nil lights `background` from above.
  package var backgroundBelow: Color?
  /// The ground of a symbol without a picture; nil for the card alone.
  package var tint: SymbolTint?
  /// The color of the text.
  package var foreground: Color
  /// The color of the second line; nil for `foreground`.
  package var detailColor: Color?
  /// The color of the scrim behind the label on an edge-to-edge picture, with the opacity at the lower edge.
  package var scrim = Color.black.opacity(0.86)
  /// The color of the text on the scrim.
  package var scrimText = Color.white
  package var markColor = Color.white
  /// The color of the line along the edge. If `borderWidth` is 0, the face has no line.
  package var border = Color.clear
  package var borderWidth = 0.0
  /// The opacity of the light along the inside of the upper edge; 0 for none.
  package var rim = 0.0
  /// The radius of the corners. The renderer cuts them off, and the border follows them.
  package var cornerRadius = 0.0
  /// The margin, as a fraction of the shorter side.
  package var margin = 0.08
  /// The strength of the light on the card from above; normally 1.
  package var shading = 1.0
  /// The font size of the label, in points.
  package var fontSize: Double
  /// A Pango family list.
  package var fontFamily: String
  /// The language of the text, as a tag. It selects the shape of characters that several languages share.
  /// Empty: the system's language.
  package var language: String

  package init(
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

/// The source of the icon on a face.
package enum IconSource: Hashable, Sendable {
  /// The absolute path of a picture file.
  case path(String)
  /// The absolute path of a picture file, for one revision of it. Another revision is another picture.
  case file(String, revision: Int64)
  /// A name in the freedesktop icon theme.
  case named(String)
  /// A drawn back arrow, independent of any theme.
  case back
  /// Nothing, not even an initial: for a card with other content.
  case nothing
  /// The first four parts of a folder, small.
  case folder([FolderPart])

  /// The maximum number of visible parts of a folder.
  package static let shownParts = 4
}

/// An entry of a folder, as the folder's icon shows it: with the first available source among photograph,
/// icon, glyph and initial.
package struct FolderPart: Hashable, Sendable {
  /// The name, for the initial.
  package var label: String
  package var photograph: TileFace.Photograph?
  package var icon: IconSource?
  /// The name of a pictogram.
  package var glyph: String?
  /// The ground of a symbol; nil for a faint ground in the color of the text.
  package var tint: SymbolTint?

  package init(label: String, icon: IconSource?) {
    self.label = label
    self.icon = icon
  }
}

/// A diagonal gradient with a symbol on it.
package struct SymbolTint: Hashable, Sendable {
  /// The upper and the lower end of the gradient.
  package var top: Color
  package var bottom: Color
  /// The color of the symbol.
  package var symbol: Color

  package init(top: Color, bottom: Color, symbol: Color) {
    (self.top, self.bottom, self.symbol) = (top, bottom, symbol)
  }
}
