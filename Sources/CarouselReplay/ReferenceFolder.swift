import CarouselEngine
import Foundation

/// A folder of reference inputs, answered with this engine.
public enum ReferenceFolder {
  /// Reads the inputs in a folder and writes a table per output file name. Inputs that are missing are skipped.
  public static func run(input: URL, output: URL, physics: ScrollPhysicsKind) throws {
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    func read(_ name: String) -> Data? { try? Data(contentsOf: input.appending(path: name)) }
    func write(_ table: CSVTable, _ name: String) throws {
      try Data(table.text.utf8).write(to: output.appending(path: name))
    }
    func text(_ name: String) -> CSVTable? {
      read(name).map { CSVTable(text: String(decoding: $0, as: UTF8.self)) }
    }
    if let sets = read("transforms-sets.json") {
      try write(TransformReplay.table(sets: sets), "transforms.csv")
    }
    if let defaults = text("defaults.csv") {
      try write(DefaultsReplay.table(inputs: defaults), "defaults.csv")
    }
    if let cases = read("visible-cases.json") {
      try write(VisibleReplay.visible(cases: cases), "visible.csv")
    }
    if let cases = read("hit-cases.json"), let points = text("hit.csv") {
      try write(VisibleReplay.hits(cases: cases, points: points), "hit.csv")
    }
    if let scenarios = read("physics-scenarios.json") {
      let tables = try PhysicsReplay.tables(scenarios: scenarios, physics: physics)
      try write(tables.physics, "physics.csv")
      try write(tables.events, "events.csv")
    }
  }
}
