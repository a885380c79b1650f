import CarouselEngine
import Testing

/// Custom functions for layouts and opacities.
struct CustomFunctionTests {
  private func carousel(_ physics: ScrollPhysicsKind = .natural) -> Carousel {
    var options = CarouselOptions()
    options.layout = .custom
    options.physics = physics
    return Carousel(options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 12)
  }

  private func x(_ index: Int, _ carousel: Carousel) -> Double? {
    carousel.placement(ofItemAt: index)?.transform.row4.x
  }

  @Test func aFunctionKnowsWhichItemItPlaces() {
    var carousel = carousel()
    carousel.customTransform = { $0.start.translated(Double($0.index) * 10, $0.offset, 0) }
    carousel.currentItemIndex = 3
    #expect(x(5, carousel) == 50)
    #expect(carousel.placement(ofItemAt: 5)?.transform.row4.y == 2)
  }

  /// The toggle of the seed's second cover flow, for custom variants: an item that arrives by a drag turns
  /// over time.
  @Test(arguments: [ScrollPhysicsKind.natural, .classic])
  func functionKnowsTheTurnOfTheCurrentItem(physics: ScrollPhysicsKind) throws {
    var carousel = carousel(physics)
    carousel.customTransform = { $0.start.translated($0.toggle * 100, 0, 0) }
    var events: [CarouselEvent] = []
    carousel.beginDragging(at: 0)
    for step in 1...12 {
      carousel.drag(by: -10, at: Double(step) / 100)
      carousel.advance(to: Double(step) / 100, into: &events)
    }
    #expect(carousel.currentItemIndex == 1)
    #expect(abs(carousel.toggle) > 0.3)
    #expect(try #require(x(1, carousel)) == carousel.toggle * 100)
    carousel.endDragging(velocity: 0, at: 0.13)
    for step in 14...300 { carousel.advance(to: Double(step) / 100, into: &events) }
    #expect(carousel.toggle == 0)
    #expect(x(1, carousel) == 0)
  }

  @Test func newFunctionIsAnimated() throws {
    var carousel = carousel()
    var events: [CarouselEvent] = []
    carousel.customTransform = { $0.start.translated(0, 0, 0) }
    carousel.advance(to: 0, into: &events)
    carousel.advance(to: 1, into: &events)
    carousel.customTransform = { $0.start.translated(100, 0, 0) }
    carousel.advance(to: 1, into: &events)
    #expect(x(0, carousel) == 0)
    carousel.advance(to: 1.2, into: &events)
    #expect((1..<99).contains(try #require(x(0, carousel))))
    carousel.advance(to: 2, into: &events)
    #expect(x(0, carousel) == 100)
  }

  /// A function that changes in every frame has no lag.
  @Test func immediateFunctionCountsInThisFrame() {
    var carousel = carousel()
    var events: [CarouselEvent] = []
    for frame in 0..<60 {
      let way = Double(frame)
      carousel.setCustomTransform({ $0.start.translated(way, 0, 0) }, animated: false)
      carousel.advance(to: Double(frame) / 60, into: &events)
      #expect(x(0, carousel) == way)
    }
    carousel.setCustomTransform({ $0.start.translated(500, 0, 0) }, animated: true)
    carousel.advance(to: 1, into: &events)
    #expect(x(0, carousel) == 59)
  }

  /// The function multiplies the opacity of the options, in any layout.
  @Test(arguments: LayoutKind.allCases)
  func aFunctionDecidesOpacity(layout: LayoutKind) throws {
    var carousel = carousel()
    carousel.options.layout = layout
    let plain = try #require(carousel.placement(ofItemAt: 1)).opacity
    carousel.customOpacity = { $0.index == 1 ? 0.25 : 1 }
    #expect(try #require(carousel.placement(ofItemAt: 1)).opacity == plain * 0.25)
    #expect(try #require(carousel.placement(ofItemAt: 0)).opacity == 1)
    var placements: [Placement] = []
    carousel.customOpacity = { $0.index == 1 ? 0 : 1 }
    carousel.placements(into: &placements)
    #expect(!placements.isEmpty && !placements.contains { $0.index == 1 })
  }

  @Test func invalidOpacityIsClamped() throws {
    var carousel = carousel()
    for (given, expected) in [(-3.0, 0.0), (7, 1), (.nan, 1)] {
      carousel.customOpacity = { _ in given }
      #expect(try #require(carousel.placement(ofItemAt: 0)).opacity == expected)
    }
  }
}
