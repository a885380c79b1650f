import CarouselEngine
import Foundation
import RotundaGeometry
import Testing

/// Features of ShinobiEssentials' carousel that iCarousel lacks.
@Suite struct EssentialsTests {
  private static func carousel(_ count: Int = 30, _ change: (inout CarouselOptions) -> Void = { _ in })
    -> Carousel
  {
    var options = CarouselOptions()
    options.layout = .linear
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: count)
    carousel.currentItemIndex = count / 3
    advance(&carousel, to: 0)
    return carousel
  }

  private static func advance(_ carousel: inout Carousel, to time: Double) {
    var events: [CarouselEvent] = []
    carousel.advance(to: time, into: &events)
  }

  @Test func essentialsOptionsHaveTheirDefaults() {
    let options = CarouselOptions.essentials
    #expect(options.maximumItemsOnScreen == 15 && options.friction == 1 && options.snapsToItems)
    #expect(options.momentumCurve == .easeOut && options.programmaticCurve == .easeOut)
    #expect(options.focusPoint == Point(0.5, 0.5) && options.panVector == nil && options.panArea == nil)
    #expect(options.isScrollEnabled && options.isTapEnabled && options.perspective == -1.0 / 500)
    let plain = CarouselOptions()
    #expect(plain.maximumItemsOnScreen == nil && plain.momentumCurve == nil && plain.friction == 1)
  }

  @Test(arguments: [(14, false), (15, true), (40, true)])
  func fewerItemsThanFitDoNotWrap(count: Int, wraps: Bool) {
    var carousel = Self.carousel(count) {
      $0.layout = .ellipse
      $0.maximumItemsOnScreen = 15
    }
    #expect(carousel.isWrapEnabled == wraps)
    #expect(carousel.numberOfVisibleItems == 12, "as many as there are places on the ellipse")
    carousel.options.visibleItems = 20
    #expect(carousel.numberOfVisibleItems <= 15)
    carousel.reload(numberOfItems: wraps ? 3 : 15)
    #expect(carousel.isWrapEnabled != wraps)
    carousel.options.maximumItemsOnScreen = nil
    #expect(carousel.isWrapEnabled)
  }

  private static func flung(_ change: (inout CarouselOptions) -> Void) -> (way: Double, seconds: Double) {
    var carousel = carousel(300) {
      $0.scrollsToItemBoundary = false
      $0.stopsAtItemBoundary = false
      change(&$0)
    }
    let start = carousel.scrollOffset
    carousel.beginDragging(at: 1)
    carousel.drag(by: -1, velocity: -3000, at: 1)
    carousel.endDragging(velocity: -3000, at: 1)
    var time = 1.0
    while carousel.isDecelerating, time < 60 {
      time += 1.0 / 120
      advance(&carousel, to: time)
    }
    return (carousel.scrollOffset - start, time - 1)
  }

  @Test(arguments: ScrollPhysicsKind.allCases, [0.5, 2, 4])
  func frictionShortensAFling(physics: ScrollPhysicsKind, friction: Double) {
    let plain = Self.flung { $0.physics = physics }
    let braked = Self.flung {
      $0.physics = physics
      $0.friction = friction
    }
    #expect(abs((braked.way - 0.005) * friction - (plain.way - 0.005)) < 0.02)
  }

  @Test(arguments: ScrollPhysicsKind.allCases)
  func momentumCurveShapesAFling(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel(300) {
      $0.physics = physics
      $0.momentumCurve = .easeOut
    }
    carousel.beginDragging(at: 1)
    carousel.drag(by: -60, velocity: -2500, at: 1)
    let from = carousel.scrollOffset
    carousel.endDragging(velocity: -2500, at: 1)
    #expect(carousel.isDecelerating)
    Self.advance(&carousel, to: 1 + 1e-5)
    let speed = (carousel.scrollOffset - from) / 1e-5
    #expect(abs(speed - 12.5) < 0.1, "ease-out begins with the velocity of the finger")
    var ended = carousel
    Self.advance(&ended, to: 20)
    #expect(abs(ended.scrollOffset - ended.scrollOffset.rounded()) < 1e-6 && ended.scrollOffset > from)
    let duration = (ended.scrollOffset.rounded() - from) / 12.5 / 0.58
    Self.advance(&carousel, to: 1 + duration / 2)
    let wanted = from + (ended.scrollOffset.rounded() - from) * AnimationCurve.easeOut.value(at: 0.5)
    #expect(abs(carousel.scrollOffset - wanted) < 1e-6)
  }

  @Test func curvedFlingEndsAtTheCarouselsEnd() {
    for physics in ScrollPhysicsKind.allCases {
      var carousel = Self.carousel(6) {
        $0.physics = physics
        $0.momentumCurve = .bounce
      }
      carousel.beginDragging(at: 1)
      carousel.drag(by: -60, velocity: -9000, at: 1)
      carousel.endDragging(velocity: -9000, at: 1)
      for step in 0..<600 {
        Self.advance(&carousel, to: 1 + Double(step) / 60)
        #expect(carousel.scrollOffset <= 5)
      }
      #expect(carousel.scrollOffset == 5 && !carousel.isMoving)
    }
  }

  @Test func programmedScrollUsesTheOptionsCurve() {
    var carousel = Self.carousel { $0.programmaticCurve = .bounce }
    carousel.scroll(toItemAt: 14, duration: 1, at: 1)
    Self.advance(&carousel, to: 1.25)
    #expect(abs(carousel.scrollOffset - (10 + 4 * AnimationCurve.bounce.value(at: 0.25))) < 1e-9)
    carousel.scroll(toOffset: 0, duration: 1, curve: .linear, at: 3)
    Self.advance(&carousel, to: 3.5)
    #expect(abs(carousel.scrollOffset - 7) < 1e-9)
  }

  @Test func indexesAndOffsetsConvertIntoEachOther() {
    var carousel = Self.carousel(10) { $0.wrap = true }
    carousel.scrollOffset = 8.75
    #expect(
      carousel.scrollOffset(nearestForItemAt: 1) == 11 && carousel.scrollOffset(nearestForItemAt: 7) == 7)
    #expect([9.4, 9.5, -0.6, 23.2].map { carousel.itemIndex(nearestTo: $0) } == [9, 0, 9, 3])
    carousel.options.wrap = false
    #expect([-3, 4.4, 99, .nan].map { carousel.itemIndex(nearestTo: $0) } == [0, 4, 9, 0])
    #expect(carousel.restingOffset(near: 4.4) == 4 && carousel.restingOffset(near: 99) == 9)
    #expect(carousel.scrollOffset(nearestForItemAt: 99) == 9)
    carousel.options.snapsToItems = false
    #expect(carousel.restingOffset(near: 4.4) == 4.4)
  }

  @Test func tapsCanBeTurnedOff() {
    var carousel = Self.carousel { $0.isTapEnabled = false }
    carousel.select(itemAt: 3, at: 1)
    #expect(!carousel.isScrolling && carousel.takeEvents().isEmpty)
    carousel.beginDragging(at: 1)
    #expect(carousel.isDragging)
  }

  /// Compares nine offsets with the formula `M = transform · T(position) · start`.
  @Test(arguments: PlainLayoutTests.offsets) func aPathIsPositionThenTransform(offset: Double) throws {
    var carousel = Self.carousel(12) { $0.layout = .custom }
    carousel.customTransform =
      CustomPath(
        position: { Vector3($0 * 90, $0 * $0 * 5, -abs($0) * 40) },
        transform: { Transform.identity.rotatedAboutZ($0 * 0.2).scaled(1, 0.5, 1) }
      ).customTransform
    let transform = carousel.anchoredTransform(atOffset: offset)
    let (x, y, z) = (offset * 90, offset * offset * 5, -abs(offset) * 40)
    #expect((transform.row4 - SIMD4(x, y, z, 1 - z / 500)).max() < 1e-12)
    #expect(
      abs(transform.row1.x - cos(offset * 0.2)) < 1e-12 && abs(transform.row1.y - sin(offset * 0.2)) < 1e-12)
    #expect(abs(transform.row2.y - cos(offset * 0.2) / 2) < 1e-12)
    // The item turns about its own center. Therefore the path alone determines its position.
    let center = try #require(transform.project(.zero))
    #expect((center - Point(x, y) * (1 / (1 - z / 500))).length < 1e-9)
  }

  /// Compares nine offsets with the formula, in a layout with 100 points of depth per item.
  @Test(arguments: PlainLayoutTests.offsets) func depthFades(offset: Double) {
    let carousel = Self.carousel {
      $0.layout = .receding
      $0.fadeDepth = 1.5
      $0.fadeMinAlpha = 0.2
    }
    let wanted = 1 - min(1, abs(offset) * 100 / 300) * 0.8
    #expect(abs(carousel.opacity(atOffset: offset) - wanted) < 1e-12)
    #expect(Self.carousel { $0.layout = .receding }.opacity(atOffset: offset) == 1)
  }
}
