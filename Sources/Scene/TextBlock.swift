import RotundaGeometry

/// Writing without a card: messages, titles. Lengths in points.
public struct TextBlock: Hashable, Sendable {
  /// How lines sit in the block's width.
  public enum Alignment: Hashable, Sendable {
    /// Where the script begins: left for Latin, right for Arabic.
    case natural
    /// In the middle.
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
