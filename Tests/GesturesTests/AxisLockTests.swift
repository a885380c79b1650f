import Geometry
import Gestures
import Testing

struct AxisLockTests {
  @Test(.enabled(if: Reference.has("axis-lock.csv"), Reference.absence))
  func railsLockAsChromiumsDo() throws {
    let rows = try Reference.table("axis-lock.csv")
    #expect(rows.count >= 27)
    var lock: AxisLock?
    for row in rows {
      let (x, y) = (Double(row["x"] ?? "") ?? 0, Double(row["y"] ?? "") ?? 0)
      switch row["op"] {
      case "down": lock = Self.lock(row)
      case "move": lock?.move(main: x, cross: y)
      case "scroll": lock?.scroll(main: x, cross: y)
      default: lock = nil
      }
      #expect(Self.word(lock) == row["state"], "\(row)")
    }
  }

  @Test(arguments: [
    (Point(40, 39), DragAxis.parallel), (Point(40, 40), .parallel), (Point(-40, 40), .parallel),
    (Point(39, -40), .perpendicular), (Point(10, 10), .undecided),
  ])
  func theDominantRuleSplitsAt45Degrees(way: Point, expected: DragAxis) {
    var lock = AxisLock(policy: .dominant, thresholds: Thresholds(), bounds: .zero)
    lock.move(main: way.x, cross: way.y)
    #expect(lock.state == expected)
  }

  @Test func aConeIsAsWideAsItsAngleOnEitherSide() {
    for (degrees, expected) in [
      (0.0, DragAxis.parallel), (29, .parallel), (-29, .parallel), (31, .perpendicular), (151, .parallel),
    ] {
      var lock = AxisLock(policy: .cone(angle: .pi / 6), thresholds: Thresholds(), bounds: .zero)
      let way = Point.direction(degrees: degrees) * 50
      lock.move(main: way.x, cross: way.y)
      #expect(lock.state == expected, "\(degrees)")
    }
  }

  @Test func aDecisionStandsWithoutRails() {
    var lock = AxisLock(policy: .dominant, thresholds: Thresholds(), bounds: .zero)
    lock.move(main: 30, cross: 0)
    lock.scroll(main: 0, cross: 5000)
    lock.move(main: 30, cross: 5000)
    #expect(lock.state == .parallel)
  }

  private static func lock(_ row: [String: String]) -> AxisLock {
    var thresholds = Thresholds()
    thresholds.touchSlop = Double(row["slop"] ?? "") ?? 0
    let bounds = Size(Double(row["screen_w"] ?? "") ?? 0, Double(row["screen_h"] ?? "") ?? 0)
    return AxisLock(policy: .rails, thresholds: thresholds, bounds: bounds)
  }

  private static func word(_ lock: AxisLock?) -> String { lock.map { ArenaOutcome.name($0.state) } ?? "idle" }
}
