import CarouselReplay
import Foundation
import Testing

/// The measurements of the original library in `Tests/Reference/carousel`. The system's `xz` unpacks them.
enum ReferenceTables {
  static func data(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let unpack = Process()
    unpack.executableURL = URL(filePath: "/usr/bin/env")
    unpack.arguments = ["xz", "-dc", folder.appending(path: "Reference/carousel/\(name).xz").path]
    let output = Pipe()
    unpack.standardOutput = output
    try unpack.run()
    let data = try #require(try output.fileHandleForReading.readToEnd())
    unpack.waitUntilExit()
    return data
  }

  static func table(_ name: String) throws -> CSVTable {
    CSVTable(text: String(decoding: try data(name), as: UTF8.self))
  }

  /// Whether two cells have the same text, or numbers within `tolerance` (relative above 1, else absolute).
  static func agree(_ left: String, _ right: String, tolerance: Double) -> Bool {
    if left == right { return true }
    guard let left = Double(left), let right = Double(right), left.isFinite, right.isFinite else {
      return false
    }
    return abs(left - right) <= tolerance * max(1, abs(left), abs(right))
  }

  /// The rows of a table by the text of some columns.
  static func keyed(_ table: CSVTable, by columns: [String]) throws -> [String: [String]] {
    let places = try columns.map { try #require(table.index(of: $0)) }
    return Dictionary(
      table.rows.map { row in (places.map { row[$0] }.joined(separator: "/"), row) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Compares two tables cell by cell, and returns at most 20 differences.
  static func differences(
    _ original: CSVTable, _ ours: CSVTable, by keys: [String], tolerance: Double, except: Set<String> = []
  ) throws -> [String] {
    let expected = try keyed(original, by: keys)
    let actual = try keyed(ours, by: keys)
    var found: [String] = []
    if expected.count != original.rows.count { found.append("keys are not unique") }
    for (key, row) in expected.sorted(by: { $0.key < $1.key }) {
      guard let answer = actual[key] else {
        found.append("\(key): no row")
        continue
      }
      for (place, column) in original.columns.enumerated() where !except.contains(column) {
        if agree(row[place], answer[place], tolerance: tolerance) || Deviation.covers(row[0], column) {
          continue
        }
        found.append("\(key) \(column): \(row[place]) became \(answer[place])")
      }
    }
    found += Set(actual.keys).subtracting(expected.keys).map { "\($0): a row too many" }
    return Array(found.prefix(20))
  }
}
