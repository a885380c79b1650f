import CarouselEngine
import CarouselReplay
import RotundaGeometry
import Testing

/// Deviations from weak points of the original. The table is `Deviation.all`.
@Suite struct DeviationTests {
  private static func carousel(
    _ count: Int = 10, start: Double = 4, _ change: (inout CarouselOptions) -> Void = { _ in }
  ) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    options.physics = .classic
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: count)
    carousel.scrollOffset = start
    _ = kinds(&carousel, to: 1)
    return carousel
  }

  @discardableResult
  private static func kinds(_ carousel: inout Carousel, to end: Double) -> [CarouselEvent.Kind] {
    var events: [CarouselEvent] = []
    for tick in 0...120 { carousel.advance(to: end - 1 + Double(tick) / 120, into: &events) }
    return events.map(\.kind).filter { $0 != .didScroll && $0 != .currentItemIndexDidChange }
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func aFingerThatHeldStillDoesNotFling(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel { $0.physics = physics }
    carousel.beginDragging(at: 1)
    carousel.drag(by: -40, velocity: -3000, at: 1.1)
    carousel.endDragging(velocity: 0, at: 1.4)
    #expect(!carousel.isDecelerating)
    #expect(Self.kinds(&carousel, to: 3).filter { $0 == .willBeginDecelerating } == [])
    #expect(carousel.scrollOffset == 4)
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func stoppedCarouselGoesOnWhenTheFingerLifts(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel { $0.physics = physics }
    carousel.scroll(toItemAt: 8, duration: 1, at: 1)
    Self.kinds(&carousel, to: 1.4)
    carousel.touchDown(at: 1.4)
    let stopped = carousel.scrollOffset
    Self.kinds(&carousel, to: 3)
    #expect(carousel.scrollOffset == stopped && stopped != stopped.rounded())
    carousel.touchUp(at: 3)
    Self.kinds(&carousel, to: 4)
    #expect(carousel.scrollOffset == stopped.rounded())
  }

  @Test(arguments: ScrollPhysicsKind.allCases, [0, 0.5])
  func scrollBetweenItemsGoesToTheNearest(physics: ScrollPhysicsKind, duration: Double) {
    for isSnapping in [true, false] {
      var carousel = Self.carousel {
        $0.physics = physics
        $0.scrollsToItemBoundary = isSnapping
      }
      carousel.scroll(toOffset: 6.4, duration: duration, at: 1)
      Self.kinds(&carousel, to: 4)
      #expect(abs(carousel.scrollOffset - (isSnapping ? 6 : 6.4)) < 1e-9)
      carousel.scroll(byOffset: 1.3, duration: duration, at: 5)
      let kinds = Self.kinds(&carousel, to: 8)
      #expect(abs(carousel.scrollOffset - (isSnapping ? 7 : 7.7)) < 1e-9)
      // Each of the two animations begins and ends.
      let animations = (duration > 0 ? 1 : 0) + (isSnapping ? 1 : 0)
      #expect(kinds.count { $0 == .willBeginScrollingAnimation } == animations)
      #expect(kinds.count { $0 == .didEndScrollingAnimation } == animations)
      #expect(!carousel.isMoving)
    }
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func autoscrollBeginsWhenItIsSet(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel {
      $0.physics = physics
      $0.wrap = true
    }
    var events: [CarouselEvent] = []
    carousel.advance(to: 100, into: &events)
    carousel.options.autoscroll = 1
    carousel.advance(to: 100, into: &events)
    carousel.advance(to: 100.5, into: &events)
    #expect(abs(carousel.scrollOffset - 3.5) < 1e-9)
    carousel.options.autoscroll = 0
    Self.kinds(&carousel, to: 102)
    #expect(carousel.scrollOffset == carousel.scrollOffset.rounded())
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func aBounceDistanceOfZeroIsNoBounce(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel(start: 0) {
      $0.physics = physics
      $0.bounceDistance = 0
    }
    carousel.beginDragging(at: 1)
    carousel.drag(by: 300, velocity: 2000, at: 1.01)
    #expect(carousel.scrollOffset == 0)
    carousel.endDragging(velocity: 2000, at: 1.02)
    Self.kinds(&carousel, to: 3)
    #expect(carousel.scrollOffset == 0)
  }

  @Test func aFadeRangeOfZeroFadesAtOnce() {
    let carousel = Self.carousel {
      $0.fadeRange = 0
      $0.fadeMax = 1
      $0.fadeMinAlpha = 0.25
    }
    #expect([0, 1, 1.000_001, 5].map { carousel.opacity(atOffset: $0) } == [1, 1, 0.25, 0.25])
  }

  @Test(arguments: ScrollPhysicsKind.allCases, [0, 0.4])
  func aProgrammedScrollEndsOnAnItem(physics: ScrollPhysicsKind, duration: Double) {
    var carousel = Self.carousel { $0.physics = physics }
    for (target, item, start) in [(12, 9.0, 1.0), (-3, 0, 3)] {
      carousel.scroll(toItemAt: target, duration: duration, at: start)
      Self.kinds(&carousel, to: start + 1)
      #expect(carousel.scrollOffset == item)
    }
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func aReloadWithFewerItemsMakesNoTurn(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel(start: 8) {
      $0.physics = physics
      $0.wrap = true
    }
    carousel.reload(numberOfItems: 4, time: 1)
    #expect(Self.kinds(&carousel, to: 2) == [])
    #expect(carousel.scrollOffset == 0)
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func layoutPassReportsNoEvents(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel { $0.physics = physics }
    carousel.options.layout = .rotary
    #expect(Self.kinds(&carousel, to: 2) == [])
    carousel.options.isVertical = true
    #expect(Self.kinds(&carousel, to: 3) == [])
    carousel.reload(numberOfItems: 10)
    #expect(Self.kinds(&carousel, to: 4) == [])
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func interruptedScrollIsReportedAsEnded(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel { $0.physics = physics }
    carousel.scroll(toItemAt: 8, duration: 1, at: 1)
    carousel.beginDragging(at: 1.5)
    carousel.scroll(toItemAt: 2, duration: 0.5, at: 1.6)
    #expect(
      Self.kinds(&carousel, to: 3)
        == [
          .willBeginScrollingAnimation, .didEndScrollingAnimation, .willBeginDragging,
          .didEndDragging(willDecelerate: false), .willBeginScrollingAnimation, .didEndScrollingAnimation,
        ])
  }

  @Test func dragEndsAlsoWithScrollingDisabled() {
    var carousel = Self.carousel()
    carousel.beginDragging(at: 1)
    carousel.drag(by: -100, at: 1.1)
    carousel.options.isScrollEnabled = false
    carousel.endDragging(velocity: 0, at: 1.2)
    #expect(!carousel.isDragging)
  }

  @Test func theTableIsShort() {
    #expect(Deviation.all.count <= 15)
    #expect(Deviation.covers("cold/linear", "timer") && !Deviation.covers("cold/linear", "scroll_offset"))
    #expect(!Deviation.covers("flick/v390", "scroll_offset"))
  }
}
