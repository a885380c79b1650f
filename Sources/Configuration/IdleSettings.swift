/// The `[idle]` section: what happens when nobody touches the screen. Times in seconds; nil is never.
public struct IdleSettings: Hashable, Sendable {
  /// How the carousel shows itself to passers-by.
  public enum Attraction: String, CaseIterable, Hashable, Sendable {
    /// It turns slowly.
    case turn
    /// It goes on by one tile, again and again.
    case step
  }

  /// Until the program that has the screen is left and the first tile is back.
  public var returnHomeAfter: Double?
  /// How long before that visitors are asked whether they are still there; nil asks nobody.
  public var warning: Double? = 10
  /// Until the carousel moves by itself.
  public var attractAfter: Double?
  /// How it does that.
  public var attraction = Attraction.turn
  /// The tile that is opened instead; nil for none.
  public var attractionTile: String?
  /// Until the screen goes dark.
  public var blankAfter: Double?

  /// What can be asked for: a second, and a week.
  public static let range = 1.0...604_800.0
  /// How long a question can stand.
  public static let warningRange = 1.0...600.0

  /// Every key at its default: nothing ever happens.
  public init() {}
}
