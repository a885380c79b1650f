import Foundation
import GestureReplay
import Testing

struct GestureAnswersTests {
  private func folder(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
  }

  @Test(arguments: Reference.all)
  func everyReferenceFileIsAnsweredByName(traces: Reference) throws {
    let output = folder("answers")
    defer { try? FileManager.default.removeItem(at: output) }
    let written = try GestureAnswers.write(from: traces.folder, to: output)
    #expect(
      Set(written) == [
        "android-velocity-expected.csv", "flutter-velocity-expected.csv", "axis-lock.csv", "resampling.csv",
        "fling-curve.csv", "rubber-band.csv", "ios-deceleration.csv", "arena-outcomes.json",
      ])
    for name in written where name.hasSuffix(".csv") {
      let data = try Data(contentsOf: output.appendingPathComponent(name))
      let answers = ReferenceTable(String(decoding: data, as: UTF8.self))
      let reference = try traces.table(name)
      #expect(answers.columns == reference.columns)
      #expect(answers.rows.count == reference.rows.count)
    }
    let outcomes = try JSONSerialization.jsonObject(
      with: Data(contentsOf: output.appendingPathComponent("arena-outcomes.json")))
    let scripts = (outcomes as? [String: Any])?["scenarios"] as? [[String: Any]]
    #expect(scripts?.count ?? 0 >= 67)
  }

  /// The row counts of the published tables. Therefore no row is missing.
  @Test(.enabled(if: Reference.hasPublished, Reference.absence)) func allPublishedTracesAreTried() throws {
    for (name, rows) in [
      ("android-velocity-expected.csv", 101), ("flutter-velocity-expected.csv", 28), ("axis-lock.csv", 27),
      ("resampling.csv", 200), ("fling-curve.csv", 82), ("rubber-band.csv", 66), ("ios-deceleration.csv", 28),
    ] {
      #expect(try Reference.published.table(name).rows.count >= rows, "\(name)")
    }
  }

  /// The stored traces equal the output of `make-traces`.
  @Test func ownTracesAreReproducible() throws {
    let folder = folder("traces")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Reference.own.folder.appending(path: "make-traces"), to: folder.appending(path: "make-traces"))
    let process = Process()
    process.executableURL = folder.appending(path: "make-traces")
    try process.run()
    process.waitUntilExit()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".csv")
    }
    #expect(names.count == 9)
    for name in names {
      let made = try Data(contentsOf: folder.appending(path: name))
      #expect(made == (try Reference.own.data(name)), "\(name)")
    }
  }

  @Test func unknownFilesInTheFolderDoNotCrash() throws {
    let (input, output) = (folder("input"), folder("output"))
    defer {
      try? FileManager.default.removeItem(at: input)
      try? FileManager.default.removeItem(at: output)
    }
    try FileManager.default.createDirectory(at: input, withIntermediateDirectories: true)
    let odd =
      #"{"scenarios": [{}, {"touch": [{"t": -5, "ev": [["down"], ["up", 1e99], [], [7]]}]}, {"touch": 3}]}"#
    try Data(odd.utf8).write(to: input.appendingPathComponent(GestureAnswers.scripts))
    for name in ["axis-lock.csv", "resampling.csv", "fling-curve.csv", "rubber-band.csv"] {
      try Data("case,op\nx\n,frame,\nlong,line,with,more\n".utf8).write(
        to: input.appendingPathComponent(name))
    }
    for name in ["android-velocity.csv", "android-velocity-expected.csv", "ios-deceleration.csv"] {
      try Data().write(to: input.appendingPathComponent(name))
    }
    #expect(try GestureAnswers.write(from: input, to: output).count == 7)
  }
}
