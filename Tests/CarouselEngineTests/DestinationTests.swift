import CarouselEngine
import RotundaGeometry
import Testing

/// The destination of a scroll before its end.
struct DestinationTests {
  private static func carousel(_ change: (inout CarouselOptions) -> Void = { _ in }) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    change(&options)
    return Carousel(
      options: options, bounds: Size(1000, 500), itemSize: Size(200, 200), numberOfItems: 5)
  }

  @Test(arguments: [false, true], [3, 4, 0]) func aScrollKnowsItsItem(wraps: Bool, item: Int) {
    var carousel = Self.carousel { $0.wrap = wraps }
    var events: [CarouselEvent] = []
    carousel.scroll(toItemAt: item, duration: 0.4, at: 0)
    for step in 1...60 {
      #expect(carousel.destinationItemIndex == item)
      carousel.advance(to: Double(step) / 60, into: &events)
    }
    #expect(!carousel.isScrolling && carousel.currentItemIndex == item)
  }

  @Test func withoutScrollItIsTheMiddleItem() {
    var carousel = Self.carousel()
    carousel.currentItemIndex = 2
    #expect(carousel.destinationItemIndex == 2)
    #expect(
      Carousel(options: CarouselOptions(), bounds: .zero, itemSize: Size(1, 1), numberOfItems: 0)
        .destinationItemIndex == -1)
  }
}
