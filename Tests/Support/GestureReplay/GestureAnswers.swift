import Foundation

/// Writes this library's answers for a folder of touch data, in the reference's format.
public enum GestureAnswers {
  /// Reads the touch data in `input`, and writes the answers to `output` with the reference's names and
  /// columns. Copies key columns, and computes the others. `arena-outcomes.json` contains the ordered
  /// outcomes of each script in `arena-scenarios.json`, in the reference's words. Skips files that `input`
  /// lacks.
  ///
  /// - Returns: the names of the written files.
  /// - Throws: Foundation's error if a file cannot be read or written.
  public static func write(from input: URL, to output: URL) throws -> [String] {
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    var written: [String] = []
    for (name, answer) in tables {
      guard let table = try table(name, in: input), let answers = try answer(table, input) else { continue }
      try Data(answers.text.utf8).write(to: output.appendingPathComponent(name))
      written.append(name)
    }
    if let scripts = try file(scripts, in: input) {
      let name = "arena-outcomes.json"
      try ArenaAnswers.json(of: ArenaScript.all(in: scripts)).write(to: output.appendingPathComponent(name))
      written.append(name)
    }
    return written
  }

  /// The file of touch scripts.
  package static let scripts = "arena-scenarios.json"

  private static let tables: [(String, @Sendable (ReferenceTable, URL) throws -> ReferenceTable?)] = [
    (
      "android-velocity-expected.csv",
      { questions, input in
        try table("android-velocity.csv", in: input).map { VelocityReplay.android($0, questions) }
      }
    ),
    (
      "flutter-velocity-expected.csv",
      { questions, input in
        try table("flutter-velocity.csv", in: input).map { VelocityReplay.flutter($0, questions) }
      }
    ),
    ("axis-lock.csv", { table, _ in AxisLockReplay.answer(table) }),
    ("resampling.csv", { table, _ in ResamplingReplay.answer(table) }),
    ("fling-curve.csv", { table, _ in CurveReplay.flings(table) }),
    ("rubber-band.csv", { table, _ in CurveReplay.rubberBands(table) }),
    ("ios-deceleration.csv", { table, _ in CurveReplay.decelerations(table) }),
  ]

  private static func table(_ name: String, in folder: URL) throws -> ReferenceTable? {
    try file(name, in: folder).map { ReferenceTable(String(decoding: $0, as: UTF8.self)) }
  }

  private static func file(_ name: String, in folder: URL) throws -> Data? {
    let url = folder.appendingPathComponent(name)
    return FileManager.default.fileExists(atPath: url.path) ? try Data(contentsOf: url) : nil
  }
}
