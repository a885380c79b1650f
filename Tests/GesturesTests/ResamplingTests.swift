import Geometry
import Gestures
import Testing

@Suite(.enabled(if: Reference.has("resampling.csv"), Reference.absence))
struct ResamplingTests {
  typealias Row = [String: String]

  @Test func framesGetThePointsThatChromiumCalculates() throws {
    let cases = try Self.cases("chromium")
    #expect(cases.count >= 12)
    for rows in cases { Self.playChromium(rows) }
  }

  @Test func framesGetThePointsThatAndroidCalculates() throws {
    let cases = try Self.cases("android")
    #expect(cases.count >= 10)
    for rows in cases { Self.playAndroid(rows) }
  }

  private static func cases(_ source: String) throws -> [[Row]] {
    let rows = try Reference.table("resampling.csv").filter { $0["source"]?.hasSuffix(source) == true }
    return Dictionary(grouping: rows) { "\($0["source"] ?? "")/\($0["case"] ?? "")" }.values.map { $0 }
  }

  private static func number(_ row: Row, _ column: String) -> Double { Double(row[column] ?? "") ?? .nan }

  private static func playChromium(_ rows: [Row]) {
    var resampler = LinearResampler(
      latency: number(rows[0], "latency_ms") / 1000, isBounded: rows[0]["clamp"] == "1")
    var prediction: LinearResampler.Prediction?
    for row in rows {
      let label = Comment(rawValue: "\(row)")
      let tolerance = max(number(row, "tol"), 1e-9)
      let seconds = number(row, "time_ms") / 1000
      switch row["op"] {
      case "sample": resampler.add(Point(number(row, "x"), number(row, "y")), at: seconds)
      case "reset": resampler.reset()
      case "has": #expect(resampler.hasPrediction == (row["value"] == "1"), label)
      case "interval": #expect(abs(resampler.interval * 1000 - number(row, "value")) <= tolerance, label)
      case "frame": prediction = resampler.predict(frame: seconds)
      default:
        #expect(abs((prediction?.time ?? .nan) - seconds) < 1e-9, label)
        #expect(abs((prediction?.position.x ?? .nan) - number(row, "x")) <= tolerance, label)
        #expect(abs((prediction?.position.y ?? .nan) - number(row, "y")) <= tolerance, label)
      }
    }
  }

  private static func playAndroid(_ rows: [Row]) {
    var resampler = BatchResampler()
    var told: [PointerSample] = []
    let steps = Dictionary(grouping: rows) { Int($0["step"] ?? "") ?? 0 }.sorted { $0.key < $1.key }
    for (_, rows) in steps {
      let label = Comment(rawValue: "\(rows)")
      switch rows[0]["op"] {
      case "event": resampler.add(sample(rows))
      case "frame":
        #expect(told.isEmpty, "nothing more comes out of the frame before \(rows)")
        told.removeAll()
        resampler.frame(at: number(rows[0], "time_ms") / 1000, into: &told)
      default:
        guard !told.isEmpty else {
          Issue.record("a point is missing: \(rows)")
          continue
        }
        #expect(isSame(told.removeFirst(), sample(rows)), label)
      }
    }
    #expect(told.isEmpty, "\(rows[0])")
  }

  private static func sample(_ rows: [Row]) -> PointerSample {
    let acting = Int32(rows[0]["action_id"] ?? "") ?? -1
    let action: PointerSample.Action =
      switch rows[0]["action"] {
      case "down": .down
      case "up": .up
      case "pointer-down": .pointerDown(acting)
      case "pointer-up": .pointerUp(acting)
      default: .move
      }
    let pointers = rows.map { row in
      var pointer = PointerSample.Pointer(
        id: Int32(row["pointer_id"] ?? "") ?? -1, position: Point(number(row, "x"), number(row, "y")),
        isStylus: row["tool"] == "stylus")
      pointer.isResampled = row["resampled"] == "1"
      return pointer
    }
    return PointerSample(time: number(rows[0], "time_ms") / 1000, action: action, pointers: pointers)
  }

  private static func isSame(_ left: PointerSample, _ right: PointerSample) -> Bool {
    left.action == right.action && abs(left.time - right.time) < 1e-9
      && left.pointers.count == right.pointers.count
      && zip(left.pointers, right.pointers).allSatisfy {
        $0.id == $1.id && $0.isResampled == $1.isResampled && ($0.position - $1.position).length < 1e-9
      }
  }
}
