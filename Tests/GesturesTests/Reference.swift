import Foundation
import GestureReplay
import Testing

/// Touch traces with the answers that they must give: our own, and the published ones where they are
/// installed.
struct Reference: Sendable, CustomTestStringConvertible {
  /// Where the traces are.
  let folder: URL
  let testDescription: String

  /// What of them can be had.
  static let all = hasPublished ? [own, published] : [own]

  static let own = Reference(
    folder: packageRoot.appending(path: "Tests/Reference/gestures"), testDescription: "our own traces")

  static let published: Reference = {
    let root =
      ProcessInfo.processInfo.environment["ROTUNDA_REFERENCE"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.appending(path: "../shared/reference").standardizedFileURL
    return Reference(folder: root.appending(path: "gestures"), testDescription: "the published traces")
  }()

  /// Why the published traces were not tried.
  static let absence: Comment =
    "needs the published touch traces: ROTUNDA_REFERENCE, or ../shared/reference beside the package"

  static let hasPublished = FileManager.default.isReadableFile(
    atPath: published.folder.appending(path: GestureAnswers.scripts).path)

  /// The bytes of a file.
  func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  /// A table, which has rows.
  func table(_ name: String) throws -> ReferenceTable {
    let table = ReferenceTable(String(decoding: try data(name), as: UTF8.self))
    try #require(table.rows.count > 10, "\(name) has hardly a row")
    return table
  }

  /// How much a table's values may be off, beside what its own columns say.
  struct Tolerance {
    /// Of the value.
    var relative = 1e-6
    /// In the value's unit. The tables carry nine decimals.
    var absolute = 1e-8
  }

  /// The cells of `column` in which `answers` are not what the reference says.
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
