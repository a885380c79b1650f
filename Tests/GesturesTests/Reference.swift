import Foundation
import GestureReplay
import Testing

/// The published touch traces, where they are installed.
enum Reference {
  /// Why a test that reads the traces did not run.
  static let absence: Comment =
    "needs the published touch traces: ROTUNDA_REFERENCE, or ../shared/reference beside the package"

  /// The folder of the traces.
  static let folder: URL = {
    let root =
      ProcessInfo.processInfo.environment["ROTUNDA_REFERENCE"].map { URL(fileURLWithPath: $0) }
      ?? packageRoot.appendingPathComponent("../shared/reference").standardizedFileURL
    return root.appendingPathComponent("gestures")
  }()

  /// Whether `name` is there.
  static func has(_ name: String) -> Bool {
    FileManager.default.isReadableFile(atPath: folder.appendingPathComponent(name).path)
  }

  /// The bytes of a file.
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(name))
  }

  /// A table.
  static func table(_ name: String) throws -> ReferenceTable {
    ReferenceTable(String(decoding: try data(name), as: UTF8.self))
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
