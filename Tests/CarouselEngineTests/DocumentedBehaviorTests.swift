import CarouselEngine
import Testing

/// Behavior that iCarousel documents, but that no reference table measures.
struct DocumentedBehaviorTests {
  private func carousel(
    count: Int = 12, item: Size = Size(200, 200), _ change: (inout CarouselOptions) -> Void = { _ in }
  ) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    change(&options)
    return Carousel(options: options, bounds: Size(800, 480), itemSize: item, numberOfItems: count)
  }

  private func run(_ carousel: inout Carousel, from start: Double, for seconds: Double) {
    var events: [CarouselEvent] = []
    for step in 1...Int(seconds * 60) { carousel.advance(to: start + Double(step) / 60, into: &events) }
  }

  private func fling(_ carousel: inout Carousel, by distance: Double, velocity: Double) {
    carousel.beginDragging(at: 0)
    carousel.drag(by: distance, at: 0.02)
    carousel.endDragging(velocity: velocity, at: 0.03)
    run(&carousel, from: 0.03, for: 8)
  }

  /// Only the direction of swipes turns, because a function knows its own direction.
  @Test func verticalOnlyTurnsSwipesOfCustomLayouts() {
    func custom(isVertical: Bool) -> Carousel {
      var carousel = carousel {
        $0.layout = .custom
        $0.isVertical = isVertical
      }
      carousel.customTransform = { $0.start.translated($0.offset * 90, $0.offset * 7, 0) }
      return carousel
    }
    let (flat, upright) = (custom(isVertical: false), custom(isVertical: true))
    #expect(flat.anchoredTransform(atOffset: 2) == upright.anchoredTransform(atOffset: 2))
    #expect(flat.distance(along: Point(3, 5)) == 3)
    #expect(upright.distance(along: Point(3, 5)) == 5)
  }

  @Test(arguments: [ScrollPhysicsKind.natural, .classic])
  func aSingleItemBouncesUnlessScrollingIsOff(physics: ScrollPhysicsKind) {
    var carousel = carousel(count: 1) { $0.physics = physics }
    carousel.beginDragging(at: 0)
    carousel.drag(by: -120, at: 0.02)
    #expect(carousel.scrollOffset > 0.1)
    carousel.endDragging(velocity: 0, at: 0.03)
    run(&carousel, from: 0.03, for: 3)
    #expect(abs(carousel.scrollOffset) < 1e-9)
    carousel.options.isScrollEnabled = false
    carousel.beginDragging(at: 4)
    carousel.drag(by: -120, at: 4.1)
    #expect(abs(carousel.scrollOffset) < 1e-9)
  }

  @Test func wideVerticalItemsAreHitOverTheirWidth() {
    let carousel = carousel(item: Size(300, 100)) { $0.isVertical = true }
    #expect(carousel.itemIndex(at: Point(149, 0)) == 0)
    #expect(carousel.itemIndex(at: Point(151, 0)) == nil)
    #expect(carousel.itemIndex(at: Point(149, 90)) == 1)
    #expect(carousel.itemIndex(at: Point(0, -60)) == nil)
  }

  @Test(arguments: [ScrollPhysicsKind.natural, .classic])
  func aScrollRightAfterAReloadArrives(physics: ScrollPhysicsKind) {
    var carousel = carousel { $0.physics = physics }
    run(&carousel, from: 0, for: 1)
    carousel.reload(numberOfItems: 20, time: 1)
    carousel.scroll(toItemAt: 15, duration: 0.4, at: 1)
    run(&carousel, from: 1, for: 2)
    #expect(carousel.scrollOffset == 15)
  }

  @Test(arguments: [Point(1, 0), Point(0, 1), Point(-3, 4)])
  func anyContentOffsetMovesItems(offset: Point) throws {
    let carousel = carousel { $0.contentOffset = offset }
    #expect(try #require(carousel.placement(ofItemAt: 0)?.transform.project(.zero)) == offset)
  }

  @Test func contentOffsetMovesItemsAndHits() throws {
    let carousel = carousel { $0.contentOffset = Point(40, -30) }
    let center = try #require(carousel.placement(ofItemAt: 0)?.transform.project(.zero))
    #expect(center == Point(40, -30))
    #expect(carousel.itemIndex(at: Point(139, -129)) == 0)
    #expect(carousel.itemIndex(at: Point(0, 80)) == nil)
  }

  /// During a layout change, and at rest.
  @Test(arguments: [2, 0.004]) func depthFadesItemsAtRest(depth: Double) throws {
    let carousel = carousel {
      $0.layout = .receding
      $0.fadeDepth = depth
    }
    let faded = try #require(carousel.placement(ofItemAt: 2)).opacity
    #expect(faded < 0.9 && abs(faded - carousel.opacity(atOffset: 2)) < 1e-9)
  }

  @Test(arguments: [ScrollPhysicsKind.natural, .classic])
  func autoscrollStopsUnderAFingerAndResumes(physics: ScrollPhysicsKind) {
    var carousel = carousel {
      $0.physics = physics
      $0.wrap = true
      $0.autoscroll = -1
    }
    run(&carousel, from: 0, for: 1)
    carousel.touchDown(at: 1)
    carousel.beginDragging(at: 1)
    let held = carousel.scrollOffset
    #expect(held > 0.5)
    run(&carousel, from: 1, for: 1)
    #expect(carousel.scrollOffset == held)
    carousel.endDragging(velocity: 0, at: 2)
    run(&carousel, from: 2, for: 2)
    #expect(carousel.scrollOffset > held + 0.5)
  }

  @Test(arguments: [ScrollPhysicsKind.natural, .classic])
  func pagingGoesOneItemAtMost(physics: ScrollPhysicsKind) {
    var carousel = carousel {
      $0.physics = physics
      $0.isPagingEnabled = true
    }
    fling(&carousel, by: -60, velocity: -6000)
    #expect(carousel.scrollOffset == 1)
  }

  @Test(arguments: [ScrollPhysicsKind.natural, .classic])
  func scrollSpeedScalesFlings(physics: ScrollPhysicsKind) {
    func distance(_ speed: Double) -> Double {
      var carousel = carousel(count: 1000) {
        $0.physics = physics
        $0.scrollSpeed = speed
      }
      fling(&carousel, by: -60, velocity: -3000)
      return carousel.scrollOffset
    }
    #expect(distance(2) > distance(1) * 1.6 && distance(1) > distance(0.5) * 1.6)
  }

  /// Placeholders before the items have indexes below 0. Those behind have indexes from the number of items
  /// on.
  @Test func visibleItemsIncludePlaceholdersInOrder() {
    let source = Cards(count: 3, placeholders: 4)
    let presenter = CarouselPresenter(
      carousel(count: 0) { $0.visibleItems = 10 }, dataSource: source)
    #expect(presenter.indexesForVisibleItems == [-2, -1, 0, 1, 2, 3, 4])
    #expect(presenter.visibleContents.map(\.name) == ["p0", "p1", "0", "1", "2", "p2", "p3"])
    #expect(presenter.content(forItemAt: 9) == nil)
  }

  @Test func delegateAndDataSourceAreNotKeptAlive() {
    var source: Cards? = Cards(count: 3, placeholders: 0)
    let presenter = CarouselPresenter(carousel(), dataSource: source ?? Cards(count: 0, placeholders: 0))
    var delegate: Listener? = Listener()
    presenter.delegate = delegate
    #expect(presenter.delegate != nil && presenter.dataSource != nil)
    (source, delegate) = (nil, nil)
    #expect(presenter.delegate == nil && presenter.dataSource == nil && source == nil && delegate == nil)
  }

  /// The delegate receives the events of a drag and its deceleration.
  @Test func theDelegateHearsOfDragsAndDecelerations() {
    let (source, listener) = (Cards(count: 30, placeholders: 0), Listener())
    let presenter = CarouselPresenter(carousel(), dataSource: source)
    presenter.delegate = listener
    presenter.perform { $0.beginDragging(at: 0) }
    presenter.perform { $0.drag(by: -60, at: 0.02) }
    presenter.perform { $0.endDragging(velocity: -2000, at: 0.03) }
    for step in 1...600 { presenter.advance(to: 0.03 + Double(step) / 60) }
    #expect(listener.heard == ["begin drag", "end drag true", "begin glide", "end glide"])
  }
}

private final class Cards: CarouselDataSource {
  final class Card {
    var name = ""
  }

  let (count, placeholders): (Int, Int)

  init(count: Int, placeholders: Int) { (self.count, self.placeholders) = (count, placeholders) }

  func numberOfItems(in carousel: any CarouselPresenting) -> Int { count }
  func numberOfPlaceholders(in carousel: any CarouselPresenting) -> Int { placeholders }
  func content(forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting) -> Card {
    card("\(index)")
  }
  func placeholder(at index: Int, reusing old: Card?, in carousel: any CarouselPresenting) -> Card? {
    card("p\(index)")
  }
  private func card(_ name: String) -> Card {
    let card = Card()
    card.name = name
    return card
  }
}

private final class Listener: CarouselDelegate {
  var heard: [String] = []

  func carouselWillBeginDragging(_ carousel: any CarouselPresenting) { heard.append("begin drag") }
  func carouselDidEndDragging(_ carousel: any CarouselPresenting, willDecelerate: Bool) {
    heard.append("end drag \(willDecelerate)")
  }
  func carouselWillBeginDecelerating(_ carousel: any CarouselPresenting) { heard.append("begin glide") }
  func carouselDidEndDecelerating(_ carousel: any CarouselPresenting) { heard.append("end glide") }
}
