import RotundaGeometry
import GestureReplay
import Gestures
import Testing

struct CurveTests {
  @Test(arguments: Reference.all) func flingsGlideAsChromiumsDo(traces: Reference) throws {
    let reference = try traces.table("fling-curve.csv")
    let answers = CurveReplay.flings(reference)
    #expect(answers.rows.count == reference.rows.count)
    for column in ["offset_x", "offset_y", "speed_x", "speed_y", "active"] {
      let close = Reference.Tolerance(relative: 1e-6, absolute: 1e-5)
      #expect(Reference.faults(answers, reference, in: column, close) == [])
    }
    for (answer, expected) in zip(answers.rows, reference.rows) where expected["kind"] == "asserted" {
      for column in ["delta_x", "delta_y"] {
        let off = abs(answer.number(column) - expected.number(column))
        #expect(off <= max(expected.number("tol"), 1e-8), "\(column): \(answer)")
      }
    }
  }

  @Test(arguments: Reference.all) func contentIsPulledAsInUIScrollView(traces: Reference) throws {
    let reference = try traces.table("rubber-band.csv")
    let answers = CurveReplay.rubberBands(reference)
    #expect(answers.rows.count == reference.rows.count)
    for column in ["published", "offset", "slope"] {
      #expect(Reference.faults(answers, reference, in: column) == [])
    }
  }

  @Test func contentStaysInViewAndResistsMore() {
    let band = RubberBand(dimension: 480)
    var slope = 1.0
    for pull in [0, 1, 10, 100, 1000, 1e6, 1e300, Double.infinity] {
      #expect(band.offset(forPull: pull) <= 480 && band.offset(forPull: -pull) >= -480)
      #expect(band.slope(atPull: pull) <= slope)
      slope = band.slope(atPull: pull)
    }
    #expect(band.offset(forPull: 0) == 0)
    #expect(RubberBand(dimension: 0).offset(forPull: 10) == 0)
  }

  @Test(arguments: Reference.all) func scrollViewsSlowDownAsOnIOS(traces: Reference) throws {
    let reference = try traces.table("ios-deceleration.csv")
    let answers = CurveReplay.decelerations(reference)
    #expect(answers.rows.count == reference.rows.count)
    for column in reference.columns.dropFirst(3) {
      #expect(Reference.faults(answers, reference, in: column) == [])
    }
  }

  /// A distance of 0 is never reached: such a scroll view stops at once and does not run forever.
  @Test(arguments: [(0, 1), (1200, 0), (1200, -1), (0.0001, 1)])
  func noWayToGoNeedsNoTime(velocity: Double, threshold: Double) {
    for deceleration in [ScrollDeceleration.normal, .fast] {
      #expect(deceleration.duration(velocity, threshold: threshold) == 0)
    }
  }

  @Test func invalidFlingRestsAtOnce() {
    for velocity in [Point.zero, Point(.nan, 3), Point(.infinity, 0)] {
      let curve = FlingCurve(velocity: velocity)
      #expect(curve.duration == 0 && curve.offset(at: 1) == .zero && !curve.isActive(at: 0))
    }
  }
}
