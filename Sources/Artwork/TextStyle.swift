import CPango

/// How a text is set. Lengths in pixels.
struct TextStyle {
  /// How thick the letters are, in CSS's hundreds.
  enum Weight: UInt32 {
    case regular = 400
    case medium = 500
    case bold = 700
  }

  /// Where the text ends and its ellipsis stands.
  enum Limit {
    case lines(Int)
    case height(Int)
  }

  /// Smallest and largest size of letters that is drawn.
  static let fontSizes = 1.0...1024.0

  /// A Pango family list.
  var family: String
  /// As a tag; empty for the typesetter's own.
  var language: String
  /// Size of the font, within `fontSizes`.
  var fontSize: Double {
    didSet { fontSize = TextStyle.bounded(fontSize) }
  }
  var weight: Weight
  var isCentered: Bool
  /// Lines are wrapped here.
  var width: Int
  var limit: Limit

  init(
    family: String, language: String = "", fontSize: Double, weight: Weight = .regular,
    isCentered: Bool = false, width: Int,
    limit: Limit
  ) {
    self.family = family
    self.language = language
    self.fontSize = TextStyle.bounded(fontSize)
    self.weight = weight
    self.isCentered = isCentered
    self.width = width
    self.limit = limit
  }

  /// `size` within `fontSizes`; what is no number is the smallest.
  private static func bounded(_ size: Double) -> Double {
    size >= fontSizes.lowerBound ? min(size, fontSizes.upperBound) : fontSizes.lowerBound
  }
}
