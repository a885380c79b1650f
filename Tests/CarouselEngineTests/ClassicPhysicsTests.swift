import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct ClassicPhysicsTests {
  /// A carousel that is flung at second 1 with 5 items/s.
  private static func flung(wraps: Bool) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    options.physics = .classic
    options.wrap = wraps
    options.decelerationRate = 1
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 12)
    advance(&carousel, to: 1)
    carousel.beginDragging(at: 1)
    carousel.drag(by: -20, velocity: -1000, at: 1.01)
    carousel.endDragging(velocity: -1000, at: 1.01)
    return carousel
  }

  private static func advance(_ carousel: inout Carousel, to end: Double) {
    var events: [CarouselEvent] = []
    for tick in 0...120 { carousel.advance(to: end - 1 + Double(tick) / 120, into: &events) }
  }

  @Test func withoutBrakesTheVelocityStays() {
    var carousel = Self.flung(wraps: true)
    for second in [2.0, 60, 3600] {
      Self.advance(&carousel, to: second)
      let before = carousel.scrollOffset
      var events: [CarouselEvent] = []
      carousel.advance(to: second + 0.1, into: &events)
      let way = carousel.scrollOffset - before
      #expect(abs((way < 0 ? way + 12 : way) - 5 * 0.1) < 1e-6)
      #expect(carousel.isDecelerating)
    }
    // A finger stops it.
    carousel.touchDown(at: 3601)
    carousel.touchUp(at: 3602)
    Self.advance(&carousel, to: 3605)
    #expect(!carousel.isMoving && carousel.scrollOffset == carousel.scrollOffset.rounded())
  }

  @Test func frictionlessFlingStopsAtTheEnd() {
    var carousel = Self.flung(wraps: false)
    Self.advance(&carousel, to: 30)
    #expect(carousel.scrollOffset == 11 && !carousel.isMoving)
  }

  /// iCarousel counts the last item as an end, but not the first one: its items turn there over time.
  @Test(arguments: [(0, 1), (4, 3)]) func onlyTheLastItemTurnsAtOnce(item: Int, neighbor: Int) throws {
    var options = CarouselOptions()
    (options.layout, options.physics, options.perspective) = (.coverFlow2, .classic, 0)
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 5)
    carousel.currentItemIndex = neighbor
    Self.advance(&carousel, to: 1)
    carousel.setCurrentItemIndex(item, at: 1)
    var events: [CarouselEvent] = []
    carousel.advance(to: 1.01, into: &events)
    func width() throws -> Double { try #require(carousel.placement(ofItemAt: item)).transform.row1.x }
    #expect(try (width() == 1) == (item == 4))
    Self.advance(&carousel, to: 2)
    #expect(try width() == 1)
  }

  @Test(arguments: [ScrollPhysicsKind.classic, .natural])
  func coastingStopsWhenWrapTurnsOff(physics: ScrollPhysicsKind) {
    var carousel = Self.flung(wraps: true)
    Self.advance(&carousel, to: 5)
    carousel.options.physics = physics
    carousel.options.wrap = false
    Self.advance(&carousel, to: 10)
    #expect(!carousel.isMoving && carousel.scrollOffset == carousel.scrollOffset.rounded())
    #expect((0...11).contains(carousel.scrollOffset))
  }
}
