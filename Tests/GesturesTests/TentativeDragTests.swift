import Gestures
import RotundaGeometry
import SeededRandom
import Testing

/// The carousel follows a finger before a tap is ruled out.
struct TentativeDragTests {
  private static let perMillimeter = Thresholds.defaultPointsPerMillimeter

  private static func fingers(_ recognizers: Recognizers = .standard) -> Fingers {
    let fingers = Fingers(GestureRecognizer())
    fingers.recognizer.recognizers = recognizers
    fingers.recognizer.bounds = Size(1280, 800)
    return fingers
  }

  /// A finger moves in a straight line by some millimeters, with a report every 8 ms, and lifts.
  private static func stroke(
    _ fingers: Fingers, _ millimeters: Point, milliseconds: Int, holding hold: Int = 0, lifts: Bool = true
  ) {
    let samples = max(1, milliseconds / 8)
    fingers.down(0, 600, 400)
    for sample in 1...samples {
      let way = millimeters * (perMillimeter * Double(sample) / Double(samples))
      fingers.wait(8).move(0, 600 + way.x, 400 + way.y)
    }
    fingers.wait(hold)
    if lifts { fingers.up(0) }
  }

  /// Millimeters along and across, milliseconds, the final rest in milliseconds, and the expected gestures.
  private static let strokes: [(way: Point, time: Int, hold: Int, told: [String])] = [
    (Point(1.2, 0), 40, 0, ["tap"]), (Point(0, 2.1), 40, 0, ["tap"]), (Point(0, 0), 40, 0, ["tap"]),
    // The carousel follows, but the touch is still a tap.
    (Point(1.5, 0), 40, 0, ["drag+ parallel", "drag!", "tap"]),
    (Point(3.1, 0), 100, 45, ["drag+ parallel", "drag!", "tap"]),
    (Point(0, 2.5), 48, 0, ["drag+ perpendicular", "drag!", "tap"]),
    (Point(2.2, 1.4), 80, 45, ["drag+ parallel", "drag!", "tap"]),
    // Thrown: at 60 mm/s or faster.
    (Point(0, 3), 48, 0, ["drag+ perpendicular", "drag-"]),
    (Point(0, -3), 48, 0, ["drag+ perpendicular", "drag-"]),
    (Point(-3, 0), 48, 0, ["drag+ parallel", "drag-"]),
    (Point(0, 3), 80, 0, ["drag+ perpendicular", "drag!", "tap"]),
    // Too far for a tap at any speed.
    (Point(3.4, 0), 200, 45, ["drag+ parallel", "drag-"]),
    (Point(0, 3.4), 200, 45, ["drag+ perpendicular", "drag-"]),
  ]

  @Test(arguments: strokes)
  func fingerWithinTheSlopTaps(way: Point, time: Int, hold: Int, told: [String]) {
    let fingers = Self.fingers()
    Self.stroke(fingers, way, milliseconds: time, holding: hold)
    let found = fingers.told.filter { !$0.hasPrefix("touch") && !$0.hasPrefix("press") }
    #expect(found.map { $0.hasPrefix("tap") ? "tap" : $0 } == told)
  }

  @Test func tentativeDragYieldsToALongPress() {
    let fingers = Self.fingers()
    Self.stroke(fingers, Point(2, 0), milliseconds: 40, holding: 600)
    #expect(fingers.told == ["touch+", "drag+ parallel", "drag!", "long+", "long-", "touch-"])
  }

  @Test func tentativeDragYieldsToASecondFinger() {
    let fingers = Self.fingers()
    Self.stroke(fingers, Point(2, 0), milliseconds: 40, lifts: false)
    fingers.down(1, 800, 400)
    for step in 1...10 { fingers.wait(8).move(1, 800 + 10 * Double(step), 400) }
    fingers.up(1).up(0)
    #expect(fingers.told == ["touch+", "drag+ parallel", "drag!", "pinch+", "pinch-", "touch-"])
  }

  @Test func canceledTentativeDragDoesNotTap() {
    for event in [TouchEvent.cancel, .lost, .cancelContact(id: 0)] {
      let fingers = Self.fingers()
      Self.stroke(fingers, Point(2, 0), milliseconds: 40, lifts: false)
      fingers.frame([event])
      #expect(fingers.told == ["touch+", "drag+ parallel", "drag!", "touch-"])
    }
  }

  @Test func shortStrokeDragsWithoutATapRecognizer() {
    let fingers = Self.fingers([.drag])
    Self.stroke(fingers, Point(2, 0), milliseconds: 40)
    #expect(fingers.told == ["touch+", "drag+ parallel", "drag-", "touch-"])
  }

  @Test func theSecondOfTwoTapsMayWander() {
    let fingers = Self.fingers([.standard, .doubleTap])
    Self.stroke(fingers, .zero, milliseconds: 40)
    fingers.wait(100)
    Self.stroke(fingers, Point(2, 0), milliseconds: 40, holding: 45)
    #expect(fingers.told.contains("double 600,400"))
  }

  @Test func dragDoesNotTakeAnEdgeSwipe() {
    let fingers = Self.fingers()
    fingers.down(0, 640, 795)
    for step in 1...10 { fingers.wait(8).move(0, 640, 795 - 4 * Double(step)) }
    fingers.up(0)
    #expect(fingers.told == ["touch+", "edge+ bottom", "edge-", "touch-"])
  }

  @Test func skewedFingerSwipesInItsFinalDirection() throws {
    let fingers = Self.fingers()
    fingers.down(0, 600, 400).wait(8).move(0, 609, 404)
    #expect(fingers.drags.last?.axis == .parallel)
    for step in 1...10 { fingers.wait(8).move(0, 609, 404 + 12 * Double(step)) }
    #expect(fingers.drags.last?.axis == .perpendicular)
  }

  @Test func swallowedSlopReturnsOverTenMillimeters() throws {
    for (slope, turns) in [(0.0, false), (0.2, false), (-0.2, true)] {
      let fingers = Self.fingers()
      fingers.down(0, 600, 400)
      var (errors, way) = ([Double](), 0.0)
      for step in 1...30 {
        way += turns && step > 22 ? -0.5 : 0.5
        let x = way * Self.perMillimeter
        fingers.wait(8).move(0, 600 + x, 400 + x * slope)
        guard let drag = fingers.drags.last else { continue }
        errors.append((drag.position.x - drag.start.x - drag.translation.x) / Self.perMillimeter)
      }
      // 1.5 mm at first, then less and less.
      #expect((1.3...1.8).contains(try #require(errors.first)))
      #expect(zip(errors, errors.dropFirst()).allSatisfy { $1 <= $0 + 1e-9 && $0 - $1 < 0.1 })
      #expect(abs(try #require(errors.last)) < 0.5)
      if !turns { #expect(abs(try #require(errors.last)) < 1e-9) }
    }
  }

  @Test func contentMovesContinuouslyForward() {
    let fingers = Self.fingers()
    Self.stroke(fingers, Point(20, 0), milliseconds: 400)
    let steps = fingers.steps
    #expect(steps.allSatisfy { $0 > 0 })
    #expect(abs(steps.reduce(0, +) - 20 * Self.perMillimeter) < 1e-9)
  }

  @Test func dragReportsWhetherItSteps() {
    for (speed, isStep) in [(40.0, false), (55, true), (200, true)] {
      let fingers = Self.fingers()
      Self.stroke(fingers, Point(-8, 0), milliseconds: Int(8000 / speed) / 8 * 8)
      #expect(fingers.drags.last?.isStep == isStep, "\(speed) mm/s")
    }
  }

  /// The report interval, the silence before the lift, both in milliseconds, and whether the drag still
  /// flings.
  @Test(arguments: [
    (8, 39, true), (8, 43, false), (16, 39, true), (16, 43, false), (24, 58, true), (24, 62, false),
    (33, 80, true), (33, 86, false), (40, 88, true), (40, 93, false),
  ])
  func aTouchscreenThatReportsSeldomKeepsItsFlings(interval: Int, silence: Int, flings: Bool) throws {
    let fingers = Self.fingers()
    fingers.down(0, 600, 400)
    for step in 1...6 { fingers.wait(interval).move(0, 600 - Double(step * interval), 400) }
    fingers.wait(silence).up(0)
    #expect(try #require(fingers.drags.last).isFling == flings)
  }

  /// Each report is at a random point within some millimeters of the first one.
  @Test(arguments: [(2...10, 2.0), (14...40, 3.1)])
  func aTrembleWithinTheSlopTaps(reports: ClosedRange<Int>, radius: Double) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let fingers = Self.fingers()
      fingers.down(0, 600, 400)
      for _ in 0..<Int.random(in: reports, using: &random) {
        let way = radius * Self.perMillimeter * Double.random(in: 0...1, using: &random)
        let angle = Double.random(in: 0...360, using: &random)
        let place = Point(600, 400) + Point.direction(degrees: angle) * way
        fingers.wait(12).move(0, place.x, place.y)
      }
      fingers.up(0)
      #expect(fingers.told.suffix(2) == ["tap 600,400", "touch-"], "seed \(seed)")
    }
  }
}
