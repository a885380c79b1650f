/// A place where this engine departs from the original on purpose.
public struct Deviation: Sendable {
  /// Scenarios or cases; `*` stands for any text.
  public var patterns: [String]
  /// The columns and events that differ; `*` for all.
  public var concerns: [String]
  /// What the original does.
  public var original: String
  /// What we do.
  public var ours: String
  /// Why.
  public var reason: String

  /// Whether it covers a column or an event of a scenario or case.
  public func covers(_ scenario: String, _ concern: String) -> Bool {
    (concerns.contains("*") || concerns.contains(concern))
      && patterns.contains { Self.matches(scenario[...], $0[...]) }
  }

  /// Whether any deviation covers a column or an event of a scenario or case.
  public static func covers(_ scenario: String, _ concern: String) -> Bool {
    all.contains { $0.covers(scenario, concern) }
  }

  private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" { return text.indices.contains { matches(text[$0...], rest) } || matches("", rest) }
    return text.first == first && matches(text.dropFirst(), rest)
  }

  /// All of them as a table, one row per pattern and concern.
  public static var table: CSVTable {
    var table = CSVTable(columns: ["pattern", "concerns", "original", "ours", "reason"])
    for deviation in all {
      for pattern in deviation.patterns {
        for concern in deviation.concerns {
          table.rows.append(
            [pattern, concern] + [deviation.original, deviation.ours, deviation.reason].map { "\"\($0)\"" })
        }
      }
    }
    return table
  }
}
