import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct PlacementTests {
  @Test(arguments: LayoutKind.allCases, [0, 1, 2, 7, 1_000_000])
  func placementsAreFewAndFinite(kind: LayoutKind, count: Int) {
    var options = CarouselOptions()
    options.layout = kind
    var carousel = Carousel(
      options: options, bounds: Size(1280, 800), itemSize: Size(240, 240), numberOfItems: count)
    carousel.currentItemIndex = count / 2
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    #expect(placements.count <= 30)
    #expect(placements.isEmpty == (count == 0))
    for placement in placements {
      let projected = placement.transform.project(.zero)
      #expect(projected.map { $0.x.isFinite && $0.y.isFinite } ?? true)
      #expect(carousel.placement(ofItemAt: placement.index) == placement)
    }
    #expect(carousel.itemIndex(at: .zero) == (count == 0 ? nil : count / 2))
  }

  /// The corners of an item that faces away have the opposite winding, also if perspective alone turns it.
  @Test(arguments: LayoutKind.allCases) func itemsFacingAwayAreMirrored(kind: LayoutKind) {
    var options = CarouselOptions()
    options.layout = kind
    var carousel = Carousel(
      options: options, bounds: Size(1280, 800), itemSize: Size(240, 240), numberOfItems: 8)
    var compared = 0
    for step in 0..<32 {
      carousel.scrollOffset = Double(step) / 4
      var placements: [Placement] = []
      carousel.placements(into: &placements)
      for placement in placements {
        let corners = [Point(0, 0), Point(1, 0), Point(0, 1)].compactMap { placement.transform.project($0) }
        guard corners.count == 3 else { continue }
        let (along, down) = (corners[1] - corners[0], corners[2] - corners[0])
        let area = along.x * down.y - along.y * down.x
        guard abs(area) > 1e-6 else { continue }
        compared += 1
        #expect(placement.facesAway == (area < 0), "\(kind), \(placement.offset)")
      }
    }
    #expect(compared > 30)
  }

  @Test(arguments: [false, true], [0, 0.7]) func removingTheLastItemEmptiesACarousel(
    wraps: Bool, offset: Double
  ) {
    var options = CarouselOptions()
    options.wrap = wraps
    var carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 1)
    carousel.scrollOffset = offset
    carousel.removeItem(at: 0, time: 1)
    #expect(carousel.scrollOffset == -1 && carousel.currentItemIndex == -1)
    carousel.insertItem(at: 0, time: 2)
    #expect(carousel.scrollOffset == 0 && carousel.currentItemIndex == 0)
  }

  @Test func emptyCarouselHasNoCurrentItem() {
    var carousel = Carousel(
      options: CarouselOptions(), bounds: .zero, itemSize: .zero, numberOfItems: 0)
    #expect(carousel.currentItemIndex == -1)
    carousel.reload(numberOfItems: 3)
    var events: [CarouselEvent] = []
    carousel.advance(to: 1, into: &events)
    #expect(carousel.currentItemIndex == 0)
    #expect(carousel.scrollOffset == 0)
  }
}
