import RotundaGeometry
import Gestures
import Testing

/// Gestures of several fingers, and optional gestures that need a binding.
struct ManyFingersTests {
  private static func fingers(_ recognizers: Recognizers) -> Fingers {
    let fingers = Fingers()
    fingers.recognizer.recognizers = recognizers
    fingers.recognizer.bounds = Size(1280, 800)
    return fingers
  }

  // MARK: Double taps

  @Test func twoNearTapsAreOnlyADoubleTap() {
    let fingers = Self.fingers([.standard, .doubleTap])
    fingers.down(0, 100, 100).wait(60).up(0).wait(120).down(0, 110, 105).wait(60).up(0).wait(1000)
    #expect(fingers.told == ["touch+", "touch-", "touch+", "double 110,105", "touch-"])
  }

  @Test func singleTapIsReportedWithoutASecond() {
    let fingers = Self.fingers([.standard, .doubleTap])
    fingers.down(0, 100, 100).wait(60).up(0).wait(299)
    #expect(fingers.told == ["touch+", "touch-"])
    fingers.wait(1)
    #expect(fingers.told == ["touch+", "touch-", "tap 100,100"])
  }

  @Test(arguments: [(20, 100.0), (150, 260.0)])
  func distantOrEarlyTapsAreTwo(pause: Int, x: Double) {
    let fingers = Self.fingers([.standard, .doubleTap])
    fingers.down(0, 100, 100).wait(60).up(0).wait(pause).down(0, x, 100).wait(60).up(0).wait(1000)
    #expect(
      fingers.told == [
        "touch+", "touch-", "tap 100,100", "touch+", "touch-", "tap \(Int(x)),100",
      ])
  }

  @Test func tapThenDragAreBothReported() {
    let fingers = Self.fingers([.standard, .doubleTap])
    fingers.down(0, 100, 100).wait(60).up(0).wait(100).down(0, 100, 100).wait(30).move(0, 150, 100).wait(9)
      .up(0)
    #expect(
      fingers.told == ["touch+", "touch-", "touch+", "tap 100,100", "drag+ parallel", "drag-", "touch-"])
  }

  @Test func tapThenCanceledTouchIsATap() {
    let fingers = Self.fingers([.standard, .doubleTap])
    fingers.down(0, 100, 100).wait(60).up(0).wait(100).down(0, 100, 100).wait(30).frame([.cancel])
    #expect(fingers.told == ["touch+", "touch-", "touch+", "tap 100,100", "touch-"])
  }

  // MARK: Pinch and rotation

  @Test func spreadingFingersPinchWithoutAJump() throws {
    let fingers = Self.fingers(.standard)
    fingers.down(0, 500, 400).wait(10).down(1, 700, 400)
    for step in 1...20 { fingers.wait(8).move(1, 700 + 10 * Double(step), 400) }
    fingers.up(1).wait(10).move(0, 300, 300).up(0)
    #expect(fingers.told == ["touch+", "pinch+", "pinch-", "touch-"])
    let scales = fingers.pinches.map(\.scale)
    #expect(scales.first == 1)
    #expect(zip(scales, scales.dropFirst()).allSatisfy { $1 - $0 < 0.05 && $1 >= $0 })
    let last = try #require(fingers.pinches.last)
    #expect(abs(last.scale - 400.0 / 240) < 1e-9 && last.scaleSinceLanding == 2)
    #expect(last.center == Point(700, 400))
  }

  @Test func pinchThatLosesAFingerIsCanceled() {
    let fingers = Self.fingers(.standard)
    fingers.down(0, 500, 400).down(1, 700, 400).wait(8).move(1, 760, 400).frame([.cancelContact(id: 0)])
    fingers.wait(8).move(1, 900, 400).up(1)
    #expect(fingers.told == ["touch+", "pinch+", "pinch!", "touch-"])
  }

  @Test func turningFingersRotateOnlyWhenAsked() throws {
    for (recognizers, told) in [
      (Recognizers.standard, ["touch+", "touch-"]),
      ([.standard, .rotation], ["touch+", "pinch+", "pinch-", "touch-"]),
    ] {
      let fingers = Self.fingers(recognizers)
      Self.turn(fingers, by: 270)
      #expect(fingers.told == told)
      guard let pinch = fingers.pinches.last else { continue }
      #expect(abs(pinch.rotation - 260 * .pi / 180) < 1e-9 && abs(pinch.scale - 1) < 1e-9)
    }
  }

  /// Turns two fingers that are 200 points apart clockwise in steps of 10 degrees.
  private static func turn(_ fingers: Fingers, by degrees: Int) {
    let center = Point(600, 400)
    for angle in stride(from: 0, through: degrees, by: 10) {
      let arm = Point.direction(degrees: Double(angle)) * 100
      let (first, second) = (center + arm, center - arm)
      if angle == 0 {
        fingers.down(0, first.x, first.y).down(1, second.x, second.y)
      } else {
        fingers.wait(8).frame([
          .motion(id: 0, at: first, milliseconds: fingers.stamp),
          .motion(id: 1, at: second, milliseconds: fingers.stamp),
        ])
      }
    }
    fingers.up(0).up(1)
  }

  // MARK: Swipes

  @Test(arguments: 2...6, SwipeDirection.allCases)
  func fingersThatMoveTheSameWaySwipe(count: Int, direction: SwipeDirection) {
    let fingers = Self.fingers([.standard, .twoFingerSwipe])
    Self.swipe(fingers, count, Self.way(direction))
    let told = count <= 5 ? ["swipe\(count) \(direction)"] : []
    #expect(fingers.told == ["touch+"] + told + ["touch-"])
  }

  @Test func twoFingersDragWithoutABoundSwipe() {
    let fingers = Self.fingers(.standard)
    Self.swipe(fingers, 2, Point(100, 0))
    #expect(fingers.told == ["touch+", "drag+ parallel", "drag-", "touch-"])
  }

  @Test func aDiagonalOfThreeFingersIsNoSwipe() {
    let fingers = Self.fingers(.standard)
    Self.swipe(fingers, 3, Point(80, 70))
    #expect(fingers.told == ["touch+", "touch-"])
  }

  @Test func slowThreeFingerSwipeIsIgnored() {
    let fingers = Self.fingers(.standard)
    for id in 0..<3 { fingers.down(Int32(id), 300 + 80 * Double(id), 300) }
    fingers.wait(900)
    for id in 0..<3 { fingers.move(Int32(id), 400 + 80 * Double(id), 300) }
    for id in 0..<3 { fingers.up(Int32(id)) }
    #expect(fingers.told == ["touch+", "touch-"])
  }

  private static func way(_ direction: SwipeDirection) -> Point {
    switch direction {
    case .left: Point(-100, 20)
    case .right: Point(100, -20)
    case .up: Point(10, -100)
    case .down: Point(-10, 100)
    }
  }

  private static func swipe(_ fingers: Fingers, _ count: Int, _ way: Point) {
    for id in 0..<count { fingers.down(Int32(id), 300 + 80 * Double(id), 300).wait(5) }
    for step in 1...10 {
      for id in 0..<count {
        let moved = Point(300 + 80 * Double(id), 300) + way * (Double(step) / 10)
        fingers.move(Int32(id), moved.x, moved.y)
      }
      fingers.wait(8)
    }
    for id in 0..<count { fingers.up(Int32(id)) }
  }

  // MARK: Taps and rests

  @Test(arguments: 2...6) func fingersThatTouchBrieflyTapTogetherWhenAsked(count: Int) {
    for recognizers in [Recognizers.standard, [.standard, .multiTap]] {
      let fingers = Self.fingers(recognizers)
      for id in 0..<count { fingers.down(Int32(id), 300 + 80 * Double(id), 300).wait(5) }
      fingers.wait(50)
      for id in 0..<count { fingers.up(Int32(id)).wait(5) }
      let middle = 300 + 40 * (count - 1)
      let told = recognizers.contains(.multiTap) && count <= 5 ? ["tap\(count) \(middle),300"] : []
      #expect(fingers.told == ["touch+"] + told + ["touch-"])
    }
  }

  @Test func returningFingerMakesNoTwoFingerTap() {
    let fingers = Self.fingers([.standard, .multiTap])
    fingers.down(0, 300, 300).down(1, 400, 300).wait(20).up(1).wait(20).down(1, 400, 300).wait(20).up(1).up(0)
    #expect(fingers.told == ["touch+", "touch-"])
  }

  @Test func twoFingersAtRestPressLongWhenAsked() {
    let fingers = Self.fingers([.standard, .multiLongPress])
    fingers.down(0, 300, 300).wait(50).down(1, 400, 300).wait(499)
    #expect(fingers.told == ["touch+"])
    fingers.wait(1).up(0).up(1)
    #expect(fingers.told == ["touch+", "long2 350,300", "touch-"])
  }

  @Test(
    arguments: 2...5,
    [FingerCounts.all, FingerCounts(2), FingerCounts(3), [FingerCounts(4), FingerCounts(5)], []])
  func longPressNeedsTheExactFingers(count: Int, asked: FingerCounts) {
    let fingers = Self.fingers([.standard, .multiLongPress])
    fingers.recognizer.longPressFingers = asked
    for id in 0..<count { fingers.down(Int32(id), 300 + 80 * Double(id), 300).wait(5) }
    fingers.wait(2000)
    for id in 0..<count { fingers.up(Int32(id)).wait(5) }
    let isTold = asked.contains(FingerCounts(count))
    let told = isTold ? ["long\(count) \(300 + 40 * (count - 1)),300"] : []
    #expect(fingers.told == ["touch+"] + told + ["touch-"])
  }

  @Test(arguments: [FingerCounts(2), FingerCounts(3)])
  func restedFingersPinchWithoutALongPress(asked: FingerCounts) {
    let fingers = Self.fingers([.standard, .multiLongPress])
    fingers.recognizer.longPressFingers = asked
    fingers.down(0, 300, 300).down(1, 400, 300).wait(1000)
    for step in 1...10 { fingers.move(1, 400 + 20 * Double(step), 300).wait(8) }
    fingers.up(0).up(1)
    #expect(fingers.told.contains { $0.hasPrefix("pinch+") } == (asked == FingerCounts(3)))
    #expect(fingers.told.contains { $0.hasPrefix("long2") } == (asked == FingerCounts(2)))
  }

  @Test func invalidCoordinatesOfSeveralFingersAreIgnored() {
    for count in [Int.min, -1, 0, 1, 6, Int.max] { #expect(FingerCounts(count).isEmpty) }
    #expect((2...5).reduce(into: FingerCounts()) { $0.insert(FingerCounts($1)) } == .all)
  }

  @Test func movedLongPressDragsWhenAsked() throws {
    let fingers = Self.fingers([.standard, .longPressDrag])
    fingers.down(0, 300, 300).wait(600).move(0, 310, 300).wait(8).move(0, 330, 300).wait(8).move(0, 340, 300)
      .up(0)
    #expect(
      fingers.told == ["touch+", "press+", "press-", "long+", "long-", "drag+ parallel", "drag-", "touch-"])
    let last = try #require(fingers.drags.last)
    #expect(last.isAfterLongPress && last.translation == Point(10, 0))
  }

  @Test(arguments: [(18.0, false), (18.5, true)])
  func aLongPressDragsOnlyBeyondTheSlop(way: Double, drags: Bool) {
    let fingers = Self.fingers([.standard, .longPressDrag])
    fingers.down(0, 300, 300).wait(600).move(0, 300 + way, 300)
    #expect(fingers.told.contains("long-") == drags && fingers.drags.isEmpty == !drags)
  }

  // MARK: Edges

  @Test func everySideIsItsOwn() {
    for edge in Edge.allCases {
      #expect(Edge.allCases.filter { EdgeSet(edge).contains(EdgeSet($0)) } == [edge])
    }
    #expect(EdgeSet.all == EdgeSet(rawValue: 1 + 2 + 4 + 8))
  }

  @Test func anEdgeSwipeFollowsItsOwnFinger() throws {
    let fingers = Self.fingers(.standard)
    fingers.recognizer.edges = .all
    fingers.down(0, 3, 300).wait(8).move(0, 40, 300)
    for step in 1...5 { fingers.wait(8).move(0, 40 + 20 * Double(step), 300) }
    fingers.down(1, 900, 300).wait(8).move(1, 700, 300)
    let distances = fingers.gestures.compactMap { gesture -> Double? in
      if case .edgeSwipeChanged(let swipe) = gesture { swipe.distance } else { nil }
    }
    #expect(Array(distances.prefix(5)) == [57, 77, 97, 117, 137])
    #expect(distances.dropFirst(5).allSatisfy { $0 == 137 })
  }

  @Test(arguments: Edge.allCases) func edgeWithoutSwipeReturnsItsDrags(edge: Edge) {
    for edges in [EdgeSet.all, EdgeSet.all.subtracting(EdgeSet(edge))] {
      let fingers = Self.fingers(.standard)
      fingers.recognizer.edges = edges
      let start = Point(640, 400) - Point(edge.inward.x * 635, edge.inward.y * 395)
      let end = start + edge.inward * 60
      fingers.down(0, start.x, start.y).wait(8).move(0, end.x, end.y).wait(8).up(0)
      let isAlong = edge == .left || edge == .right
      let told =
        edges == .all
        ? ["edge+ \(edge)", "edge-"] : ["drag+ \(isAlong ? "parallel" : "perpendicular")", "drag-"]
      #expect(fingers.told == ["touch+"] + told + ["touch-"])
    }
  }

  @Test func cornerSwipeBelongsToTheEdgeItLeaves() {
    for (way, edge) in [(Point(60, 10), "left"), (Point(10, 60), "top")] {
      let fingers = Self.fingers(.standard)
      fingers.down(0, 3, 3).wait(8).move(0, 3 + way.x, 3 + way.y).frame([.lost])
      #expect(fingers.told == ["touch+", "edge+ \(edge)", "edge!", "touch-"])
    }
  }

  @Test func aSurfaceOfUnknownSizeHasNoEdges() {
    let fingers = Fingers()
    fingers.down(0, 3, 300).wait(8).move(0, 60, 300).wait(8).up(0)
    #expect(fingers.told == ["touch+", "drag+ parallel", "drag-", "touch-"])
  }

  // MARK: Hands of several visitors

  @Test func nextFingerLeadsWithoutAJump() throws {
    let fingers = Self.fingers(.standard)
    fingers.down(0, 300, 300)
    for step in 1...10 { fingers.wait(8).move(0, 300 + 10 * Double(step), 300) }
    fingers.down(1, 900, 600)
    for step in 1...10 { fingers.wait(8).move(1, 900 - 5 * Double(step), 600) }
    fingers.up(0)
    for step in 11...20 { fingers.wait(8).move(1, 900 - 5 * Double(step), 600) }
    fingers.up(1)
    let last = try #require(fingers.drags.last)
    #expect(last.contact == 1 && last.translation == Point(80 - 50, 0))
    #expect(abs(last.velocity.x + 625) < 1)
    #expect(fingers.told == ["touch+", "drag+ parallel", "drag-", "touch-"])
  }
}
