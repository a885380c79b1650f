/// A table of the reference: comma-separated, one header line, and empty cells for missing values.
package struct ReferenceTable: Sendable {
  /// One line, as a dictionary from column to cell.
  package typealias Row = [String: String]

  /// The names of the columns, in order.
  package let columns: [String]
  /// The lines.
  package var rows: [Row]

  /// Creates a table with these columns.
  package init(columns: [String], rows: [Row] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Parses a table. Missing cells are empty; cells beyond the header are ignored.
  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(Self.cells)
    columns = lines.first ?? []
    rows = []
    for cells in lines.dropFirst() {
      rows.append(Dictionary(zip(columns, cells)) { first, _ in first })
    }
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The table as the text of a file.
  package var text: String {
    let lines = rows.map { row in columns.map { row[$0] ?? "" }.joined(separator: ",") }
    return ([columns.joined(separator: ",")] + lines).map { $0 + "\n" }.joined()
  }

  /// Groups consecutive rows with the same value in `column`.
  package static func runs(of rows: [Row], by column: String) -> [[Row]] {
    var runs: [[Row]] = []
    for row in rows {
      if runs.last?.last?[column] == row[column], !runs.isEmpty {
        runs[runs.count - 1].append(row)
      } else {
        runs.append([row])
      }
    }
    return runs
  }
}

extension ReferenceTable.Row {
  /// Returns the number in a cell; NaN if there is none.
  package func number(_ column: String) -> Double { self[column].flatMap(Double.init) ?? .nan }

  /// Returns the ID in a cell.
  package func id(_ column: String) -> Int32? { self[column].flatMap(Int32.init) }
}
