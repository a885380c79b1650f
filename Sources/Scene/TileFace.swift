import Geometry

/// A card with an icon and a label: what a tile looks like. Lengths in points.
public struct TileFace: Hashable, Sendable {
  /// The name written on it.
  public var label: String
  /// The icon above the label; nil draws the initials of `label` on a colour derived from it.
  public var icon: IconSource?
  /// The card.
  public var background: Color
  /// The writing.
  public var foreground: Color
  /// Height of the label's letters: the font's size in points.
  public var fontSize: Double
  /// A Pango family list.
  public var fontFamily: String

  /// A face from its parts.
  public init(
    label: String, icon: IconSource?, background: Color, foreground: Color, fontSize: Double,
    fontFamily: String = "sans-serif"
  ) {
    self.label = label
    self.icon = icon
    self.background = background
    self.foreground = foreground
    self.fontSize = fontSize
    self.fontFamily = fontFamily
  }
}
