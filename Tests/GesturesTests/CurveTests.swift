import Geometry
import Gestures
import Testing

struct CurveTests {
  @Test(.enabled(if: Reference.has("fling-curve.csv"), Reference.absence))
  func flingsGlideAsChromiumsDo() throws {
    let rows = try Reference.table("fling-curve.csv")
    #expect(rows.count >= 82)
    var before = Point.zero
    for row in rows {
      let curve = FlingCurve(velocity: Point(Self.number(row, "velocity_x"), Self.number(row, "velocity_y")))
      let time = Self.number(row, "time_ms") / 1000
      let (offset, speed) = (curve.offset(at: time), curve.velocity(at: time))
      let label = Comment(rawValue: "\(row) \(offset)")
      if row["kind"] == "asserted" {
        let tolerance = max(Self.number(row, "tol"), 1e-9)
        #expect(abs(offset.x - before.x - Self.number(row, "delta_x")) <= tolerance, label)
        #expect(abs(offset.y - before.y - Self.number(row, "delta_y")) <= tolerance, label)
        before = offset
      }
      #expect(
        (offset - Point(Self.number(row, "offset_x"), Self.number(row, "offset_y"))).length < 1e-5, label)
      #expect((speed - Point(Self.number(row, "speed_x"), Self.number(row, "speed_y"))).length < 1e-4, label)
      #expect(curve.isActive(at: time + 1e-12) == (row["active"] == "1"), label)
    }
  }

  @Test(.enabled(if: Reference.has("rubber-band.csv"), Reference.absence))
  func contentIsPulledAsInUIScrollView() throws {
    let rows = try Reference.table("rubber-band.csv")
    #expect(rows.count >= 66)
    for row in rows {
      let band = RubberBand(
        dimension: Self.number(row, "dimension"), coefficient: Self.number(row, "coefficient"))
      let pull = Self.number(row, "pull")
      #expect(Self.isClose(band.offset(forPull: pull), row, "offset"), "\(row)")
      #expect(Self.isClose(band.slope(atPull: pull), row, "slope"), "\(row)")
      if let published = Double(row["published"] ?? "") {
        #expect(abs(band.offset(forPull: pull) - published) <= 0.005 + 1e-9, "\(row)")
      }
    }
  }

  @Test func contentNeverLeavesTheViewAndAlwaysResistsMore() {
    let band = RubberBand(dimension: 480)
    var slope = 1.0
    for pull in [0, 1, 10, 100, 1000, 1e6, 1e300, Double.infinity] {
      #expect(band.offset(forPull: pull) <= 480 && band.offset(forPull: -pull) >= -480)
      #expect(band.slope(atPull: pull) < slope)
      slope = band.slope(atPull: pull) + 1e-300
    }
    #expect(band.offset(forPull: 0) == 0)
    #expect(RubberBand(dimension: 0).offset(forPull: 10) == 0)
  }

  @Test(.enabled(if: Reference.has("ios-deceleration.csv"), Reference.absence))
  func scrollViewsSlowDownAsOnIOS() throws {
    let rows = try Reference.table("ios-deceleration.csv")
    #expect(rows.count >= 28)
    for row in rows {
      let deceleration = ScrollDeceleration(rate: Self.number(row, "rate"))
      let speed = Self.number(row, "velocity")
      let duration = deceleration.duration(speed, threshold: Self.number(row, "threshold"))
      var answers = [
        "projection": deceleration.projection(speed), "rest_distance": deceleration.restDistance(speed),
        "duration_s": duration, "distance_at_duration": deceleration.distance(speed, after: duration),
      ]
      for milliseconds in [16, 100, 250, 500, 1000] {
        answers["distance_\(milliseconds)ms"] = deceleration.distance(
          speed, after: Double(milliseconds) / 1000)
      }
      for milliseconds in [100, 500] {
        answers["speed_\(milliseconds)ms"] = deceleration.velocity(speed, after: Double(milliseconds) / 1000)
      }
      for (column, value) in answers {
        #expect(Self.isClose(value, row, column), "\(column) \(value) \(row)")
      }
    }
  }

  private static func number(_ row: [String: String], _ column: String) -> Double {
    Double(row[column] ?? "") ?? .nan
  }

  /// The tables carry nine decimals.
  private static func isClose(_ value: Double, _ row: [String: String], _ column: String) -> Bool {
    let expected = number(row, column)
    return abs(value - expected) <= max(1e-6 * abs(expected), 1e-8)
  }
}
