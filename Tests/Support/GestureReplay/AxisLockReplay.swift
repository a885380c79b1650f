import RotundaGeometry
import Gestures

/// Computes the axis locks for Chromium's cases.
package enum AxisLockReplay {
  /// Returns the table with this library's locks and states.
  package static func answer(_ table: ReferenceTable) -> ReferenceTable {
    var answers = table
    var lock: AxisLock?
    for index in answers.rows.indices {
      let row = answers.rows[index]
      switch row["op"] {
      case "down": lock = start(row)
      case "move": lock?.move(main: row.number("x"), cross: row.number("y"))
      case "scroll": lock?.scroll(main: row.number("x"), cross: row.number("y"))
      default: lock = nil
      }
      let state = lock.map { ArenaOutcome.name($0.state) } ?? "idle"
      answers.rows[index]["state"] = state
      // The reference states no lock after the finger lifts.
      let isLocked = ["horizontal", "vertical"].contains(state)
      answers.rows[index]["lock"] = row["op"] == "up" ? "" : isLocked ? state : "none"
    }
    return answers
  }

  private static func start(_ row: ReferenceTable.Row) -> AxisLock {
    var thresholds = Thresholds.published
    let slop = row.number("slop")
    (thresholds.touchSlop, thresholds.dragSlop, thresholds.dragSlopAcross) = (slop, slop, slop)
    let bounds = Size(row.number("screen_w"), row.number("screen_h"))
    return AxisLock(policy: .rails, thresholds: thresholds, bounds: bounds)
  }
}
