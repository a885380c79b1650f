import CarouselEngine
import RotundaGeometry
import Testing

/// Perspective and viewpoint move independently of everything else.
@Suite struct ViewMotionTests {
  private static func carousel(_ change: (inout CarouselOptions) -> Void = { _ in }) -> Carousel {
    var options = CarouselOptions()
    options.layout = .rotary
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(900, 500), itemSize: Size(200, 200), numberOfItems: 12)
    carousel.currentItemIndex = 5
    advance(&carousel, to: 1)
    return carousel
  }

  @discardableResult
  private static func advance(_ carousel: inout Carousel, to time: Double) -> [CarouselEvent] {
    var events: [CarouselEvent] = []
    carousel.advance(to: time, into: &events)
    return events
  }

  @Test func thePerspectiveFollowsItsCurveInTime() {
    for rate in [7.0, 60, 144] {
      var carousel = Self.carousel()
      let isAccepted = carousel.animatePerspective(to: -0.006, duration: 0.5, curve: .easeOut, at: 1)
      #expect(isAccepted)
      #expect(carousel.options.perspective == -0.006 && carousel.shownPerspective == -0.002)
      var time = 1.0
      while time < 1.3 {
        time = min(1.3, time + 1 / rate)
        Self.advance(&carousel, to: time)
      }
      let wanted = -0.002 - 0.004 * AnimationCurve.easeOut.value(at: 0.6)
      #expect(abs(carousel.shownPerspective - wanted) < 1e-15 && carousel.isMoving)
      let back = carousel.placement(ofItemAt: 7)?.transform
      var direct = Self.carousel { $0.perspective = wanted }
      Self.advance(&direct, to: 2)
      let difference = back?.row4.w.distance(to: direct.placement(ofItemAt: 7)?.transform.row4.w ?? .nan)
      #expect(abs(difference ?? .nan) < 1e-12)
      Self.advance(&carousel, to: 1.5)
      #expect(carousel.shownPerspective == -0.006 && !carousel.isMoving)
    }
  }

  @Test(arguments: [-0.011, 0.001, .nan, -.infinity])
  func anImpossiblePerspectiveIsRefused(perspective: Double) {
    var carousel = Self.carousel()
    let isAccepted = carousel.animatePerspective(to: perspective, duration: 1, at: 1)
    #expect(!isAccepted)
    #expect(carousel.options.perspective == -0.002 && !carousel.isMoving)
    carousel.options.perspective = perspective
    #expect(carousel.options.perspective == -0.002)
    for target in [Point(.nan, 0), Point(0, .infinity)] {
      let isAccepted = carousel.animateViewpointOffset(to: target, duration: 1, at: 1)
      #expect(!isAccepted)
    }
    #expect(carousel.options.viewpointOffset == .zero && !carousel.isMoving)
  }

  @Test func theViewpointMovesIndependently() {
    var carousel = Self.carousel()
    carousel.animateViewpointOffset(to: Point(60, -30), duration: 0.4, curve: .linear, at: 1)
    carousel.animatePerspective(to: -0.001, duration: 0.2, curve: .linear, at: 1)
    Self.advance(&carousel, to: 1.1)
    #expect((carousel.shownViewpointOffset - Point(15, -7.5)).length < 1e-9)
    #expect(abs(carousel.shownPerspective + 0.0015) < 1e-12)
    Self.advance(&carousel, to: 1.3)
    #expect(carousel.shownPerspective == -0.001 && carousel.isMoving)
    Self.advance(&carousel, to: 1.4)
    #expect(carousel.shownViewpointOffset == Point(60, -30) && !carousel.isMoving)
  }

  @Test func secondChangeContinuesFromTheCurrentState() {
    var carousel = Self.carousel()
    carousel.animatePerspective(to: -0.01, duration: 1, curve: .linear, at: 1)
    Self.advance(&carousel, to: 1.5)
    let before = carousel.shownPerspective
    carousel.animatePerspective(to: 0, duration: 1, curve: .linear, at: 1.5)
    #expect(carousel.shownPerspective == before)
    Self.advance(&carousel, to: 2)
    #expect(abs(carousel.shownPerspective - before / 2) < 1e-12)
    // An assignment ends the animation, and the picture continues from its current state.
    let seen = carousel.placement(ofItemAt: 7)?.transform.project(Point(90, 90))
    carousel.options.perspective = -0.004
    Self.advance(&carousel, to: 2)
    let after = carousel.placement(ofItemAt: 7)?.transform.project(Point(90, 90))
    #expect(((after ?? .zero) - (seen ?? Point(1e9, 0))).length < 1e-9)
    Self.advance(&carousel, to: 3)
    #expect(carousel.shownPerspective == -0.004 && !carousel.isMoving)
  }

  @Test func otherMotionsContinue() {
    var carousel = Self.carousel()
    carousel.scroll(toItemAt: 8, duration: 1, at: 1)
    Self.advance(&carousel, to: 1.2)
    let offset = carousel.scrollOffset
    carousel.animatePerspective(to: -0.005, duration: 1, at: 1.2)
    #expect(carousel.isScrolling && carousel.scrollOffset == offset)
    // Sizes may change meanwhile.
    carousel.bounds = Size(700, 400)
    Self.advance(&carousel, to: 1.7)
    #expect(carousel.shownPerspective < -0.002 && carousel.shownPerspective > -0.005)
    Self.advance(&carousel, to: 3)
    #expect(carousel.scrollOffset == 8 && carousel.shownPerspective == -0.005 && !carousel.isMoving)
  }

  @Test func withoutDurationViewChangesAtOnce() {
    var carousel = Self.carousel()
    carousel.scrollOffset = 4.5
    carousel.animatePerspective(to: -0.005, duration: 0, at: 1)
    carousel.animateViewpointOffset(to: Point(9, 9), duration: -1, at: 1)
    #expect(carousel.shownPerspective == -0.005 && carousel.shownViewpointOffset == Point(9, 9))
    Self.advance(&carousel, to: 2)
    #expect(carousel.scrollOffset == 4.5)
    var flat = Self.carousel { $0.layout = .scaledRing }
    flat.animatePerspective(to: -0.005, duration: 1, at: 1)
    Self.advance(&flat, to: 1.5)
    #expect(flat.shownPerspective == 0)
  }
}
