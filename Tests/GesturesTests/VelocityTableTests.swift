import Geometry
import Gestures
import Testing

/// Published strokes, with the velocities that Android and Flutter expect of them.
struct VelocityTableTests {
  /// Our own numbers are met to this part, or to `closeAbsolute`.
  static let close = 1e-6
  static let closeAbsolute = 0.01

  @Test(.enabled(if: Reference.has("android-velocity-expected.csv"), Reference.absence))
  func androidsStrokesHaveAndroidsVelocities() throws {
    let cases = Dictionary(grouping: try Reference.table("android-velocity.csv")) { $0["case"] ?? "" }
    let answers = try Reference.table("android-velocity-expected.csv")
    let trackers = cases.mapValues(Self.track)
    #expect(answers.count >= 101)
    for answer in answers {
      let tracker = try #require(trackers[answer["case"] ?? ""])
      let id = try #require(Int32(answer["pointer_id"] ?? ""))
      let velocity = tracker.velocity(of: id, answer["strategy"] == "IMPULSE" ? .impulse : .leastSquares)
      Self.check(velocity, answer)
    }
  }

  @Test(.enabled(if: Reference.has("flutter-velocity-expected.csv"), Reference.absence))
  func fluttersStrokesHaveFluttersVelocities() throws {
    let rows = try Reference.table("flutter-velocity.csv")
    let answers = try Reference.table("flutter-velocity-expected.csv")
    #expect(answers.count >= 28)
    for answer in answers {
      let name = try #require(answer["case"])
      // One trace runs through all strokes; the interrupted one has its own.
      var trace = VelocityTrace(rules: .flutter)
      for row in rows where name == "interrupted" ? row["case"] == name : row["case"] ?? "" <= name {
        if row["case"] == "interrupted", name != "interrupted" { continue }
        if row["action"] != "up" { trace.add(Self.position(row), at: Self.time(row, since: rows[0])) }
      }
      Self.check(trace.velocity() ?? .zero, answer)
    }
  }

  private static func check(_ velocity: Point?, _ answer: [String: String]) {
    let label = Comment(rawValue: "\(answer)")
    let component = answer["axis"] == "x" ? velocity?.x : velocity?.y
    guard let published = answer["velocity"].flatMap(Double.init),
      let recomputed = answer["recomputed"].flatMap(Double.init)
    else {
      #expect(component == nil, label)
      return
    }
    let value = component ?? .nan
    let relative = Double(answer["rel_tol"] ?? "") ?? 0
    let absolute = Double(answer["abs_tol"] ?? "") ?? 0
    #expect(abs(value - published) <= max(relative * abs(published), absolute), label)
    #expect(abs(value - recomputed) <= max(close * abs(recomputed), closeAbsolute), label)
  }

  /// Plays a case the way Android's tracker is fed.
  private static func track(_ rows: [[String: String]]) -> VelocityTracker {
    var tracker = VelocityTracker()
    var start = 0
    while start < rows.count {
      let event = rows[start...].prefix { $0["event"] == rows[start]["event"] }
      play(event, since: rows[0], into: &tracker)
      start = event.endIndex
    }
    return tracker
  }

  private static func play(
    _ event: ArraySlice<[String: String]>, since first: [String: String], into tracker: inout VelocityTracker
  ) {
    guard let row = event.first else { return }
    let acting = Int32(row["action_id"] ?? "")
    switch row["action"] {
    case "down": tracker.clear()
    case "pointer-down": if let acting { tracker.clear(acting) }
    case "cancel": return tracker.clear()
    case "up", "pointer-up":
      tracker.lift(at: time(row, since: first))
      if let acting, event.contains(where: { $0["canceled"] == "1" && $0["pointer_id"] == "\(acting)" }) {
        tracker.clear(acting)
      }
      return
    default: break
    }
    for row in event where row["resampled"] != "1" {
      guard let id = Int32(row["pointer_id"] ?? "") else { continue }
      tracker.add(position(row), of: id, at: time(row, since: first))
    }
  }

  private static func position(_ row: [String: String]) -> Point {
    Point(Double(row["x"] ?? "") ?? .nan, Double(row["y"] ?? "") ?? .nan)
  }

  private static func time(_ row: [String: String], since first: [String: String]) -> Double {
    let (time, base) = (Int64(row["time_ns"] ?? "") ?? 0, Int64(first["time_ns"] ?? "") ?? 0)
    return Double(time - base) / 1e9
  }
}
