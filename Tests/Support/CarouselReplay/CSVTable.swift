import Foundation

/// A table of text cells with named columns.
public struct CSVTable: Sendable {
  /// The names in the first line.
  public var columns: [String]
  /// All other lines.
  public var rows: [[String]] = []

  /// Creates an empty table.
  public init(columns: [String]) {
    self.columns = columns
  }

  /// Parses comma-separated lines. The format has no quoting.
  public init(text: String) {
    var lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    columns = lines.isEmpty ? [] : lines.removeFirst()
    rows = lines
  }

  /// The table as comma-separated lines.
  public var text: String {
    ([columns] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  /// Returns a column's index; nil if there is no such column.
  public func index(of column: String) -> Int? { columns.firstIndex(of: column) }

  /// Each row as a dictionary from column to cell.
  public var records: [[String: String]] {
    rows.map { Dictionary(zip(columns, $0), uniquingKeysWith: { first, _ in first }) }
  }
}

/// Formats cells of the reference tables: 9 significant digits, `0` / `1`, `inf`, empty if not applicable.
enum Cell {
  static func number(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    // Avoid negative zero, which has no meaning here.
    return String(format: "%.9g", value == 0 ? 0 : value)
  }

  static func number(_ value: Double?) -> String { value.map(number) ?? "" }

  static func number(_ value: Int) -> String { String(value) }

  static func flag(_ value: Bool) -> String { value ? "1" : "0" }
}
