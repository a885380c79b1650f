import GestureReplay
import RotundaGeometry
import SeededRandom
import Testing

@testable import Gestures

struct ResamplingTests {
  @Test(arguments: Reference.all)
  func framesGetThePointsOfChromiumAndAndroid(traces: Reference) throws {
    let reference = try traces.table("resampling.csv")
    let answers = ResamplingReplay.answer(reference)
    #expect(answers.rows.count == reference.rows.count)
    for (answer, expected) in zip(answers.rows, reference.rows) {
      for column in [
        "source", "case", "step", "op", "action", "action_id", "pointer_id", "tool", "resampled",
      ] {
        #expect(answer[column] == expected[column], "\(column): \(answer) for \(expected)")
      }
      let tolerance = max(Double(expected["tol"] ?? "") ?? 0, 1e-8)
      for column in ["time_ms", "x", "y", "value"] where expected[column]?.isEmpty == false {
        let off = abs(answer.number(column) - expected.number(column))
        #expect(off <= tolerance, "\(column): \(answer) for \(expected)")
      }
    }
  }

  @Test(arguments: Reference.all)
  func resultDoesNotDependOnExpectations(traces: Reference) throws {
    let reference = try traces.table("resampling.csv")
    var questions = reference
    questions.rows.removeAll { $0["op"] == "out" }
    let answers = ResamplingReplay.answer(questions)
    #expect(answers.rows.map { $0["x"] } == ResamplingReplay.answer(reference).rows.map { $0["x"] })
    #expect(answers.rows.map { $0["step"] } == reference.rows.map { $0["step"] })
  }

  /// The prediction for a late frame: half the interval of the samples, at most 8 ms.
  private static let predictions = [(4.0, 2.0), (10, 5), (16, 8), (18, 8), (20, 8)]

  @Test(arguments: predictions) func aFingerIsPredictedForEightMilliseconds(
    interval: Double, ahead: Double
  ) throws {
    var resampler = LinearResampler()
    resampler.add(.zero, at: 1)
    resampler.add(Point(interval, 0), at: 1 + interval / 1000)
    let prediction = try #require(resampler.predict(frame: 1.2))
    #expect(abs(prediction.position.x - interval - ahead) < 1e-6)
    #expect(abs(prediction.time - 1 - (interval + ahead) / 1000) < 1e-9)
  }

  /// Adds a sample. Returns the samples of the next frame.
  private static func frame(_ resampler: inout BatchResampler, at time: Double, _ sample: PointerSample)
    -> [PointerSample]
  {
    var samples: [PointerSample] = []
    resampler.add(sample)
    resampler.frame(at: time, into: &samples)
    return samples
  }

  private static func move(_ x: Double, at time: Double) -> PointerSample {
    PointerSample(time: time, action: .move, pointers: [.init(id: 3, position: Point(x, 0))])
  }

  @Test(arguments: predictions) func aBatchIsPredictedForEightMilliseconds(
    interval: Double, ahead: Double
  ) throws {
    var resampler = BatchResampler()
    var down = Self.move(0, at: 1)
    down.action = .down
    #expect(Self.frame(&resampler, at: 1.005, down) == [down])
    let moved = Self.move(interval, at: 1 + interval / 1000)
    let samples = Self.frame(&resampler, at: 1.2, moved)
    #expect(samples.count == 2 && samples.first == moved)
    let last = try #require(samples.last?.pointers.first)
    #expect(abs(last.position.x - interval - ahead) < 1e-6 && last.isResampled)
  }

  /// A sample that is older than the calculated position must not move the finger back.
  @Test func aLateSampleKeepsTheCalculatedPosition() throws {
    var resampler = BatchResampler()
    var down = Self.move(0, at: 1)
    down.action = .down
    _ = Self.frame(&resampler, at: 1.005, down)
    let shown = Self.frame(&resampler, at: 1.1, Self.move(10, at: 1.01))
    #expect(shown.last?.pointers.first?.position.x ?? 0 > 14.9)
    let late = try #require(Self.frame(&resampler, at: 1.1, Self.move(12, at: 1.012)).first)
    #expect(late.pointers == shown.last?.pointers && late.pointers.allSatisfy(\.isResampled))
    let next = try #require(Self.frame(&resampler, at: 1.1, Self.move(30, at: 1.03)).first)
    #expect(next == Self.move(30, at: 1.03), "a measured position")
  }

  @Test func aPauseAboveFortyMillisecondsForgetsSamples() {
    for (pause, isKnown) in [(0.04, true), (0.041, false), (0.059, false)] {
      var tracker = VelocityTracker()
      for step in 0..<8 { tracker.add(Point(Double(step) * 8, 0), of: 1, at: 1 + Double(step) * 0.008) }
      tracker.lift(at: 1.056 + pause)
      #expect((tracker.velocity(of: 1) != nil) == isKnown, "\(pause)")
    }
  }

  /// A finger has stopped after 2.5 times the median of its nine newest intervals.
  @Test func theMedianIntervalTellsThatAFingerStopped() {
    var random = SeededGenerator(seed: 22)
    var thresholds = Thresholds()
    (thresholds.stopAfter, thresholds.stopAfterMaximum) = (0.001, 0.5)
    for count in 0...14 {
      var intervals = ReportIntervals()
      // The first one leads from the landing to the first movement.
      intervals.add(0.4, thresholds)
      let added = (0..<count).map { _ in random.number(0.01...0.15) }
      for interval in added { intervals.add(interval, thresholds) }
      let sorted = added.suffix(9).sorted()
      let median = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
      #expect(intervals.stopAfter(thresholds) == max(0.001, 2.5 * median), "\(added)")
    }
  }
}
