import CarouselEngine
import RotundaGeometry

/// The minimum cost of a frame on this machine: writing as many placements as are visible, without computing
/// them.
struct Floor {
  private(set) var samples = Samples()
  private var placements: [Placement] = []
  private let placement: Placement
  private let visible = 30
  private let clock = ContinuousClock()

  init(_ placement: Placement) { self.placement = placement }

  /// Takes one measurement.
  mutating func measure() {
    let elapsed = clock.measure { for _ in 0..<100 { write() } }
    samples.add(elapsed, count: 100)
  }

  @inline(never)
  private mutating func write() {
    placements.removeAll(keepingCapacity: true)
    var next = placement
    let visible = visible
    placements.append(addingCapacity: visible) { output in
      for index in 0..<visible {
        next.index = index
        output.append(next)
      }
    }
  }
}
