/// A place where this engine departs from the original on purpose.
public struct Deviation: Sendable {
  /// A scenario or case, or a pattern with `*`.
  public var pattern: String
  /// The columns or the event concerned, separated by blanks; `*` for all.
  public var concerns: String
  /// What the original does.
  public var original: String
  /// What we do.
  public var ours: String
  /// Why.
  public var reason: String

  /// All of them.
  public static let all: [Deviation] = []

  /// All of them as a table.
  public static var table: CSVTable {
    var table = CSVTable(columns: ["pattern", "concerns", "original", "ours", "reason"])
    table.rows = all.map { [$0.pattern, $0.concerns, $0.original, $0.ours, $0.reason] }
    return table
  }
}
