import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct NaturalPhysicsTests {
  static func carousel(
    _ count: Int = 20, start: Int = 5, _ change: (inout CarouselOptions) -> Void = { _ in }
  ) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: count)
    carousel.currentItemIndex = start
    var events: [CarouselEvent] = []
    carousel.advance(to: 0, into: &events)
    return carousel
  }

  @Test(arguments: [30.0, 60, 90, 120, 144, 1000])
  func flingIsTheSameAtAnyFrameRate(rate: Double) {
    var carousel = Self.carousel()
    var reference = carousel
    for index in [0, 1] {
      func fling(_ carousel: inout Carousel) {
        carousel.beginDragging(at: 1)
        carousel.drag(by: -60, at: 1.05)
        carousel.endDragging(velocity: -1400, at: 1.06)
      }
      if index == 0 { fling(&carousel) } else { fling(&reference) }
    }
    var events: [CarouselEvent] = []
    var time = 1.06
    while time < 2.5 {
      time = min(2.5, time + 1 / rate)
      carousel.advance(to: time, into: &events)
    }
    reference.advance(to: 2.5, into: &events)
    #expect(abs(carousel.scrollOffset - reference.scrollOffset) < 1e-9)
  }

  @Test(arguments: [-3000.0, -900, -450, -150, 0, 150, 450, 900, 3000])
  func releaseNeverJumpsAndEndsOnAnItem(velocity: Double) {
    var carousel = Self.carousel()
    carousel.beginDragging(at: 0)
    carousel.drag(by: 70, at: 0.1)
    let before = carousel.scrollOffset
    carousel.endDragging(velocity: velocity, at: 0.1)
    var events: [CarouselEvent] = []
    carousel.advance(to: 0.1 + 1e-6, into: &events)
    let speed = (carousel.scrollOffset - before) / 1e-6
    #expect(abs(speed - -velocity / 200) < 0.01)
    carousel.advance(to: 60, into: &events)
    #expect(carousel.scrollOffset == carousel.scrollOffset.rounded())
    #expect(!carousel.isMoving)
  }

  private static func fling(_ carousel: inout Carousel, _ velocity: Double) {
    carousel.beginDragging(at: 0.05)
    carousel.drag(by: 30, at: 0.1)
    carousel.endDragging(velocity: velocity, at: 0.1)
  }

  @Test(arguments: [-1400.0, -900, 700, 1300])
  func flingWithoutStopsEndsByFriction(velocity: Double) {
    var carousel = Self.carousel { $0.stopsAtItemBoundary = false }
    var free = Self.carousel { $0.snapsToItems = false }
    Self.fling(&carousel, velocity)
    Self.fling(&free, velocity)
    var offsets: [Double] = []
    for time in stride(from: 0.1, to: 10, by: 1.0 / 60) {
      var events: [CarouselEvent] = []
      free.advance(to: time, into: &events)
      events.removeAll()
      carousel.advance(to: time, into: &events)
      if events.contains(where: { $0.kind == .didEndDecelerating }) { offsets.append(free.scrollOffset) }
    }
    // The free carousel stops between items. The other one then rests on the nearest item.
    let stopped = offsets.first ?? .nan
    #expect(offsets.count == 1 && abs(stopped - free.scrollOffset) < 0.01)
    #expect(abs(stopped - stopped.rounded()) > 0.02)
    #expect(carousel.scrollOffset == stopped.rounded() && !carousel.isMoving)
  }

  @Test func endsStretchAndSpringBack() {
    var carousel = Self.carousel(start: 0)
    carousel.beginDragging(at: 0)
    carousel.drag(by: 100, at: 0.1)
    // A pull of 0.5 items on a band of one item: 1 − 1/(0.55·0.5 + 1)
    #expect(abs(carousel.scrollOffset + (1 - 1 / 1.275)) < 1e-12)
    carousel.drag(by: 1e6, at: 0.2)
    #expect(carousel.scrollOffset > -1)
    carousel.endDragging(velocity: 5000, at: 0.3)
    var events: [CarouselEvent] = []
    var lowest = 0.0
    for step in 0..<600 {
      carousel.advance(to: 0.3 + Double(step) / 100, into: &events)
      lowest = min(lowest, carousel.scrollOffset)
    }
    #expect(lowest >= -1)
    #expect(carousel.scrollOffset == 0)
  }

  @Test func flingIntoTheEndBouncesWithinItsLimit() {
    var carousel = Self.carousel(start: 3)
    carousel.beginDragging(at: 0)
    carousel.drag(by: 1, at: 0.1)
    carousel.endDragging(velocity: 8000, at: 0.1)
    var events: [CarouselEvent] = []
    var lowest = 0.0
    for step in 0..<600 {
      carousel.advance(to: 0.1 + Double(step) / 100, into: &events)
      lowest = min(lowest, carousel.scrollOffset)
    }
    #expect(lowest < -0.05 && lowest >= -1)
    #expect(carousel.scrollOffset == 0)
  }

  @Test func fingerStopsGlidingAndLiftingSettles() {
    var carousel = Self.carousel()
    carousel.beginDragging(at: 0)
    carousel.drag(by: -10, at: 0.1)
    carousel.endDragging(velocity: -2000, at: 0.1)
    let wasMoving = carousel.touchDown(at: 0.31)
    #expect(wasMoving)
    let caught = carousel.scrollOffset
    var events: [CarouselEvent] = []
    carousel.advance(to: 2, into: &events)
    #expect(carousel.scrollOffset == caught)
    #expect(!carousel.isMoving)
    carousel.touchUp(at: 2)
    carousel.advance(to: 4, into: &events)
    #expect(carousel.scrollOffset == caught.rounded())
    let isMovingStill = carousel.touchDown(at: 5)
    #expect(!isMovingStill)
  }

  @Test func aProgrammedScrollTakesTheShorterWayRound() {
    var carousel = Self.carousel(20, start: 1) { $0.wrap = true }
    carousel.scroll(toItemAt: 18, duration: 0.5, at: 1)
    var events: [CarouselEvent] = []
    carousel.advance(to: 1.2, into: &events)
    #expect(carousel.scrollOffset > 15 || carousel.scrollOffset < 1)
    carousel.advance(to: 1.5, into: &events)
    #expect(carousel.scrollOffset == 18)
    #expect(carousel.currentItemIndex == 18)
    #expect(events.map(\.kind).contains(.didEndScrollingAnimation))
    #expect(events.map(\.kind).contains(.currentItemIndexDidChange))
  }
}
