import RotundaGeometry
import GestureReplay
import Gestures
import Testing

struct AxisLockTests {
  @Test(arguments: Reference.all) func railsLockAsChromiumsDo(traces: Reference) throws {
    let reference = try traces.table("axis-lock.csv")
    let answers = AxisLockReplay.answer(reference)
    #expect(answers.rows.count == reference.rows.count)
    for column in ["lock", "state"] {
      #expect(Reference.faults(answers, reference, in: column) == [])
    }
  }

  @Test(arguments: [
    (Point(40, 39), DragAxis.parallel), (Point(40, 40), .parallel), (Point(-40, 40), .parallel),
    (Point(39, -40), .perpendicular), (Point(10, 10), .undecided),
  ])
  func theDominantRuleSplitsAt45Degrees(way: Point, expected: DragAxis) {
    var lock = AxisLock(policy: .dominant, thresholds: .published, bounds: .zero)
    lock.move(main: way.x, cross: way.y)
    #expect(lock.state == expected)
  }

  @Test func coneIsAsWideAsItsAngle() {
    for (degrees, expected) in [
      (0.0, DragAxis.parallel), (29, .parallel), (-29, .parallel), (31, .perpendicular), (151, .parallel),
    ] {
      var lock = AxisLock(policy: .cone(angle: .pi / 6), thresholds: .published, bounds: .zero)
      let way = Point.direction(degrees: degrees) * 50
      lock.move(main: way.x, cross: way.y)
      #expect(lock.state == expected, "\(degrees)")
    }
  }

  @Test func aDecisionStandsWithoutRails() {
    var lock = AxisLock(policy: .dominant, thresholds: .published, bounds: .zero)
    lock.move(main: 30, cross: 0)
    lock.scroll(main: 0, cross: 5000)
    lock.move(main: 30, cross: 5000)
    #expect(lock.state == .parallel)
  }
}
