import CarouselEngine
import Foundation

/// Computes this engine's answers for a folder of reference inputs.
public enum ReferenceFolder {
  /// Reads the inputs in a folder, and writes one table per output file. Skips missing inputs.
  ///
  /// - Returns: the errors of unreadable inputs, one line per file. The other inputs are answered.
  /// - Throws: an error if writing fails.
  public static func run(input: URL, output: URL, physics: ScrollPhysicsKind) throws -> [String] {
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    let names = Set((try? FileManager.default.contentsOfDirectory(atPath: input.path)) ?? [])
    var problems = names.isEmpty ? ["\(input.path): there is nothing to read"] : []
    func read(_ name: String) throws -> Data {
      let data = try Data(contentsOf: input.appending(path: name))
      try InputRange.check(json: data)
      return data
    }
    func text(_ name: String, inputs: [String]) throws -> CSVTable {
      let data = try Data(contentsOf: input.appending(path: name))
      let table = CSVTable(text: String(decoding: data, as: UTF8.self))
      try InputRange.check(table, columns: inputs)
      return table
    }
    func answer(_ name: String, and other: String? = nil, _ tables: () throws -> [(String, CSVTable)]) throws
    {
      guard names.contains(name), other.map(names.contains) ?? true else { return }
      let answers: [(String, CSVTable)]
      do {
        answers = try tables()
      } catch {
        problems.append("\(name): \(describe(error))")
        return
      }
      for (file, table) in answers { try Data(table.text.utf8).write(to: output.appending(path: file)) }
    }
    try answer("transforms-sets.json") {
      [("transforms.csv", try TransformReplay.table(sets: read("transforms-sets.json")))]
    }
    try answer("defaults.csv") {
      [
        (
          "defaults.csv",
          DefaultsReplay.table(inputs: try text("defaults.csv", inputs: DefaultsReplay.inputColumns))
        )
      ]
    }
    try answer("visible-cases.json") {
      [("visible.csv", try VisibleReplay.visible(cases: read("visible-cases.json")))]
    }
    try answer("hit-cases.json", and: "hit.csv") {
      [
        (
          "hit.csv",
          try VisibleReplay.hits(cases: read("hit-cases.json"), points: text("hit.csv", inputs: ["x", "y"]))
        )
      ]
    }
    try answer("physics-scenarios.json") {
      let tables = try PhysicsReplay.tables(scenarios: read("physics-scenarios.json"), physics: physics)
      return [("physics.csv", tables.physics), ("events.csv", tables.events)]
    }
    return problems
  }

  private static func describe(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return error.localizedDescription }
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(
        separator: ".")
      return (path.isEmpty ? "" : "at \(path): ") + context.debugDescription
    }
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
      return place(context)
    case .keyNotFound(let key, let context): return "there is no \(key.stringValue) \(place(context))"
    @unknown default: return "\(error)"
    }
  }
}
