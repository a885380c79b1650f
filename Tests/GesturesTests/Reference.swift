import Foundation
import GestureReplay
import Testing

/// Touch traces with the expected answers: our own, and the published ones if they are installed.
struct Reference: Sendable, CustomTestStringConvertible {
  /// The directory of the traces.
  let folder: URL
  let testDescription: String

  /// The available traces.
  static let all = hasPublished ? [own, published] : [own]

  static let own = Reference(
    folder: packageRoot.appending(path: "Tests/Reference/gestures"), testDescription: "our own traces")

  static let published: Reference = {
    let root =
      ProcessInfo.processInfo.environment["ROTUNDA_REFERENCE"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.appending(path: "../shared/reference").standardizedFileURL
    return Reference(folder: root.appending(path: "gestures"), testDescription: "the published traces")
  }()

  /// The reason why the published traces are missing.
  static let absence: Comment =
    "needs the published touch traces: ROTUNDA_REFERENCE, or ../shared/reference beside the package"

  static let hasPublished = FileManager.default.isReadableFile(
    atPath: published.folder.appending(path: GestureAnswers.scripts).path)

  /// The bytes of a file.
  func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  /// Reads a table and requires that it has rows.
  func table(_ name: String) throws -> ReferenceTable {
    let table = ReferenceTable(String(decoding: try data(name), as: UTF8.self))
    try #require(table.rows.count > 10, "\(name) has hardly a row")
    return table
  }

  /// The tolerance of a table's values, apart from the table's own columns.
  struct Tolerance {
    /// Relative to the value.
    var relative = 1e-6
    /// In the value's unit. The tables have nine decimals.
    var absolute = 1e-8
  }

  /// The cells of `column` in which `answers` differ from the reference.
  static func faults(
    _ answers: ReferenceTable, _ reference: ReferenceTable, in column: String,
    _ tolerance: Tolerance = Tolerance()
  ) -> [String] {
    zip(answers.rows, reference.rows).compactMap { answer, expected in
      guard let text = expected[column], !text.isEmpty else { return nil }
      if let number = Double(text) {
        let off = abs(answer.number(column) - number)
        if off <= max(tolerance.relative * abs(number), tolerance.absolute) { return nil }
      } else if answer[column] == text {
        return nil
      }
      return "\(column) is \(answer[column] ?? "missing") in \(expected)"
    }
  }

  private static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
