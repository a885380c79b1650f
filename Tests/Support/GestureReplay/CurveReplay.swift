import RotundaGeometry
import Gestures

/// Computes the curves for the tables of Chromium's flings and iOS's scroll views.
package enum CurveReplay {
  /// The rounding error in seconds of the timestamps of resting points, from their number of decimals.
  private static let rounding = 1e-11

  /// Returns the answers for the fling curve.
  package static func flings(_ table: ReferenceTable) -> ReferenceTable {
    var answers = table
    var before: (velocity: Point, offset: Point)?
    for index in answers.rows.indices {
      let row = answers.rows[index]
      let velocity = Point(row.number("velocity_x"), row.number("velocity_y"))
      let curve = FlingCurve(velocity: velocity)
      let time = row.number("time_ms") / 1000
      let offset = curve.offset(at: time)
      let isActive = curve.isActive(at: time + rounding)
      if row["kind"] == "asserted" {
        let from = before?.velocity == velocity ? before?.offset ?? .zero : .zero
        write(offset - from, as: "delta", into: &answers.rows[index])
        before = (velocity, offset)
      }
      write(offset, as: "offset", into: &answers.rows[index])
      write(isActive ? curve.velocity(at: time) : .zero, as: "speed", into: &answers.rows[index])
      answers.rows[index]["active"] = isActive ? "1" : "0"
    }
    return answers
  }

  /// Returns the answers for the rubber band.
  package static func rubberBands(_ table: ReferenceTable) -> ReferenceTable {
    var answers = table
    for index in answers.rows.indices {
      let row = answers.rows[index]
      let band = RubberBand(dimension: row.number("dimension"), coefficient: row.number("coefficient"))
      let offset = band.offset(forPull: row.number("pull"))
      if row["kind"] == "published" { answers.rows[index]["published"] = ReferenceNumber.rough(offset) }
      answers.rows[index]["offset"] = ReferenceNumber.text(offset)
      answers.rows[index]["slope"] = ReferenceNumber.text(band.slope(atPull: row.number("pull")))
    }
    return answers
  }

  /// Returns the answers for the deceleration. Columns with a time in their name (`distance_100ms`) take it
  /// from there.
  package static func decelerations(_ table: ReferenceTable) -> ReferenceTable {
    var answers = table
    for index in answers.rows.indices {
      let row = answers.rows[index]
      for column in table.columns {
        guard let value = deceleration(column, row) else { continue }
        answers.rows[index][column] = ReferenceNumber.text(value)
      }
    }
    return answers
  }

  private static func deceleration(_ column: String, _ row: ReferenceTable.Row) -> Double? {
    let deceleration = ScrollDeceleration(rate: row.number("rate"))
    let velocity = row.number("velocity")
    let duration = deceleration.duration(velocity, threshold: row.number("threshold"))
    switch column {
    case "projection": return deceleration.projection(velocity)
    case "rest_distance": return deceleration.restDistance(velocity)
    case "duration_s": return duration
    case "distance_at_duration": return deceleration.distance(velocity, after: duration)
    default: break
    }
    guard column.hasSuffix("ms"), let digits = column.dropLast(2).split(separator: "_").last,
      let milliseconds = Double(digits)
    else { return nil }
    return column.hasPrefix("speed")
      ? deceleration.velocity(velocity, after: milliseconds / 1000)
      : deceleration.distance(velocity, after: milliseconds / 1000)
  }

  private static func write(_ point: Point, as name: String, into row: inout ReferenceTable.Row) {
    row["\(name)_x"] = ReferenceNumber.text(point.x)
    row["\(name)_y"] = ReferenceNumber.text(point.y)
  }
}
