import RotundaGeometry

/// The description of something to rasterise, and the only identity of the texture that results.
///
/// Two pictures with equal descriptions are equal. The hash is worked out once, so that looking one up for every
/// sprite of every frame costs no walk over its strings, and a copy is one reference count.
public struct Picture: Hashable, Sendable {
  /// What is to be drawn.
  public enum Content: Hashable, Sendable {
    /// A tile's card.
    case face(TileFace)
    /// Writing alone.
    case text(TextBlock)
    /// A picture file or an icon alone, as large as its proportions allow, on nothing.
    case image(IconSource)
    /// A picture file among writing: its pixels are its own, or fewer where it would not fit.
    case illustration(IconSource)
    /// The shadow of a card; few pixels are enough for it.
    case shadow(SoftShadow)
    /// What lies behind everything.
    case ground(Ground)
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
  /// A face fills `size`. Writing is wrapped to its width and ellipsised at its height; its pixels may be fewer.
  public init(_ content: Content, size: PixelSize, scale: Double) {
    storage = Storage(content: content, size: size, scale: scale)
  }

  /// What is to be drawn.
  public var content: Content { storage.content }
  /// The most pixels it may have.
  public var size: PixelSize { storage.size }
  /// Pixels to a point.
  public var scale: Double { storage.scale }

  /// Whether two descriptions say the same.
  public static func == (left: Picture, right: Picture) -> Bool {
    left.storage === right.storage
      || (left.storage.hash == right.storage.hash && left.size == right.size && left.scale == right.scale
        && left.content == right.content)
  }

  /// Feeds the hash that was worked out when the picture was made.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.hash)
  }
}

/// An extent in device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// An extent of `width` by `height` pixels.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// Writing without a card: messages, titles. Lengths in points.
public struct TextBlock: Hashable, Sendable {
  /// How lines sit in the block's width.
  public enum Alignment: Hashable, Sendable {
    /// Where the script begins: left for Latin, right for Arabic.
    case natural
    case center
  }

  /// What it says. Line feeds separate paragraphs.
  public var text: String
  /// The writing.
  public var color: Color
  /// The font's size in points.
  public var fontSize: Double
  /// A Pango family list.
  public var fontFamily: String
  /// The language that it is written in, as a tag: where several share a character, its own shape is drawn. Empty: the system's.
  public var language: String
  /// Whether letters are bold.
  public var isBold: Bool
  /// How lines sit.
  public var alignment: Alignment
  /// How many lines it has at most, from 1; nil is as many as there is room for.
  public var mostLines: Int?

  /// A block from its parts.
  public init(
    _ text: String, color: Color, fontSize: Double, fontFamily: String = "sans-serif", language: String = "",
    isBold: Bool = false, alignment: Alignment = .natural, mostLines: Int? = nil
  ) {
    self.text = text
    self.color = color
    self.fontSize = fontSize
    self.fontFamily = fontFamily
    self.language = language
    self.isBold = isBold
    self.alignment = alignment
    self.mostLines = mostLines
  }
}

/// What lies behind everything: a gradient, or a picture that covers the screen.
public struct Ground: Hashable, Sendable {
  /// A picture; nil is the gradient alone.
  public var picture: IconSource?
  /// Upper and lower colour.
  public var top: Color
  /// The lower one.
  public var bottom: Color
  /// How far the picture is mixed with the colours, 0 to 1, so that what stands on it can be read.
  public var dimming: Double

  /// A ground from its parts.
  public init(picture: IconSource? = nil, top: Color, bottom: Color, dimming: Double = 0) {
    self.picture = picture
    self.top = top
    self.bottom = bottom
    self.dimming = dimming
  }
}

/// The shadow of a card. Lengths in points.
public struct SoftShadow: Hashable, Sendable {
  /// What casts it.
  public var card: Size
  /// Radius of the card's corners.
  public var cornerRadius: Double
  /// How far it reaches beyond the card on every side.
  public var reach: Double
  /// Its colour, with the opacity that it has where it is darkest.
  public var color: Color

  /// A shadow from its parts.
  public init(card: Size, cornerRadius: Double, reach: Double, color: Color) {
    self.card = card
    self.cornerRadius = cornerRadius
    self.reach = reach
    self.color = color
  }

  /// Its own extent.
  public var size: Size { Size(card.width + 2 * reach, card.height + 2 * reach) }
}
