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

  /// The viewer is 500 points in front of the middle, and the items are 500 points beside it. Therefore they
  /// show their backs if they turn outward by more than 45°. The last one also lies on its side.
  @Test(arguments: [(10.0, false), (40, false), (50, true), (80, true)])
  func perspectiveTurnsItemsAwayBeforeARightAngle(degrees: Double, isAway: Bool) throws {
    let carousel = Carousel(
      options: CarouselOptions(), bounds: Size(1280, 800), itemSize: Size(240, 240), numberOfItems: 1)
    var placement = try #require(carousel.placement(ofItemAt: 0))
    let (viewer, angle) = (Transform.perspective(m34: -1.0 / 500), degrees * .pi / 180)
    let right = viewer.translated(500, 0, 0)
    let above = viewer.translated(0, -500, 0)
    for transform in [
      right.rotatedAboutY(angle), above.rotatedAboutX(angle),
      right.rotatedAboutZ(.pi / 2).rotatedAboutX(angle),
    ] {
      placement.transform = transform
      #expect(placement.facesAway == isAway, "\(transform)")
    }
  }

  @Test func aFrameHasAtMostAThousandItems() {
    var options = CarouselOptions()
    options.layout = .linear
    options.visibleItems = 1_000_000
    var carousel = Carousel(
      options: options, bounds: Size(1280, 800), itemSize: Size(240, 240), numberOfItems: 5000)
    carousel.currentItemIndex = 2500
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    #expect(carousel.numberOfVisibleItems == 1000 && placements.count == 1000)
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
