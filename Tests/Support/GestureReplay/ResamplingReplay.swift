import RotundaGeometry
import Gestures

/// Computes the resampled points for the display frames of Chromium's and Android's cases.
package enum ResamplingReplay {
  /// Returns the table with the output of this library's resamplers. Keeps input rows, and replaces `out`
  /// rows.
  package static func answer(_ table: ReferenceTable) -> ReferenceTable {
    var answers = ReferenceTable(columns: table.columns)
    for source in ReferenceTable.runs(of: table.rows, by: "source") {
      for rows in ReferenceTable.runs(of: source, by: "case") {
        let isAndroid = rows[0]["source"]?.hasSuffix("android") == true
        answers.rows += isAndroid ? android(rows) : chromium(rows)
      }
    }
    return answers
  }

  private static func chromium(_ rows: [ReferenceTable.Row]) -> [ReferenceTable.Row] {
    var resampler = LinearResampler(
      latency: rows[0].number("latency_ms") / 1000, isBounded: rows[0]["clamp"] == "1")
    var answers: [ReferenceTable.Row] = []
    for (index, row) in rows.enumerated() where row["op"] != "out" {
      answers.append(row)
      let seconds = row.number("time_ms") / 1000
      switch row["op"] {
      case "sample": resampler.add(Point(row.number("x"), row.number("y")), at: seconds)
      case "reset": resampler.reset()
      case "has": answers[answers.count - 1]["value"] = resampler.hasPrediction ? "1" : "0"
      case "interval":
        answers[answers.count - 1]["value"] = ReferenceNumber.text(resampler.interval * 1000)
      case "frame":
        guard let prediction = resampler.predict(frame: seconds) else { continue }
        var out = template(rows, after: index, 1)
        out["pointer_id"] = "0"
        write(prediction.position, at: prediction.time, isResampled: true, into: &out)
        answers.append(out)
      default: break
      }
    }
    return answers
  }

  private static func android(_ rows: [ReferenceTable.Row]) -> [ReferenceTable.Row] {
    var resampler = BatchResampler()
    var answers: [ReferenceTable.Row] = []
    var start = 0
    for step in ReferenceTable.runs(of: rows, by: "step") {
      defer { start += step.count }
      if step[0]["op"] == "out" { continue }
      answers += step
      if step[0]["op"] == "event" { resampler.add(sample(step)) }
      guard step[0]["op"] == "frame" else { continue }
      var told: [PointerSample] = []
      resampler.frame(at: step[0].number("time_ms") / 1000, into: &told)
      for (count, sample) in told.enumerated() {
        answers += outs(sample, template(rows, after: start, count + 1))
      }
    }
    return answers
  }

  /// Returns the `out` row `count` steps after a frame, or creates one like it.
  private static func template(
    _ rows: [ReferenceTable.Row], after index: Int, _ count: Int
  ) -> ReferenceTable.Row {
    let step = (rows[index]["step"].flatMap(Int.init) ?? 0) + count
    if let row = rows.first(where: { $0["step"] == "\(step)" && $0["op"] == "out" }) { return row }
    var row = rows[index]
    row["step"] = "\(step)"
    row["op"] = "out"
    return row
  }

  private static func outs(
    _ sample: PointerSample, _ template: ReferenceTable.Row
  ) -> [ReferenceTable.Row] {
    sample.pointers.map { pointer in
      var row = template
      row["action"] = name(sample.action)
      row["action_id"] = acting(in: sample).map { "\($0)" } ?? ""
      row["pointer_id"] = "\(pointer.id)"
      row["tool"] = pointer.isStylus ? "stylus" : "finger"
      write(pointer.position, at: sample.time, isResampled: pointer.isResampled, into: &row)
      return row
    }
  }

  private static func write(
    _ position: Point, at time: Double, isResampled: Bool, into row: inout ReferenceTable.Row
  ) {
    row["time_ms"] = ReferenceNumber.text(time * 1000)
    row["x"] = ReferenceNumber.text(position.x)
    row["y"] = ReferenceNumber.text(position.y)
    row["resampled"] = isResampled ? "1" : "0"
  }

  private static func sample(_ rows: [ReferenceTable.Row]) -> PointerSample {
    let pointers = rows.map { row in
      PointerSample.Pointer(
        id: row.id("pointer_id") ?? 0, position: Point(row.number("x"), row.number("y")),
        isStylus: row["tool"] == "stylus")
    }
    return PointerSample(
      time: rows[0].number("time_ms") / 1000, action: action(rows[0]), pointers: pointers)
  }

  private static func action(_ row: ReferenceTable.Row) -> PointerSample.Action {
    let acting = row.id("action_id") ?? 0
    return switch row["action"] {
    case "down": .down
    case "up": .up
    case "cancel": .cancel
    case "pointer-down": .pointerDown(acting)
    case "pointer-up": .pointerUp(acting)
    default: .move
    }
  }

  private static func name(_ action: PointerSample.Action) -> String {
    switch action {
    case .down: "down"
    case .move: "move"
    case .up: "up"
    case .cancel: "cancel"
    case .pointerDown: "pointer-down"
    case .pointerUp: "pointer-up"
    }
  }

  private static func acting(in sample: PointerSample) -> Int32? {
    switch sample.action {
    case .pointerDown(let id), .pointerUp(let id): id
    case .down, .up: sample.pointers.first?.id
    case .move, .cancel: nil
    }
  }
}
