import Foundation
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

  /// The rows of a table, each with its columns by name.
  static func table(_ name: String) throws -> [[String: String]] {
    let lines = String(decoding: try data(name), as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let header = lines.first else { return [] }
    let names = columns(header)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, columns($0))) }
  }

  private static func columns(_ line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
