/// A table of the reference: comma separated, one header line, an empty cell where nothing is stated.
package struct ReferenceTable: Sendable {
  /// One line, by the names of the columns.
  package typealias Row = [String: String]

  /// Names of the columns, in order.
  package let columns: [String]
  /// The lines.
  package var rows: [Row]

  /// A table with these columns.
  package init(columns: [String], rows: [Row] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Reads a table. Cells that a line lacks are empty, those beyond the header are left out.
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

  /// The table as a file.
  package var text: String {
    let lines = rows.map { row in columns.map { row[$0] ?? "" }.joined(separator: ",") }
    return ([columns.joined(separator: ",")] + lines).map { $0 + "\n" }.joined()
  }

  /// Lines that follow each other and agree in `column`, together.
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
  /// The number in a cell; not a number when there is none.
  package func number(_ column: String) -> Double { self[column].flatMap(Double.init) ?? .nan }

  /// The id in a cell.
  package func id(_ column: String) -> Int32? { self[column].flatMap(Int32.init) }
}
