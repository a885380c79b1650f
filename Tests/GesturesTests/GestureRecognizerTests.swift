import RotundaGeometry
import Gestures
import Testing

struct GestureRecognizerTests {
  @Test func fingerBeginsATouchAfterForgottenOnes() {
    let fingers = Fingers()
    fingers.down(1, 100, 100)
    // The next finger lands before the recognizer handles its deadline.
    let late = fingers.now + fingers.recognizer.thresholds.forgottenAfter + 1
    var gestures: [Gesture] = []
    let down = TouchEvent.down(id: 2, at: Point(50, 50), milliseconds: UInt32(late * 1000))
    fingers.recognizer.handle(TouchFrame([down]), at: late, into: &gestures)
    #expect(gestures.last == .touchBegan(at: Point(50, 50)))
    #expect(gestures.filter { $0 == .touchEnded }.count == 1)
    #expect(fingers.recognizer.contactCount == 1)
  }

  @Test func moreFingersThanVisitorsHaveAreIgnored() {
    let fingers = Fingers()
    for id in 0..<40 { fingers.down(Int32(id), Double(id) * 30, 100) }
    #expect(fingers.recognizer.contactCount == 32)
  }

  @Test(arguments: [0.0, 300]) func slowReleaseStepsIfNoSpeedIsNeeded(minimum: Double) {
    let fingers = Fingers()
    fingers.recognizer.thresholds.stepMinimum = minimum
    fingers.down(0, 100, 100).wait(10).move(0, 160, 100).wait(400).up(0)
    #expect(fingers.drags.last?.isStep == (minimum == 0))
  }

  @Test func shortTouchTapsWhereItLanded() {
    let fingers = Fingers()
    fingers.down(0, 100, 100).wait(60).move(0, 104, 103).wait(30).up(0)
    #expect(fingers.told == ["touch+", "tap 100,100", "touch-"])
  }

  @Test func pressFeedbackComesAndGoesWithTheTap() {
    let fingers = Fingers()
    fingers.down(0, 100, 100).wait(99)
    #expect(fingers.told == ["touch+"])
    fingers.wait(1)
    #expect(fingers.told == ["touch+", "press+"])
    fingers.wait(50).up(0)
    #expect(fingers.told == ["touch+", "press+", "press-", "tap 100,100", "touch-"])
  }

  @Test func pressFeedbackGoesBeforeTheDragComes() {
    let fingers = Fingers()
    fingers.down(0, 100, 100).wait(150).move(0, 130, 100).wait(10).up(0)
    #expect(fingers.told == ["touch+", "press+", "press-", "drag+ parallel", "drag-", "touch-"])
  }

  @Test func aDragDoesNotJumpByTheSlop() throws {
    let fingers = Fingers()
    fingers.down(0, 100, 100).wait(10).move(0, 130, 100).wait(10).move(0, 137, 100).wait(10).move(0, 140, 101)
    #expect(fingers.drags.map(\.delta) == [.zero, Point(7, 0), Point(3, 1)])
    let last = try #require(fingers.drags.last)
    #expect(last.translation == Point(10, 1))
    #expect(last.start == Point(100, 100) && last.position == Point(140, 101))
  }

  @Test(arguments: [
    (Point(1, 0), Point(60, 10), DragAxis.parallel), (Point(1, 0), Point(10, 60), .perpendicular),
    (Point(0, 1), Point(60, 10), .perpendicular), (Point(0, 1), Point(-10, -60), .parallel),
    (Point(3, 3), Point(50, 45), .parallel), (Point(3, 3), Point(50, -45), .perpendicular),
    (Point(0, 0), Point(60, 10), .parallel),
  ])
  func aSwipeTakesItsDirectionFromTheAxis(axis: Point, way: Point, expected: DragAxis) {
    for policy in [AxisPolicy.rails, .dominant, .cone(angle: 0.6)] {
      let fingers = Fingers(GestureRecognizer(axis: axis, policy: policy))
      fingers.down(0, 300, 300).wait(10).move(0, 300 + way.x, 300 + way.y)
      #expect(fingers.drags.last?.axis == expected, "\(policy)")
    }
  }

  @Test func diagonalBelongsToTheCarouselByDominantRule() {
    let fingers = Fingers(GestureRecognizer(policy: .dominant))
    fingers.down(0, 300, 300).wait(10).move(0, 330, 270)
    #expect(fingers.drags.last?.axis == .parallel)
  }

  @Test func holdingStillBeforeLiftingLeavesNoVelocity() throws {
    let fingers = Fingers()
    fingers.down(0, 100, 100)
    for step in 1...10 { fingers.wait(8).move(0, 100 + 10 * Double(step), 100) }
    fingers.wait(41).up(0)
    let last = try #require(fingers.drags.last)
    #expect(last.velocity == .zero && !last.isFling)
  }

  @Test func restingFingersVelocityIsNotKeptByAnother() throws {
    let fingers = Fingers()
    fingers.down(0, 100, 100)
    for step in 1...10 { fingers.wait(8).move(0, 100 + 10 * Double(step), 100) }
    fingers.down(1, 400, 400)
    for step in 1...10 { fingers.wait(8).move(1, 400, 400 + Double(step)) }
    fingers.up(1).up(0)
    #expect(fingers.drags.last?.velocity == .zero)
  }

  @Test func lostUpThenDownAreTwoTouches() {
    let fingers = Fingers()
    fingers.down(0, 100, 100).wait(8).move(0, 200, 100).wait(3000).down(0, 300, 300).wait(50).up(0)
    #expect(
      fingers.told == [
        "touch+", "drag+ parallel", "drag!", "touch-", "touch+", "tap 300,300", "touch-",
      ])
  }

  @Test func forgottenContactDoesNotSpoilTheNextTap() {
    let fingers = Fingers()
    fingers.down(7, 100, 100).wait(30_000).down(0, 300, 300).wait(50).up(0)
    #expect(
      fingers.told == [
        "touch+", "press+", "press-", "long+", "long!", "touch-", "touch+", "tap 300,300", "touch-",
      ])
  }

  @Test func wholeTapInOneFrameIsATap() {
    let fingers = Fingers()
    fingers.frame([
      .down(id: 3, at: Point(5, 5), milliseconds: 10), .motion(id: 3, at: Point(6, 5), milliseconds: 40),
      .up(id: 3, milliseconds: 70),
    ])
    #expect(fingers.told == ["touch+", "tap 5,5", "touch-"])
  }

  @Test func lateFrameKeepsItsTapByDeviceTime() {
    var recognizer = GestureRecognizer()
    var gestures: [Gesture] = []
    recognizer.handle(TouchFrame([.down(id: 0, at: Point(5, 5), milliseconds: 0)]), at: 10, into: &gestures)
    recognizer.handle(TouchFrame([.up(id: 0, milliseconds: 40)]), at: 12, into: &gestures)
    #expect(gestures == [.touchBegan(at: Point(5, 5)), .tap(at: Point(5, 5)), .touchEnded])
  }

  @Test func changedSurfaceCancelsItsTouches() {
    let fingers = Fingers()
    fingers.recognizer.bounds = Size(800, 600)
    fingers.down(0, 100, 100).wait(8).move(0, 200, 100)
    fingers.recognizer.bounds = Size(600, 800)
    fingers.wait(8).move(0, 250, 100).wait(8).up(0)
    #expect(fingers.told == ["touch+", "drag+ parallel", "drag!", "touch-"])
  }

  @Test func nothingIsPendingWithoutFingers() {
    let fingers = Fingers()
    #expect(fingers.recognizer.deadline == nil)
    fingers.down(0, 1, 1)
    #expect(fingers.recognizer.deadline != nil)
    fingers.up(0)
    #expect(fingers.recognizer.deadline == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func wrongClockDoesNotHang(time: Double) {
    var recognizer = GestureRecognizer()
    var gestures: [Gesture] = []
    recognizer.handle(TouchFrame([.down(id: 0, at: Point(5, 5), milliseconds: 0)]), at: time, into: &gestures)
    recognizer.advance(to: time, into: &gestures)
    recognizer.handle(
      TouchFrame([.motion(id: 0, at: Point(50, 5), milliseconds: 9)]), at: time, into: &gestures)
    recognizer.resample(forFrameAt: time, into: &gestures)
    recognizer.handle(TouchFrame([.up(id: 0, milliseconds: 12)]), at: time, into: &gestures)
    #expect(gestures.first == .touchBegan(at: Point(5, 5)) && gestures.last == .touchEnded)
    gestures.removeAll()
    recognizer.handle(TouchFrame([.down(id: 0, at: .zero, milliseconds: 20)]), at: 7, into: &gestures)
    #expect(recognizer.deadline == 7.06)
  }

  @Test func invalidThresholdsDoNotHang() {
    var thresholds = Thresholds()
    for field in Thresholds.fields { thresholds[keyPath: field.keyPath] = .nan }
    let fingers = Fingers(GestureRecognizer(thresholds: thresholds))
    fingers.down(0, 5, 5).wait(1000).move(0, 300, 5).down(1, 9, 9).wait(60_000).up(0).up(1)
    #expect(fingers.told.first == "touch+" && fingers.told.last == "touch-")
  }

  @Test func theExampleInTheDocumentationIsTrue() {
    var recognizer = GestureRecognizer()
    var gestures: [Gesture] = []
    recognizer.handle(TouchFrame([.down(id: 0, at: Point(40, 40), milliseconds: 0)]), at: 0, into: &gestures)
    recognizer.handle(TouchFrame([.up(id: 0, milliseconds: 40)]), at: 0.04, into: &gestures)
    #expect(gestures == [.touchBegan(at: Point(40, 40)), .tap(at: Point(40, 40)), .touchEnded])
  }
}
