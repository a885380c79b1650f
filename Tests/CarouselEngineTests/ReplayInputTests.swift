import CarouselReplay
import Foundation
import SeededRandom
import Testing

/// Tests `reference-replay carousel` with numbers that nothing measured.
@Suite struct ReplayInputTests {
  private static let columnsWithoutEnd = ["fade_min", "fade_max"]

  /// Answers the files, and returns the written tables and the complaints.
  private static func answers(to files: [String: Data]) throws -> (
    tables: [String: CSVTable], problems: [String]
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
    for (name, data) in files { try data.write(to: input.appending(path: name)) }
    let problems = try ReferenceFolder.run(input: input, output: output, physics: .classic)
    var tables: [String: CSVTable] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: output.path) {
      let text = try String(contentsOf: output.appending(path: name), encoding: .utf8)
      tables[name] = CSVTable(text: text)
    }
    return (tables, problems)
  }

  @Test(arguments: [
    (
      "transforms-sets.json", #"{"sets":[{"set":"a","types":["rotary"],"item":[1e300,200]}]}"#,
      "sets.0.item.0"
    ),
    (
      "visible-cases.json", #"{"cases":[{"case":"a","options":{"spacing":-1e300}}]}"#,
      "cases.0.options.spacing"
    ),
    (
      "physics-scenarios.json",
      #"{"scenarios":[{"id":"a","tick_seconds":0.02,"ticks":3,"setup":{},"script":[{"tick":1,"op":"pan_end","vx":1e308}]}]}"#,
      "scenarios.0.script.0.vx"
    ),
    ("visible-cases.json", #"{"cases":[{"case":"a","start":"1e300"}]}"#, "cases.0.start"),
    ("defaults.csv", "case,type,view_w,fade_min\nd0,wheel,1e300,-inf\n", "row 1, view_w"),
    ("defaults.csv", "case,type,options\nd0,wheel,arc=1;radius=-1e200\n", "row 1, options"),
    ("defaults.csv", "case,type,item_w\nd0,wheel,nan\n", "row 1, item_w"),
  ])
  func outOfRangeNumbersAreRefused(name: String, text: String, place: String) throws {
    let (tables, problems) = try Self.answers(to: [name: Data(text.utf8)])
    #expect(tables.isEmpty)
    #expect(problems.count == 1 && problems[0].contains(name), "\(problems)")
    #expect(problems[0].contains(place) && problems[0].contains("out of range"), "\(problems)")
  }

  /// The reference's own inputs, with some numbers replaced by the most extreme valid ones.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func validInputHasFiniteAnswers(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var files: [String: Data] = [:]
    for name in ["transforms-sets.json", "visible-cases.json", "physics-scenarios.json"] {
      let json = try JSONSerialization.jsonObject(with: ReferenceTables.data(name))
      let fewer = Self.sample(json, &generator)
      files[name] = try JSONSerialization.data(withJSONObject: Self.twisted(fewer, key: "", &generator))
    }
    let (tables, problems) = try Self.answers(to: files)
    #expect(problems == [] && tables.count == 4, "seed \(seed): \(problems)")
    for (name, table) in tables {
      #expect(!table.rows.isEmpty, "seed \(seed), \(name)")
      let wrong = table.rows.first { row in row.contains { Double($0)?.isFinite == false } }
      #expect(wrong == nil, "seed \(seed), \(name): \(wrong ?? [])")
    }
  }

  @Test func theLayoutsDefaultsAreFinite() throws {
    var generator = SeededGenerator(seed: 7)
    let original = try ReferenceTables.table("defaults.csv")
    var table = original
    for column in ["view_w", "view_h", "item_w", "item_h", "item_width"] {
      let place = try #require(table.index(of: column))
      for row in table.rows.indices where generator.number(0...1) < 0.3 {
        table.rows[row][place] = ["1e9", "-1e9", "1e-9", "0"][generator.integer(0...3)]
      }
    }
    let (tables, problems) = try Self.answers(to: ["defaults.csv": Data(table.text.utf8)])
    #expect(problems == [])
    for record in try #require(tables["defaults.csv"]).records {
      let wrong = record.filter {
        !Self.columnsWithoutEnd.contains($0.key) && Double($0.value)?.isFinite == false
      }
      #expect(wrong.isEmpty, "\(record["case"] ?? ""): \(wrong)")
    }
  }

  /// Some of the entries.
  private static func sample(_ json: Any, _ generator: inout SeededGenerator) -> Any {
    guard let object = json as? [String: Any] else { return json }
    return object.mapValues { value -> Any in
      guard let list = value as? [Any] else { return value }
      return list.filter { _ in generator.number(0...1) < 20 / Double(max(20, list.count)) }
    }
  }

  private static func twisted(_ json: Any, key: String, _ generator: inout SeededGenerator) -> Any {
    switch json {
    case let object as [String: Any]:
      var result: [String: Any] = [:]
      for (key, value) in object.sorted(by: { $0.key < $1.key }) {
        result[key] = twisted(value, key: key, &generator)
      }
      return result
    case let list as [Any]: return list.map { twisted($0, key: key, &generator) }
    case is String: return json
    default:
      guard !["tick", "ticks"].contains(key), generator.number(0...1) < 0.15 else { return json }
      let isWhole = ["items", "placeholders", "index", "count"].contains(key)
      let extremes: [Double] = isWhole ? [0, -1e9, 1e9] : [0, 1e9, -1e9, 1e-9, -1e-9, 1e-300, 12345]
      return extremes[generator.integer(0...(extremes.count - 1))]
    }
  }
}
