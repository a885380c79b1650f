import RotundaGeometry

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
