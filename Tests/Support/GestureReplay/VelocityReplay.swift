import RotundaGeometry
import Gestures

/// Computes velocities for the published strokes.
package enum VelocityReplay {
  /// Answers `questions` (case, strategy, axis, contact) about Android's strokes.
  package static func android(_ strokes: ReferenceTable, _ questions: ReferenceTable) -> ReferenceTable {
    let cases = Dictionary(grouping: strokes.rows) { $0["case"] ?? "" }.mapValues(track)
    return answer(questions) { question in
      guard let tracker = cases[question["case"] ?? ""], let id = question.id("pointer_id") else {
        return nil
      }
      return tracker.velocity(of: id, question["strategy"] == "IMPULSE" ? .impulse : .leastSquares)
    }
  }

  /// Answers `questions` (case, axis) about Flutter's strokes. One trace continues through all of them,
  /// except that the interrupted stroke has its own.
  package static func flutter(_ strokes: ReferenceTable, _ questions: ReferenceTable) -> ReferenceTable {
    var velocities: [String: Point] = [:]
    var common = VelocityTrace(rules: .flutter)
    for stroke in ReferenceTable.runs(of: strokes.rows, by: "case") {
      let name = stroke[0]["case"] ?? ""
      var trace = name.hasPrefix("interrupted") ? VelocityTrace(rules: .flutter) : common
      for row in stroke where row["action"] != "up" {
        trace.add(position(row), at: time(row, since: strokes.rows[0]))
      }
      if !name.hasPrefix("interrupted") { common = trace }
      velocities[name] = trace.velocity() ?? .zero
    }
    return answer(questions) { velocities[$0["case"] ?? ""] }
  }

  private static func answer(
    _ questions: ReferenceTable, with velocity: (ReferenceTable.Row) -> Point?
  ) -> ReferenceTable {
    var answers = questions
    for index in answers.rows.indices {
      let velocity = velocity(answers.rows[index])
      let text = ReferenceNumber.text(answers.rows[index]["axis"] == "x" ? velocity?.x : velocity?.y)
      answers.rows[index]["velocity"] = text
      answers.rows[index]["recomputed"] = text
    }
    return answers
  }

  private static func track(_ rows: [ReferenceTable.Row]) -> VelocityTracker {
    var tracker = VelocityTracker()
    for event in ReferenceTable.runs(of: rows, by: "event") { play(event, since: rows[0], into: &tracker) }
    return tracker
  }

  /// Adds an event as Android's input reader does.
  private static func play(
    _ event: [ReferenceTable.Row], since first: ReferenceTable.Row, into tracker: inout VelocityTracker
  ) {
    let acting = event[0].id("action_id")
    switch event[0]["action"] {
    case "down": tracker.clear()
    case "pointer-down": if let acting { tracker.clear(acting) }
    case "cancel": return tracker.clear()
    case "up", "pointer-up":
      tracker.lift(at: time(event[0], since: first))
      let isWithdrawn = event.contains { $0["canceled"] == "1" && $0.id("pointer_id") == acting }
      if let acting, isWithdrawn { tracker.clear(acting) }
      return
    default: break
    }
    for row in event where row["resampled"] != "1" {
      guard let id = row.id("pointer_id") else { continue }
      tracker.add(position(row), of: id, at: time(row, since: first))
    }
  }

  private static func position(_ row: ReferenceTable.Row) -> Point { Point(row.number("x"), row.number("y")) }

  /// Measures from the first sample: the full device time would lose nanoseconds as a floating-point number.
  private static func time(_ row: ReferenceTable.Row, since first: ReferenceTable.Row) -> Double {
    let (time, base) = (row["time_ns"].flatMap(Int64.init) ?? 0, first["time_ns"].flatMap(Int64.init) ?? 0)
    return Double(time.subtractingReportingOverflow(base).partialValue) / 1e9
  }
}
