import RotundaGeometry

/// The description of a picture to rasterize, which is the only identity of the resulting texture.
///
/// Pictures with equal descriptions are equal. The hash is computed once: a lookup for every sprite of every
/// frame does not read the strings. A copy costs one reference count.
package struct Picture: Hashable, Sendable {
  /// The content to draw.
  package enum Content: Hashable, Sendable {
    /// A tile's card.
    case face(TileFace)
    /// Only the text of a tile's card, if it is on its own layer, with as many pixels as necessary.
    case writing(TileFace)
    /// The shade behind such text, which needs few pixels.
    case scrim(Scrim.Shade)
    /// The badge in a corner of a tile, with its shadow, with as many pixels as necessary.
    case badge(TileBadge)
    /// Text without a card.
    case text(TextBlock)
    /// One line of a text field. The line is not shortened, and its measurement includes the caret positions.
    case line(TextBlock)
    /// A picture file or an icon without background, as large as its proportions allow.
    case image(IconSource)
    /// A picture file within text, with its own number of pixels, or fewer if it does not fit.
    case illustration(IconSource)
    /// The shadow of a card, which needs few pixels.
    case shadow(SoftShadow)
    /// The background.
    case ground(Ground)
    /// The light of a tile's picture on the background, which needs few pixels.
    case ambient(Ambient)
    /// A single pictogram.
    case pictogram(Pictogram)
    /// A QR code with this content, dark on white, at the largest size with whole pixels per module.
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

  /// Creates a picture of `content`, at most `size` pixels large, with `scale` pixels to a point.
  ///
  /// A face fills `size`. Text is wrapped to the width and ellipsized at the height; it may have fewer
  /// pixels.
  package init(_ content: Content, size: PixelSize, scale: Double) {
    storage = Storage(content: content, size: size, scale: scale)
  }

  /// The content to draw.
  package var content: Content { storage.content }
  /// The maximum number of pixels.
  package var size: PixelSize { storage.size }
  /// The number of pixels to a point.
  package var scale: Double { storage.scale }

  package static func == (left: Picture, right: Picture) -> Bool {
    left.storage === right.storage
      || (left.storage.hash == right.storage.hash && left.size == right.size && left.scale == right.scale
        && left.content == right.content)
  }

  /// Feeds the hash that was computed at creation.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(storage.hash)
  }
}

/// An extent in device pixels.
package struct PixelSize: Hashable, Sendable {
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// Text without a card, for example messages and titles. Lengths are in points.
package struct TextBlock: Hashable, Sendable {
  /// The alignment of lines in the block's width.
  package enum Alignment: Hashable, Sendable {
    /// At the side where the script begins: left for Latin, right for Arabic.
    case natural
    case center
  }

  /// The text. Line feeds separate paragraphs.
  package var text: String
  package var color: Color
  /// The font's size in points.
  package var fontSize: Double
  /// A Pango family list.
  package var fontFamily: String
  /// The language of the text, as a tag. It selects the shape of characters that several languages share.
  /// Empty: the system's language.
  package var language: String
  package var isBold: Bool
  package var alignment: Alignment
  /// The maximum number of lines, from 1; nil for as many as fit.
  package var mostLines: Int?
  /// The minimum distance of lines, in font sizes; nil for the font's own distance.
  package var lineHeight: Double?

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

/// The background: a gradient, or a picture that covers the screen.
package struct Ground: Hashable, Sendable {
  /// The picture; nil for the gradient alone.
  package var picture: IconSource?
  /// The upper color.
  package var top: Color
  /// The lower color.
  package var bottom: Color
  /// The share of the colors in the mix with the picture, 0 to 1, which keeps text on it readable.
  package var dimming: Double

  package init(picture: IconSource? = nil, top: Color, bottom: Color, dimming: Double = 0) {
    self.picture = picture
    self.top = top
    self.bottom = bottom
    self.dimming = dimming
  }
}

/// The light of a picture or a color on the background.
package struct Ambient: Hashable, Sendable {
  /// The picture; nil for the color alone.
  package var picture: IconSource?
  /// The point of the picture that stays visible when it is cropped, as fractions of its width and height.
  package var focus: Point
  /// The color without a picture, or while the picture is not available.
  package var color: Color
  /// Whether the light is behind dark text.
  package var isBright: Bool
  /// The fraction of the height, from the upper edge, that the picture itself covers before it fades into its
  /// light; 0 for no picture.
  package var pictureShare: Double

  package init(
    picture: IconSource? = nil, focus: Point = Point(0.5, 0.5), color: Color, isBright: Bool = false,
    pictureShare: Double = 0
  ) {
    (self.picture, self.focus, self.color, self.isBright) = (picture, focus, color, isBright)
    self.pictureShare = pictureShare
  }
}

/// A single pictogram in one color, as large as its picture.
package struct Pictogram: Hashable, Sendable {
  /// The name of the pictogram.
  package var name: String
  package var color: Color

  package init(_ name: String, color: Color) { (self.name, self.color) = (name, color) }
}

/// The shadow of a card. Lengths are in points.
package struct SoftShadow: Hashable, Sendable {
  /// The size of the card.
  package var card: Size
  /// The radius of the card's corners.
  package var cornerRadius: Double
  /// The extent of the shadow beyond the card on every side.
  package var reach: Double
  /// The color, with the opacity at the darkest point.
  package var color: Color

  package init(card: Size, cornerRadius: Double, reach: Double, color: Color) {
    self.card = card
    self.cornerRadius = cornerRadius
    self.reach = reach
    self.color = color
  }

  /// The extent of the shadow.
  package var size: Size { Size(card.width + 2 * reach, card.height + 2 * reach) }
}
