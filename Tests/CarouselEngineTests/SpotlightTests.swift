import CarouselEngine
import RotundaGeometry
import Testing

struct SpotlightTests {
  private func carousel(sideScale: Double? = nil, spacing: Double? = nil, isVertical: Bool = false)
    -> Carousel
  {
    var options = CarouselOptions()
    options.layout = .spotlight
    (options.sideScale, options.spacing, options.isVertical) = (sideScale, spacing, isVertical)
    return Carousel(
      options: options, bounds: Size(4000, 4000), itemSize: Size(200, 300), numberOfItems: 15)
  }

  /// The leading and trailing edge of an item along the scroll direction, in points.
  private func edges(_ carousel: Carousel, _ index: Int) throws -> ClosedRange<Double> {
    let transform = try #require(carousel.placement(ofItemAt: index)).transform
    let half = carousel.options.isVertical ? Point(0, 150) : Point(100, 0)
    let first = try #require(transform.project(Point(-half.x, -half.y)))
    let last = try #require(transform.project(half))
    return carousel.options.isVertical ? first.y...last.y : first.x...last.x
  }

  @Test(
    arguments: [(nil, nil, 0.06), (0.85, 1.1, 0.1), (0.6, 1, 0), (1, 1.06, 0.06)]
      as [(Double?, Double?, Double)])
  func theGapsBetweenNeighborsAreTheSame(sideScale: Double?, spacing: Double?, gap: Double) throws {
    var carousel = carousel(sideScale: sideScale, spacing: spacing)
    carousel.scrollOffset = 7
    for index in 3..<11 {
      let (one, next) = (try edges(carousel, index), try edges(carousel, index + 1))
      #expect(abs((next.lowerBound - one.upperBound) / 200 - gap) < 0.004, "\(index)")
    }
  }

  @Test func itemsAreSmallerTheFartherTheyAre() throws {
    var carousel = carousel()
    carousel.scrollOffset = 7
    let sizes = try (7..<12).map { index in
      let edges = try edges(carousel, index)
      return (edges.upperBound - edges.lowerBound) / 200
    }
    #expect(abs(sizes[0] - 1) < 1e-9 && abs(sizes[1] - 0.76) < 1e-6)
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 > $1 } && sizes.allSatisfy { $0 > 0.52 })
  }

  /// Far items are 0.52 + 0.06 of an item apart: 8.6 of them fill 1000 points.
  @Test func itemsFillTheViewAndNoMore() throws {
    var carousel = carousel()
    carousel.bounds = Size(1000, 600)
    carousel.scrollOffset = 7
    #expect(carousel.numberOfVisibleItems == 11)
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    let places = placements.compactMap { $0.transform.project(.zero)?.x }
    #expect(places.contains { $0 < -500 } && places.contains { $0 > 500 })
  }

  @Test func verticalSpotlightKeepsTheGaps() throws {
    let carousel = carousel(isVertical: true)
    let (one, next) = (try edges(carousel, 0), try edges(carousel, 1))
    #expect(abs((next.lowerBound - one.upperBound) / 300 - 0.06) < 0.004)
  }

  /// A scroll past an item keeps its course: no item stops or jumps on the way.
  @Test func itemsMoveSmoothly() throws {
    var carousel = carousel()
    var steps: [Double] = []
    var last: Double?
    for step in 0...1000 {
      carousel.scrollOffset = 5 + Double(step) * 0.004
      let transform = try #require(carousel.placement(ofItemAt: 7)).transform
      let place = try #require(transform.project(.zero)).x
      if let last { steps.append(last - place) }
      last = place
    }
    #expect(steps.allSatisfy { $0 > 0.2 && $0 < 1 })
    #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test(arguments: [LayoutKind.linear, .cylinder, .ring]) func sideScaleShrinksNeighborsInAnyLayout(
    kind: LayoutKind
  ) throws {
    var options = CarouselOptions()
    options.layout = kind
    let plain = Carousel(
      options: options, bounds: Size(1280, 800), itemSize: Size(200, 200), numberOfItems: 12)
    options.sideScale = 0.8
    let emphasized = Carousel(
      options: options, bounds: Size(1280, 800), itemSize: Size(200, 200), numberOfItems: 12)
    for index in 0..<3 {
      let (before, after) = (
        try #require(plain.placement(ofItemAt: index)).transform,
        try #require(emphasized.placement(ofItemAt: index)).transform
      )
      #expect(before.row4 == after.row4)
      let factor = after.row1.x / before.row1.x
      #expect(index == 0 ? factor == 1 : index == 1 ? abs(factor - 0.8) < 1e-9 : factor < 0.8)
    }
  }

  /// The anchor, and the place in each item that is in line with the middle item.
  @Test(arguments: [(0.0, 0.0), (1, 0.5), (-1, -0.5), (7, 0.5), (.nan, 0)], [false, true])
  func alignmentOfSmallerItemsCanBeChosen(anchor: (asked: Double, place: Double), isVertical: Bool)
    throws
  {
    let (bounds, size) = (Size(1280, 800), Size(200, 300))
    var options = CarouselOptions()
    (options.layout, options.isVertical, options.sideAnchor) = (.spotlight, isVertical, anchor.asked)
    let carousel = Carousel(options: options, bounds: bounds, itemSize: size, numberOfItems: 12)
    let point = isVertical ? Point(anchor.place * size.width, 0) : Point(0, anchor.place * size.height)
    for index in 0..<3 {
      let seen = try #require(carousel.placement(ofItemAt: index)?.transform.project(point))
      #expect(abs(isVertical ? seen.x - point.x : seen.y - point.y) < 1e-9)
    }
  }

  @Test func aTapBesideASmallerItemHitsNothing() throws {
    let carousel = carousel()
    let edges = try edges(carousel, 1)
    #expect(carousel.itemIndex(at: Point(edges.lowerBound + 2, 0)) == 1)
    #expect(carousel.itemIndex(at: Point(edges.lowerBound - 5, 0)) == nil)
    #expect(carousel.itemIndex(at: Point((edges.lowerBound + edges.upperBound) / 2, 140)) == nil)
  }
}
