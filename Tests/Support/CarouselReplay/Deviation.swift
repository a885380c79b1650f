/// An intentional difference between this engine and the original.
public struct Deviation: Sendable {
  /// The scenarios or cases; `*` matches any text.
  public var patterns: [String]
  /// The affected columns and events; `*` for all.
  public var concerns: [String]
  /// The original's behavior.
  public var original: String
  /// This engine's behavior.
  public var ours: String
  /// The reason for the difference.
  public var reason: String

  /// Reports whether this deviation covers a column or event of a scenario or case.
  public func covers(_ scenario: String, _ concern: String) -> Bool {
    (concerns.contains("*") || concerns.contains(concern))
      && patterns.contains { Self.matches(scenario[...], $0[...]) }
  }

  /// Reports whether any deviation covers a column or event of a scenario or case.
  public static func covers(_ scenario: String, _ concern: String) -> Bool {
    all.contains { $0.covers(scenario, concern) }
  }

  private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" { return text.indices.contains { matches(text[$0...], rest) } || matches("", rest) }
    return text.first == first && matches(text.dropFirst(), rest)
  }

  /// All deviations as a table, one row per pattern and concern.
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
