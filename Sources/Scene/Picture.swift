import RotundaGeometry

/// The description of something to rasterize, and the only identity of the texture that results.
///
/// Two pictures with equal descriptions are equal. The hash is worked out once, so that looking one up for
/// every sprite of every frame costs no walk over its strings, and a copy is one reference count.
package struct Picture: Hashable, Sendable {
  /// What is to be drawn.
  package enum Content: Hashable, Sendable {
    /// A tile's card.
    case face(TileFace)
    /// The writing of a tile's card alone, where that has it on a layer of its own: as many pixels as it
    /// takes.
    case writing(TileFace)
    /// The shade that such writing stands on; few pixels are enough for it.
    case scrim(Scrim.Shade)
    /// What stands in a corner of a tile, with its shadow: as many pixels as it takes.
    case badge(TileBadge)
    /// Writing alone.
    case text(TextBlock)
    /// One line of a text field: it is not shortened within its size, and its measure tells
    /// where a caret can stand.
    case line(TextBlock)
    /// A picture file or an icon alone, as large as its proportions allow, on nothing.
    case image(IconSource)
    /// A picture file among writing: its pixels are its own, or fewer where it would not fit.
    case illustration(IconSource)
    /// The shadow of a card; few pixels are enough for it.
    case shadow(SoftShadow)
    /// What lies behind everything.
    case ground(Ground)
    /// The light that a tile's picture throws on what is behind it; few pixels are enough for it.
    case ambient(Ambient)
    /// A pictogram by itself.
    case pictogram(Pictogram)
    /// A QR code that says this, dark on white, at most as large as whole pixels for each of its modules
    /// allow.
    case code(String)
  }

  private final class Storage: Sendable {
    let content: Content
    let size: PixelSize
    let scale: Double
    let hash: Int

    init(content: Content, size: PixelSize, scale: Double) {
      self.content = content
      self.size = size
      self.scale = scale
      var hasher = Hasher()
      hasher.combine(content)
      hasher.combine(size)
      hasher.combine(scale)
      hash = hasher.finalize()
    }
  }

  private let storage: Storage

  /// `content` drawn at most `size` pixels large, with `scale` pixels to a point.
  ///
  /// A face fills `size`. Writing is wrapped to its width and ellipsized at its height; its pixels may be
  /// fewer.
  package init(_ content: Content, size: PixelSize, scale: Double) {
    storage = Storage(content: content, size: size, scale: scale)
  }

  /// What is to be drawn.
  package var content: Content { storage.content }
  /// The most pixels it may have.
  package var size: PixelSize { storage.size }
  /// Pixels to a point.
  package var scale: Double { storage.scale }

  /// Whether two descriptions say the same.
  package static func == (left: Picture, right: Picture) -> Bool {
    left.storage === right.storage
      || (left.storage.hash == right.storage.hash && left.size == right.size && left.scale == right.scale
        && left.content == right.content)
  }

  /// Feeds the hash that was worked out when the picture was made.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(storage.hash)
  }
}

/// An extent in device pixels.
package struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  package var width: Int
  /// Pixels down.
  package var height: Int

  /// An extent of `width` by `height` pixels.
  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// Writing without a card: messages, titles. Lengths in points.
package struct TextBlock: Hashable, Sendable {
  /// How lines sit in the block's width.
  package enum Alignment: Hashable, Sendable {
    /// Where the script begins: left for Latin, right for Arabic.
    case natural
    case center
  }

  /// What it says. Line feeds separate paragraphs.
  package var text: String
  /// The writing.
  package var color: Color
  /// The font's size in points.
  package var fontSize: Double
  /// A Pango family list.
  package var fontFamily: String
  /// The language that it is written in, as a tag: where several share a character, its own shape is drawn.
  /// Empty: the system's.
  package var language: String
  package var isBold: Bool
  /// How lines sit.
  package var alignment: Alignment
  /// How many lines it has at most, from 1; nil is as many as there is room for.
  package var mostLines: Int?
  /// How far its lines are apart at least, in font sizes; nil is what the font itself has.
  package var lineHeight: Double?

  /// A block from its parts.
  package init(
    _ text: String, color: Color, fontSize: Double, fontFamily: String = "sans-serif", language: String = "",
    isBold: Bool = false, alignment: Alignment = .natural, mostLines: Int? = nil, lineHeight: Double? = nil
  ) {
    self.text = text
    self.color = color
    self.fontSize = fontSize
    self.fontFamily = fontFamily
    self.language = language
    self.isBold = isBold
    self.alignment = alignment
    self.mostLines = mostLines
    self.lineHeight = lineHeight
  }
}

/// What lies behind everything: a gradient, or a picture that covers the screen.
package struct Ground: Hashable, Sendable {
  /// A picture; nil is the gradient alone.
  package var picture: IconSource?
  /// Upper and lower color.
  package var top: Color
  /// The lower one.
  package var bottom: Color
  /// How far the picture is mixed with the colors, 0 to 1, so that what stands on it can be read.
  package var dimming: Double

  /// A ground from its parts.
  package init(picture: IconSource? = nil, top: Color, bottom: Color, dimming: Double = 0) {
    self.picture = picture
    self.top = top
    self.bottom = bottom
    self.dimming = dimming
  }
}

/// The light that a picture, or a color, throws on what is behind everything.
package struct Ambient: Hashable, Sendable {
  /// The picture; nil is the color alone.
  package var picture: IconSource?
  /// What of the picture stays where it is cropped, as parts of its width and height.
  package var focus: Point
  /// What there is without a picture, or while none can be had.
  package var color: Color
  /// Whether it stands behind dark writing.
  package var isBright: Bool
  /// How much of the height the picture itself takes, from the upper edge on, before it fades into its light;
  /// 0 is none.
  package var pictureShare: Double

  /// An ambient from its parts.
  package init(
    picture: IconSource? = nil, focus: Point = Point(0.5, 0.5), color: Color, isBright: Bool = false,
    pictureShare: Double = 0
  ) {
    (self.picture, self.focus, self.color, self.isBright) = (picture, focus, color, isBright)
    self.pictureShare = pictureShare
  }
}

/// A pictogram by itself in one color, as large as its picture is.
package struct Pictogram: Hashable, Sendable {
  /// Which one.
  package var name: String
  package var color: Color

  package init(_ name: String, color: Color) { (self.name, self.color) = (name, color) }
}

/// The shadow of a card. Lengths in points.
package struct SoftShadow: Hashable, Sendable {
  /// What casts it.
  package var card: Size
  /// Radius of the card's corners.
  package var cornerRadius: Double
  /// How far it reaches beyond the card on every side.
  package var reach: Double
  /// Its color, with the opacity that it has where it is darkest.
  package var color: Color

  /// A shadow from its parts.
  package init(card: Size, cornerRadius: Double, reach: Double, color: Color) {
    self.card = card
    self.cornerRadius = cornerRadius
    self.reach = reach
    self.color = color
  }

  /// Its own extent.
  package var size: Size { Size(card.width + 2 * reach, card.height + 2 * reach) }
}
