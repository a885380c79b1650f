import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct ClippingTests {
  private static func carousel(_ change: (inout CarouselOptions) -> Void = { _ in }) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    options.visibleItems = 12
    options.clipsToBounds = true
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(500, 300), itemSize: Size(100, 100), numberOfItems: 12)
    carousel.currentItemIndex = 6
    return carousel
  }

  private static func indexes(_ carousel: Carousel) -> [Int] {
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    return placements.map(\.index).sorted()
  }

  @Test func itemsCompletelyOutsideAreNotPlaced() {
    #expect(Self.indexes(Self.carousel()) == [4, 5, 6, 7, 8])
    #expect(Self.indexes(Self.carousel { $0.clipsToBounds = false }).count == 12)
    var between = Self.carousel()
    between.scrollOffset = 6.25
    #expect(Self.indexes(between) == [4, 5, 6, 7, 8, 9])
    // An item that is turned about its corner may miss the bounds although its bounding box does not.
    let turned = Self.carousel {
      $0.layout = .custom
      $0.keyframes = [
        LayoutKeyframe(offset: 0, position: Vector3(250 + 60, 150 + 60, 0), rotation: Vector3(0, 0, .pi / 4))
      ]
    }
    #expect(Self.indexes(turned) == [])
    let near = Self.carousel {
      $0.layout = .custom
      $0.keyframes = [
        LayoutKeyframe(offset: 0, position: Vector3(250 + 30, 150 + 30, 0), rotation: Vector3(0, 0, .pi / 4))
      ]
    }
    #expect(!Self.indexes(near).isEmpty)
  }

  @Test func nothingIsHitOutside() {
    var carousel = Self.carousel()
    carousel.bounds = Size(500, 60)
    #expect(carousel.itemIndex(at: Point(0, 29)) == 6 && carousel.itemIndex(at: Point(0, 31)) == nil)
    carousel.options.clipsToBounds = false
    #expect(carousel.itemIndex(at: Point(0, 31)) == 6)
  }

  @Test func itemsBehindTheViewerCountAsInside() {
    let carousel = Self.carousel {
      $0.layout = .custom
      $0.keyframes = [LayoutKeyframe(offset: 0, position: Vector3(0, 0, 900))]
    }
    #expect(!Self.indexes(carousel).isEmpty)
  }
}
