import CAllocations
import CarouselEngine
import RotundaGeometry

/// A layout with a number of items: a carousel of 30 visible items that always moves, so that every frame
/// differs.
struct Subject {
  let kind: LayoutKind
  let count: Int
  private(set) var placement = Samples()
  private(set) var frame = Samples()
  private(set) var drawing = Samples()
  private(set) var allocations: UInt = 0
  private(set) var frames = 0

  private var carousel: Carousel
  private var time = 0.0
  private var events: [CarouselEvent] = []
  private var placements: [Placement] = []
  private var elements: [CarouselElement] = []
  private let clock = ContinuousClock()

  private static let decorations = [
    Decoration(id: 0, layer: .behindItems, place: .identity),
    Decoration(id: 1, place: Transform.identity.translated(0, 100, -20)),
    Decoration(id: 2, place: Transform.identity.translated(0, 100, -40)),
    Decoration(id: 3, layer: .beforeItems, place: .identity),
  ]

  init(_ kind: LayoutKind, count: Int) {
    self.kind = kind
    self.count = count
    var options = CarouselOptions()
    options.layout = kind
    options.wrap = true
    options.visibleItems = 30
    options.count = 30
    options.autoscroll = 1
    options.keyframes = [-4, -1, 0, 1, 4].map {
      LayoutKeyframe(
        offset: $0, position: Vector3($0 * 120, 0, -abs($0) * 60), rotation: Vector3(0, -$0 / 4, 0),
        scale: Size(1 - abs($0) / 10, 1))
    }
    carousel = Carousel(
      options: options, bounds: Size(1920, 1080), itemSize: Size(200, 200), numberOfItems: count)
    for _ in 0..<100 {
      advance()
      decorate()
    }
  }

  var visible: Int { placements.count }
  var anyPlacement: Placement? { placements.first }

  /// Measures everything once.
  mutating func measure() {
    measurePlacements(rounds: 2000)
    let before = allocation_count()
    let moving = clock.measure { for _ in 0..<100 { advance() } }
    let decorating = clock.measure { for _ in 0..<100 { decorate() } }
    allocations += allocation_count() - before
    frame.add(moving, count: 100)
    drawing.add(decorating, count: 100)
    frames += 100
  }

  /// Performs a frame: advances the carousel, then places and sorts all visible items.
  private mutating func advance() {
    time += 1.0 / 60
    events.removeAll(keepingCapacity: true)
    carousel.advance(to: time, into: &events)
    carousel.placements(into: &placements)
  }

  /// Inserts decorations between the placed items.
  private mutating func decorate() {
    carousel.elements(placements, with: Self.decorations, into: &elements)
  }

  /// Measures the public call for one item.
  private mutating func measurePlacements(rounds: Int) {
    // A local copy: access through `self` would copy the carousel for every call.
    let carousel = carousel
    let first = min(carousel.currentItemIndex, count - 4)
    var sum = 0.0
    let start = clock.now
    for round in 0..<rounds {
      guard let placed = carousel.placement(ofItemAt: first + (round & 3)) else { continue }
      sum += placed.transform.row4.x
    }
    placement.add(start.duration(to: clock.now), count: rounds)
    precondition(sum.isFinite)
  }
}
