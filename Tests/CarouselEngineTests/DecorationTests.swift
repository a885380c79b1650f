import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct DecorationTests {
  private static func carousel(_ change: (inout CarouselOptions) -> Void = { _ in }) -> Carousel {
    var options = CarouselOptions()
    options.layout = .timeMachine
    change(&options)
    return Carousel(options: options, bounds: Size(900, 500), itemSize: Size(200, 200), numberOfItems: 5)
  }

  private static func order(_ carousel: Carousel, _ decorations: [Decoration]) -> [String] {
    var placements: [Placement] = []
    var elements: [CarouselElement] = []
    carousel.placements(into: &placements)
    carousel.elements(placements, with: decorations, into: &elements)
    return elements.map { element in
      switch element {
      case .item(let placement): "item \(placement.index)"
      case .decoration(let id, _): "decoration \(id)"
      }
    }
  }

  private static func place(_ z: Double) -> Transform { Transform.identity.translated(0, 0, z) }

  @Test func decorationsStandAmongBeforeAndBehindTheItems() {
    let items = Self.order(Self.carousel(), [])
    let order = Self.order(
      Self.carousel(),
      [
        Decoration(id: 1, layer: .beforeItems, place: Self.place(-9999)),
        Decoration(id: 2, layer: .behindItems, place: Self.place(9999)),
        Decoration(id: 3, place: Self.place(100)),
        Decoration(id: 4, place: Self.place(-9999)),
        Decoration(id: 5, place: Self.place(-9999)),
      ])
    #expect(order.first == "decoration 2" && order.last == "decoration 1")
    #expect(Array(order[1...2]) == ["decoration 4", "decoration 5"])
    #expect(order.filter { $0.hasPrefix("item") } == items)
    #expect(order.firstIndex(of: "decoration 3") ?? 0 > order.firstIndex(of: "item 0") ?? 0)
  }

  @Test func decorationLooksAsAnItemAtItsPlace() throws {
    let carousel = Self.carousel {
      $0.layout = .linear
      $0.viewpointOffset = Point(30, -20)
      $0.contentOffset = Point(5, 6)
    }
    var elements: [CarouselElement] = []
    carousel.elements(
      [], with: [Decoration(id: 1, place: Transform.identity.translated(200, 0, 0))], into: &elements)
    let item = try #require(carousel.placement(ofItemAt: 1))
    #expect(elements == [.decoration(id: 1, transform: item.transform)])
  }

  @Test(arguments: [0.5, 1, 40]) func panVectorGivesADirectionOnly(length: Double) {
    let carousel = Self.carousel { $0.panVector = Point(0, -length) }
    #expect(abs(carousel.distance(along: Point(3, 20)) - 20) < 1e-12)
    #expect(Self.carousel { $0.panVector = .zero }.distance(along: Point(3, 20)) == 3)
    #expect(Self.carousel { $0.panVector = Point(.infinity, 0) }.distance(along: Point(3, 20)) == 3)
  }

  @Test func dragsBeginInThePanAreaOnly() {
    let all = Self.carousel()
    #expect(all.isInPanArea(Point(-450, 250)))
    let half = Self.carousel { $0.panArea = Rectangle(origin: Point(0, 0.5), size: Size(1, 0.5)) }
    #expect(half.isInPanArea(Point(-450, 250)) && half.isInPanArea(.zero))
    #expect(!half.isInPanArea(Point(0, -1)))
  }
}
