import Glibc
import SeededRandom
import Testing

@testable import CarouselEngine

/// Items of different sizes.
struct ItemSizeTests {
  /// A wide item among narrow ones.
  private let sizes = [Size(200, 200), Size(400, 300), Size(200, 200), Size(100, 100), Size(200, 200)]

  private func carousel(
    _ layout: LayoutKind = .linear, count: Int = 5, _ change: (inout CarouselOptions) -> Void = { _ in }
  ) -> Carousel {
    var options = CarouselOptions()
    options.layout = layout
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(1000, 600), itemSize: Size(200, 200), numberOfItems: count)
    carousel.itemSizes = sizes
    return carousel
  }

  /// The x coordinate of an item's center on the screen.
  private func place(_ index: Int, _ carousel: Carousel) throws -> Double {
    let placement = try #require(carousel.placement(ofItemAt: index))
    return try #require(placement.transform.project(.zero)).x
  }

  /// Lets time pass until nothing moves.
  private func settle(_ carousel: inout Carousel) {
    var events: [CarouselEvent] = []
    for step in 0..<1000 where step == 0 || carousel.isMoving {
      carousel.advance(to: Double(step) / 60, into: &events)
    }
  }

  @Test func neighborsTouchAtAnySize() throws {
    for current in sizes.indices {
      var carousel = carousel()
      carousel.currentItemIndex = current
      #expect(abs(try place(current, carousel)) < 1e-9)
      for (index, pair) in zip(sizes, sizes.dropFirst()).enumerated() {
        let way = try place(index + 1, carousel) - place(index, carousel)
        #expect(abs(way - (pair.0.width + pair.1.width) / 2) < 1e-9, "\(index), at \(current)")
      }
    }
  }

  /// A spacing of 1.25 of the common 200 gives a gap of 50.
  @Test func gapsAreEquallyWide() throws {
    let carousel = carousel { $0.spacing = 1.25 }
    for (index, pair) in zip(sizes, sizes.dropFirst()).enumerated() {
      let way = try place(index + 1, carousel) - place(index, carousel)
      #expect(abs(way - (pair.0.width + pair.1.width) / 2 - 50) < 1e-9, "\(index)")
    }
  }

  @Test func aVerticalCarouselGoesByHeights() throws {
    let carousel = carousel { $0.isVertical = true }
    let first = try #require(carousel.placement(ofItemAt: 1)?.transform.project(.zero))
    #expect(abs(first.y - 250) < 1e-9)
  }

  @Test func requestedExtentCountsForAllItems() throws {
    let carousel = carousel { $0.itemExtent = 260 }
    #expect(abs(try place(3, carousel) - 3 * 260) < 1e-9)
    #expect(carousel.size(ofItemAt: 1) == Size(400, 300))
  }

  /// x = 190 is in the wide neighbor, and x = 110 is in no item: each item has its own edges.
  @Test func hitTestUsesEachItemsSize() {
    var carousel = carousel()
    carousel.currentItemIndex = 1
    #expect(carousel.itemIndex(at: Point(190, 140)) == 1)
    #expect(carousel.itemIndex(at: Point(190, 160)) == nil)
    #expect(carousel.itemIndex(at: Point(210, 90)) == 2)
    carousel.currentItemIndex = 3
    #expect(carousel.itemIndex(at: Point(0, 60)) == nil)
    #expect(carousel.itemIndex(at: Point(0, 40)) == 3)
  }

  @Test func assistiveTechnologyGetsEachItemsCorners() throws {
    let items = carousel().accessibleItems()
    let wide = try #require(items.first { $0.index == 1 })
    #expect(abs(wide.corners.upperRight.x - wide.corners.upperLeft.x - 400) < 1e-9)
    #expect(abs(wide.corners.lowerLeft.y - wide.corners.upperLeft.y - 300) < 1e-9)
  }

  /// The wide item reaches into the bounds, although its center is well outside.
  @Test func boundsCutOffByEachItemsSize() throws {
    let carousel = carousel { $0.clipsToBounds = true }
    var placed = try #require(carousel.placement(ofItemAt: 1))
    placed.transform = .identity.translated(650, 0, 0)
    #expect(carousel.isWithinBounds(placed))
    placed.index = 0
    #expect(!carousel.isWithinBounds(placed))
  }

  /// Drags through the middle of a wide item and out of it again, in small steps.
  @Test(arguments: [ScrollPhysicsKind.natural, .classic])
  func aDraggedItemStaysUnderTheFinger(physics: ScrollPhysicsKind) throws {
    var carousel = carousel { $0.physics = physics }
    carousel.beginDragging(at: 0)
    var events: [CarouselEvent] = []
    for step in 1...90 {
      carousel.drag(by: -5, at: Double(step) / 100)
      carousel.advance(to: Double(step) / 100, into: &events)
      let first = try place(0, carousel)
      #expect(abs(first + Double(step) * 5) < 1e-6, "after \(step) steps")
    }
    #expect(carousel.scrollOffset > 1.4)
  }

  @Test func flingKeepsItsSpeedAcrossSizes() throws {
    var carousel = carousel()
    carousel.beginDragging(at: 0)
    carousel.drag(by: -20, at: 0.01)
    carousel.endDragging(velocity: -2200, at: 0.02)
    var events: [CarouselEvent] = []
    var places: [Double] = []
    for step in 0..<240 {
      carousel.advance(to: 0.02 + Double(step) / 240, into: &events)
      places.append(try place(0, carousel))
    }
    let speeds = zip(places, places.dropFirst()).map { $1 - $0 }
    for (before, after) in zip(speeds, speeds.dropFirst()) {
      #expect(abs(after - before) < 1.5)
    }
    settle(&carousel)
    #expect(carousel.scrollOffset == carousel.scrollOffset.rounded())
  }

  @Test(arguments: ScrollPhysicsKind.allCases, [0.1, 0.5, 1, 1.3])
  func aReleasedItemKeepsTheFingersSpeed(physics: ScrollPhysicsKind, offset: Double) throws {
    var carousel = carousel(count: 5) {
      $0.physics = physics
      $0.scrollsToItemBoundary = false
      $0.stopsAtItemBoundary = false
    }
    carousel.scrollOffset = offset
    carousel.beginDragging(at: 0)
    carousel.drag(by: -1, velocity: -900, at: 0.01)
    carousel.endDragging(velocity: -900, at: 0.01)
    let before = try place(1, carousel)
    var events: [CarouselEvent] = []
    // Classic physics moves only at its timer's ticks.
    let step = physics == .classic ? 1.0 / 60 : 1e-4
    carousel.advance(to: 0.01 + step, into: &events)
    let speed = (try place(1, carousel) - before) / step
    #expect(abs(speed + 900) < 60, "\(speed)")
  }

  @Test func meanLengthIsTheRowsPerItem() throws {
    let spacing = try #require(ItemSpacing(extents: [100, 300, 350], common: 200, isClosed: true))
    #expect(spacing.meanExtent == 250 && spacing.leastExtent == 100)
    #expect(spacing.position(3) == 3 * spacing.meanExtent)
    #expect(ItemSpacing(extents: [200, 200], common: 200, isClosed: true) == nil)
    #expect(ItemSpacing(extents: [], common: 200, isClosed: false) == nil)
  }

  @Test func wrappingRowClosesAfterItsLastItem() throws {
    var carousel = carousel { $0.wrap = true }
    carousel.currentItemIndex = 4
    let way = try place(0, carousel) - place(4, carousel)
    #expect(abs(way - 200) < 1e-9)
    carousel.scrollOffset = 4.5
    #expect(try place(4, carousel) < 0 && place(0, carousel) > 0)
    #expect(abs(try place(0, carousel) - place(4, carousel) - 200) < 1e-9)
  }

  /// The angles of all items add up to one turn.
  @Test func aRingIsClosed() throws {
    let carousel = carousel(.cylinder, count: 14)
    let angles = try (0..<14).map { index in
      let placement = try #require(carousel.placement(ofItemAt: index))
      return placement.offset
    }
    #expect(Set(angles.map { ($0 * 1000).rounded() }).count == 14)
    let sum = try (0..<14).reduce(0.0) { sum, index in
      var turned = carousel
      turned.currentItemIndex = index
      let next = try #require(turned.placement(ofItemAt: (index + 1) % 14))
      let sine = next.transform.row1.x
      return sum + abs(acos(min(1, max(-1, sine))))
    }
    #expect(abs(sum - 2 * .pi) < 0.01, "\(sum)")
  }

  @Test func sizesStayWithTheirItems() {
    var carousel = carousel()
    carousel.insertItem(at: 0)
    #expect((0..<6).map(carousel.size(ofItemAt:)) == [Size(200, 200)] + sizes)
    carousel.removeItem(at: 2)
    #expect(carousel.size(ofItemAt: 2) == Size(200, 200))
    carousel.moveItem(from: 3, to: 0)
    #expect(carousel.size(ofItemAt: 0) == Size(100, 100))
  }

  /// An item without its own size follows the common size, also after a move.
  @Test func itemsWithoutSizeFollowTheCommonOne() {
    var carousel = carousel(count: 7)
    carousel.moveItem(from: 6, to: 0)
    carousel.itemSize = Size(90, 90)
    #expect(carousel.size(ofItemAt: 0) == Size(90, 90))
    #expect(carousel.size(ofItemAt: 2) == Size(400, 300))
  }

  /// The item before a wide one goes. The items that close up keep their sizes meanwhile.
  @Test func itemsThatCloseUpKeepTheirSizes() throws {
    var carousel = carousel()
    settle(&carousel)
    carousel.removeItem(at: 0, time: 20)
    var events: [CarouselEvent] = []
    for step in 0..<30 {
      carousel.advance(to: 20 + Double(step) / 60, into: &events)
      for index in 0..<3 {
        let placement = try #require(carousel.placement(ofItemAt: index))
        #expect(abs(placement.transform.row1.x - 1) < 1e-6, "item \(index), frame \(step)")
      }
    }
  }

  @Test func aDepartingItemKeepsItsSize() throws {
    var carousel = carousel()
    settle(&carousel)
    let departure = carousel.removeItem(at: 1)
    _ = try #require(departure)
    #expect(carousel.departingItems().first { $0.id == departure }?.size == Size(400, 300))
  }

  /// An item grows from its old size to the new one.
  @Test func itemGrowsToItsNewSize() throws {
    var carousel = carousel()
    settle(&carousel)
    carousel.itemSizes[0] = Size(400, 400)
    var events: [CarouselEvent] = []
    carousel.advance(to: 20, into: &events)
    let start = try #require(carousel.placement(ofItemAt: 0))
    #expect(abs(start.transform.row1.x - 0.5) < 1e-6)
    carousel.advance(to: 21, into: &events)
    let end = try #require(carousel.placement(ofItemAt: 0))
    #expect(abs(end.transform.row1.x - 1) < 1e-9)
  }

  @Test func invalidSizesFallBackToTheCommonOne() {
    var carousel = carousel()
    carousel.itemSizes = [Size(.nan, 100), Size(-5, 100), Size(0, 0), Size(.infinity, 1)]
    for index in 0..<5 { #expect(carousel.size(ofItemAt: index) == Size(200, 200)) }
    carousel.setItemSizes { $0 == 1 ? Size(50, 50) : nil }
    #expect(carousel.size(ofItemAt: 1) == Size(50, 50))
    carousel.setItemSizes { _ in nil }
    #expect(carousel.itemSizes.isEmpty)
  }

  /// A data source provides sizes as well as contents.
  @Test func aPresenterAsksItsDataSource() {
    let source = SizedSource()
    let presenter = CarouselPresenter(
      Carousel(
        options: CarouselOptions(), bounds: Size(1000, 600), itemSize: Size(200, 200), numberOfItems: 0),
      dataSource: source)
    #expect(presenter.carousel.size(ofItemAt: 1) == Size(300, 100))
    source.count = 4
    presenter.insertItem(at: 1)
    #expect((0..<4).map { presenter.carousel.size(ofItemAt: $0).width } == [200, 300, 300, 400])
  }

  /// For any sizes and motions, all numbers are finite, and the carousel rests on an item.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as [UInt64])
  func randomSizesStayFinite(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layout = try #require(LayoutKind.allCases.randomElement(using: &random))
    let isVertical = Bool.random(using: &random)
    let wraps = Bool.random(using: &random)
    var carousel = carousel(layout, count: Int.random(in: 1...20, using: &random)) {
      $0.isVertical = isVertical
      $0.wrap = wraps
    }
    let wanted = (0..<carousel.numberOfItems).map { _ in
      Size(.random(in: 1...2000, using: &random), .random(in: 1...2000, using: &random))
    }
    carousel.setItemSizes { wanted[$0] }
    var events: [CarouselEvent] = []
    var placements: [Placement] = []
    var now = 0.0
    for _ in 0..<200 {
      now += .random(in: 0...0.1, using: &random)
      switch Int.random(in: 0...7, using: &random) {
      case 0: carousel.beginDragging(at: now)
      case 1, 2: carousel.drag(by: .random(in: -3000...3000, using: &random), at: now)
      case 3: carousel.endDragging(velocity: .random(in: -9000...9000, using: &random), at: now)
      case 4: carousel.drag(by: [1e300, -1e18, 1e9, .nan].randomElement(using: &random) ?? 0, at: now)
      case 5: carousel.scroll(toItemAt: .random(in: -3...30, using: &random), duration: 0.3, at: now)
      case 6: carousel.insertItem(at: .random(in: 0...5, using: &random), time: now)
      default: carousel.removeItem(at: .random(in: 0...5, using: &random), time: now)
      }
      carousel.advance(to: now, into: &events)
      carousel.placements(into: &placements)
      for placement in placements {
        #expect(placement.transform.row4.x.isFinite && placement.depth.isFinite, "seed \(seed), \(layout)")
      }
    }
    carousel.endDragging(velocity: 0, at: now)
    for _ in 0..<2000 where carousel.isMoving {
      now += 1 / 60
      carousel.advance(to: now, into: &events)
    }
    #expect(!carousel.isMoving, "seed \(seed), \(layout)")
  }
}

private final class SizedSource: CarouselDataSource {
  final class Card {}

  var count = 3

  func numberOfItems(in carousel: any CarouselPresenting) -> Int { count }
  func content(forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting) -> Card {
    old ?? Card()
  }
  func hasItemSizes(in carousel: any CarouselPresenting) -> Bool { true }
  func itemSize(at index: Int, in carousel: any CarouselPresenting) -> Size? {
    index == 0 ? nil : Size(200 + 100 * Double(index), 100)
  }
}
