import RotundaGeometry

/// What a tile looks like. Lengths in points.
package struct TileFace: Hashable, Sendable {
  /// How a face is put together.
  package enum Style: Hashable, Sendable {
    /// A card with an icon, or a picture, and a label below it.
    case card
    /// A picture, or a symbol on a color, from edge to edge, with the label on the scrim below it.
    case fullBleed
  }

  /// A picture on a face.
  package struct Photograph: Hashable, Sendable {
    /// Where it comes from.
    package var source: IconSource
    /// Whether its edges are cut so that it fills its place; else all of it is seen.
    package var covers: Bool
    /// What stays where it is cropped, as parts of its width and height.
    package var focus: Point

    /// A picture on a face.
    package init(_ source: IconSource, covers: Bool = true, focus: Point = Point(0.5, 0.5)) {
      (self.source, self.covers, self.focus) = (source, covers, focus)
    }
  }

  /// What its mark looks like, so that those who see no colors can tell marks from one another.
  package enum Mark: CaseIterable, Hashable, Sendable {
    case disc
    /// A circle.
    case ring
    case hourglass
    /// Two lines that cross.
    case cross
  }

  /// What is to be known at a glance.
  package enum State: Hashable, Sendable {
    /// It can be opened.
    case ready
    /// It can be opened, and there is something to know about its program.
    case marked(Mark)
    /// It cannot be opened.
    case disabled
  }

  /// The name written on it.
  package var label: String
  /// A second line below the name; may be empty.
  package var detail = ""
  /// The icon; nil, and where it cannot be had, draws the pictogram.
  package var icon: IconSource?
  /// The name of a pictogram; nil, and one that there is not, draws the initial of `label`.
  package var glyph: String?
  /// A picture in place of the icon.
  package var photograph: Photograph?
  /// What stands in a corner over it, as a layer of its own: symbols make room for it.
  package var badge: TileBadge?
  /// Whether that is the left corner, so that marks are in the right one.
  package var badgeIsLeft = false
  /// What is to be known at a glance.
  package var state = State.ready
  /// How it is put together.
  package var style = Style.card
  /// Whether its writing, and the shade below that, are left to a layer of their own.
  package var isBare = false

  /// The card, at its upper edge when there is a `backgroundBelow`.
  package var background: Color
  /// The card at its lower edge; nil lights `background` from above.
  package var backgroundBelow: Color?
  /// What a symbol stands on where it has no picture; nil is the card alone.
  package var tint: SymbolTint?
  /// The writing.
  package var foreground: Color
  /// The second line; nil is `foreground`.
  package var detailColor: Color?
  /// The shade that the label stands on, where a picture goes from edge to edge; its opacity is that at the
  /// lower edge.
  package var scrim = Color.black.opacity(0.86)
  /// The writing on the scrim.
  package var scrimText = Color.white
  package var markColor = Color.white
  /// The line along the edge; nothing is drawn where `borderWidth` is 0.
  package var border = Color.clear
  package var borderWidth = 0.0
  /// How opaque the light along the inside of the upper edge is; 0 is none.
  package var rim = 0.0
  /// Radius of the corners, which the renderer cuts off: the border follows it.
  package var cornerRadius = 0.0
  /// Free edge, as a part of the shorter side.
  package var margin = 0.08
  /// How strongly the card is lit from above; 1 is usual.
  package var shading = 1.0
  /// Height of the label's letters: the font's size in points.
  package var fontSize: Double
  /// A Pango family list.
  package var fontFamily: String
  /// The language that it is written in, as a tag: where several share a character, its own shape is drawn.
  /// Empty: the system's.
  package var language: String

  /// A face from its parts.
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

/// Where the icon on a face comes from.
package enum IconSource: Hashable, Sendable {
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
  package static let shownParts = 4
}

/// Something in a folder, as the folder's icon shows it: the first of these that can be had.
package struct FolderPart: Hashable, Sendable {
  /// Its name, for the initial.
  package var label: String
  package var photograph: TileFace.Photograph?
  package var icon: IconSource?
  /// The name of a pictogram.
  package var glyph: String?
  /// What a symbol stands on; nil is a faint ground in the color of the writing.
  package var tint: SymbolTint?

  package init(label: String, icon: IconSource?) {
    self.label = label
    self.icon = icon
  }
}

/// A gradient aslant with a symbol on it.
package struct SymbolTint: Hashable, Sendable {
  /// Its upper and its lower end.
  package var top: Color
  package var bottom: Color
  /// The symbol.
  package var symbol: Color

  package init(top: Color, bottom: Color, symbol: Color) {
    (self.top, self.bottom, self.symbol) = (top, bottom, symbol)
  }
}
