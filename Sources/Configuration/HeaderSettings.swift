/// The `[header]` section: what stands at the edges of the screen.
public struct HeaderSettings: Hashable, Sendable {
  /// How the time of day is written.
  public enum Clock: String, CaseIterable, Hashable, Sendable {
    /// Not at all.
    case none
    /// As the language has it.
    case auto
    /// From 0 to 23 hours.
    case hours24 = "24h"
    /// From 1 to 12 hours, twice.
    case hours12 = "12h"
  }

  /// How the date is written.
  public enum Date: String, CaseIterable, Hashable, Sendable {
    /// Not at all.
    case none
    /// Weekday, day and month.
    case short
    /// The year too.
    case long
  }

  /// What shows which tile is in the middle.
  public enum Indicator: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case none
    /// A dot for each tile, as long as they are few enough.
    case dots
    /// Its number and how many there are.
    case index
  }

  /// What is written at the upper edge; nil for nothing.
  public var title: LocalizedText?
  /// A picture beside it; nil for none.
  public var logo: IconReference?
  /// How the time of day is written.
  public var clock = Clock.none
  /// How the date is written.
  public var date = Date.none
  /// What shows which tile is in the middle.
  public var indicator = Indicator.none
  /// Whether the names of shelves are written above them.
  public var showsShelfNames = true
  /// Whether a message says what is being opened.
  public var showsOpening = true

  /// Every key at its default.
  public init() {}
}
