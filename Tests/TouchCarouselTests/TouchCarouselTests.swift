import SeededRandom
import Testing
import TouchCarousel

/// A carousel together with a recognizer, with the input of a compositor.
struct TouchCarouselTests {
  private var touch: TouchCarousel
  private var events: [CarouselEvent] = []
  private var now = 0.0

  init() {
    var options = CarouselOptions()
    options.layout = .linear
    touch = TouchCarousel(
      Carousel(options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 12))
  }

  private var selected: [Int] {
    events.compactMap { if case .didSelectItem(let item) = $0.kind { item } else { nil } }
  }

  private mutating func send(_ event: TouchEvent, after seconds: Double = 0.01) {
    now += seconds
    touch.handle(TouchFrame([event]), at: now)
    touch.advance(to: now, into: &events)
  }

  private var stamp: UInt32 { UInt32(now * 1000) }

  private mutating func wait(_ seconds: Double) {
    for _ in 0..<Int(seconds * 60) {
      now += 1 / 60
      touch.advance(to: now, into: &events)
    }
  }

  private mutating func tap(at point: Point) {
    send(.down(id: 0, at: point, milliseconds: stamp))
    send(.up(id: 0, milliseconds: stamp + 60), after: 0.06)
  }

  /// - Parameter steps: Of 10 ms each.
  private mutating func swipe(from start: Point, by way: Point, steps: Int = 10) {
    send(.down(id: 0, at: start, milliseconds: stamp))
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      send(.motion(id: 0, at: start + way * part, milliseconds: stamp + 10))
    }
    send(.up(id: 0, milliseconds: stamp + 10))
  }

  @Test mutating func aTapSelectsTheItemUnderIt() {
    tap(at: Point(400, 240))
    #expect(selected == [0])
    tap(at: Point(600, 240))
    #expect(selected == [0, 1])
    wait(1)
    #expect(touch.carousel.currentItemIndex == 1)
  }

  @Test mutating func tapBesideItemsGoesToTheCaller() {
    tap(at: Point(400, 10))
    #expect(selected.isEmpty)
    #expect(touch.takeGestures().contains(.tap(at: Point(400, 10))))
    #expect(touch.takeGestures().isEmpty)
  }

  @Test mutating func disabledTapsGoToTheCaller() {
    touch.carousel.options.isTapEnabled = false
    tap(at: Point(400, 240))
    #expect(selected.isEmpty)
    #expect(touch.takeGestures().contains(.tap(at: Point(400, 240))))
  }

  @Test mutating func aSwipeTurnsTheCarousel() {
    swipe(from: Point(500, 240), by: Point(-300, 0))
    wait(8)
    #expect(touch.carousel.currentItemIndex >= 2)
    #expect(selected.isEmpty)
    let isMoving = touch.isMoving
    #expect(!isMoving)
  }

  @Test mutating func crossSwipeGoesToTheCaller() {
    swipe(from: Point(400, 300), by: Point(0, -200))
    wait(1)
    #expect(touch.carousel.currentItemIndex == 0)
    let others = touch.takeGestures()
    #expect(others.contains { if case .dragEnded = $0 { true } else { false } })
  }

  @Test mutating func theAxisFollowsTheOrientation() {
    touch.carousel.options.isVertical = true
    wait(1)
    swipe(from: Point(400, 400), by: Point(0, -300))
    wait(3)
    #expect(touch.carousel.currentItemIndex >= 2)
  }

  @Test mutating func aTouchThatStopsTheCarouselSelectsNothing() {
    swipe(from: Point(500, 240), by: Point(-300, 0))
    wait(0.1)
    #expect(touch.carousel.isDecelerating)
    tap(at: Point(400, 240))
    #expect(selected.isEmpty)
    wait(2)
    #expect(touch.carousel.scrollOffset == touch.carousel.scrollOffset.rounded())
  }

  @Test mutating func outsideDragGoesToTheCaller() {
    touch.carousel.options.panArea = Rectangle(origin: .zero, size: Size(1, 0.5))
    swipe(from: Point(500, 400), by: Point(-300, 0))
    wait(2)
    #expect(touch.carousel.currentItemIndex == 0)
    swipe(from: Point(500, 100), by: Point(-300, 0))
    wait(3)
    #expect(touch.carousel.currentItemIndex >= 2)
  }

  @Test mutating func aFingerThatRestsPressesItsItem() throws {
    send(.down(id: 0, at: Point(400, 240), milliseconds: stamp))
    let deadline = try #require(touch.deadline)
    now = deadline
    touch.advance(to: now, into: &events)
    #expect(touch.pressedItem == 0)
    send(.cancel)
    #expect(touch.pressedItem == nil)
    wait(1)
    #expect(selected.isEmpty)
  }

  @Test mutating func offsetCarouselIsHitInPlace() {
    touch.center = Point(1000, 800)
    tap(at: Point(400, 240))
    #expect(selected.isEmpty)
    tap(at: Point(1000, 800))
    #expect(selected == [0])
  }

  /// After any touches, the carousel comes to rest on an item once the fingers are gone.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func carouselAlwaysRestsOnAnItem(seed: UInt64) {
    var test = self
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let id = Int32.random(in: 0...2, using: &random)
      let point = Point(.random(in: -50...850, using: &random), .random(in: -50...530, using: &random))
      let event: TouchEvent =
        switch Int.random(in: 0...9, using: &random) {
        case 0, 1: .down(id: id, at: point, milliseconds: test.stamp)
        case 2, 3: .up(id: id, milliseconds: test.stamp)
        case 4: .cancel
        default: .motion(id: id, at: point, milliseconds: test.stamp)
        }
      test.send(event, after: .random(in: 0...0.05, using: &random))
      #expect(test.touch.takeGestures().count <= 256)
    }
    test.send(.cancel)
    test.wait(8)
    let isMoving = test.touch.isMoving
    #expect(!isMoving, "seed \(seed)")
    let offset = test.touch.carousel.scrollOffset
    #expect(abs(offset - offset.rounded()) < 1e-6, "seed \(seed): \(offset)")
  }
}
