import CAllocations
import CarouselEngine
import Geometry

/// Prints what a placement and a frame cost, per layout and number of items.
@main struct CarouselBenchmarks {
  static func main() {
    print("layout".padded(24), "items".padded(9), "ns/placement  µs/frame  allocations/frame", separator: "")
    for kind in LayoutKind.allCases {
      for count in [10, 1000, 1_000_000] { measure(kind, count) }
    }
  }

  /// A carousel of `visible` items that is never at rest, so that every frame differs.
  private static func carousel(_ kind: LayoutKind, _ count: Int) -> Carousel {
    var options = CarouselOptions()
    options.layout = kind
    options.wrap = true
    options.visibleItems = 30
    options.count = 30
    options.autoscroll = 1
    return Carousel(
      options: options, bounds: Size(1920, 1080), itemSize: Size(200, 200), numberOfItems: count)
  }

  private static func measure(_ kind: LayoutKind, _ count: Int) {
    var carousel = carousel(kind, count)
    var events: [CarouselEvent] = []
    var placements: [Placement] = []
    var time = 0.0
    func frame() {
      time += 1.0 / 60
      events.removeAll(keepingCapacity: true)
      carousel.advance(to: time, into: &events)
      carousel.placements(into: &placements)
    }
    for _ in 0..<2000 { frame() }
    let frames = 20000
    let before = allocation_count()
    let clock = ContinuousClock()
    let elapsed = clock.measure { for _ in 0..<frames { frame() } }
    let allocations = allocation_count() - before
    let nanoseconds = Double(elapsed.components.attoseconds) / 1e9 + Double(elapsed.components.seconds) * 1e9
    let perFrame = nanoseconds / Double(frames)
    let place = placementCost(carousel)
    print(
      kind.rawValue.padded(24), String(count).padded(9), place.rounded(toPlaces: 1).padded(14),
      (perFrame / 1000).rounded(toPlaces: 2).padded(10),
      (Double(allocations) / Double(frames)).rounded(toPlaces: 3), " (\(placements.count) visible)",
      separator: "")
  }

  private static func placementCost(_ carousel: Carousel) -> Double {
    let rounds = 200_000
    var sum = 0.0
    let clock = ContinuousClock()
    let index = carousel.currentItemIndex
    let elapsed = clock.measure {
      for round in 0..<rounds {
        if let placed = carousel.placement(ofItemAt: (index + round & 3) % carousel.numberOfItems) {
          sum += placed.transform.row4.x
        }
      }
    }
    precondition(sum.isFinite)
    return Double(elapsed.components.attoseconds) / 1e9 / Double(rounds)
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return String((self * scale).rounded() / scale)
  }
}
