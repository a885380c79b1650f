import CAllocations
import CarouselEngine
import RotundaGeometry
import Testing

/// Frames do not allocate heap memory once their buffers have grown.
@Suite(.enabled(if: allocations_are_counted(), "a sanitizer counts allocations itself"))
struct AllocationTests {
  private static let decorations = [
    Decoration(id: 0, layer: .behindItems, place: .identity),
    Decoration(id: 1, place: Transform.identity.translated(0, 0, -50)),
    Decoration(id: 2, place: Transform.identity.translated(0, 0, -150)),
    Decoration(id: 3, layer: .beforeItems, place: .identity),
  ]

  private static func carousel(_ kind: LayoutKind) -> Carousel {
    var options = CarouselOptions()
    options.layout = kind
    options.wrap = true
    options.visibleItems = 30
    options.autoscroll = 3
    options.keyframes = [-3, 0, 3].map {
      LayoutKeyframe(offset: $0, position: Vector3($0 * 100, 0, -abs($0)))
    }
    return Carousel(
      options: options, bounds: Size(1280, 800), itemSize: Size(200, 200), numberOfItems: 100)
  }

  @Test(arguments: LayoutKind.allCases) func aFrameTakesNoMemory(kind: LayoutKind) {
    var carousel = Self.carousel(kind)
    let decorations = Self.decorations
    var events: [CarouselEvent] = []
    var placements: [Placement] = []
    var elements: [CarouselElement] = []
    var before: UInt = 0
    for frame in 0..<240 {
      // In the first half, every item passes once, and every event happens.
      if frame == 120 { before = allocation_count() }
      events.removeAll(keepingCapacity: true)
      carousel.advance(to: Double(frame) / 60, into: &events)
      carousel.placements(into: &placements)
      carousel.elements(placements, with: decorations, into: &elements)
    }
    #expect(allocation_count() - before == 0)
    #expect(elements.count == placements.count + decorations.count)
  }

  private final class Content {}

  /// Creates content only if the presenter cannot reuse any, and counts its calls.
  private final class Deck: CarouselDataSource, CarouselDelegate {
    var heard = 0

    func numberOfItems(in carousel: any CarouselPresenting) -> Int { 100 }
    func content(
      forItemAt index: Int, reusing old: Content?, in carousel: any CarouselPresenting
    ) -> Content { old ?? Content() }
    func carouselDidScroll(_ carousel: any CarouselPresenting) { heard += 1 }
    func carouselCurrentItemIndexDidChange(_ carousel: any CarouselPresenting) { heard += 1 }
    func carouselDidEndDisplayingItem(_ carousel: any CarouselPresenting, at index: Int) { heard += 1 }
  }

  /// Items come and go, and every frame has events. Still the presenter reuses its memory.
  @Test(arguments: [LayoutKind.linear, .rotary, .coverFlow2]) func aPresentersFrameTakesNoMemory(
    kind: LayoutKind
  ) {
    let deck = Deck()
    var carousel = Self.carousel(kind)
    carousel.options.visibleItems = 12
    let presenter = CarouselPresenter(carousel, dataSource: deck)
    presenter.delegate = deck
    var before: UInt = 0
    var heard = 0
    for frame in 0..<2400 {
      if frame == 1200 { (before, heard) = (allocation_count(), deck.heard) }
      presenter.advance(to: Double(frame) / 60)
    }
    #expect(allocation_count() - before == 0)
    // 1200 frames of scrolling with 60 passing items.
    #expect(deck.heard - heard > 1300)
  }

  @Test func allocationsAreCounted() {
    let before = allocation_count()
    let placements = [Int](repeating: 1, count: 1000)
    #expect(allocation_count() > before && placements.count == 1000)
  }
}
