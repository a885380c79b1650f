import CarouselEngine
import RotundaGeometry
import Testing

/// Distance and duration of flings with natural physics.
@Suite struct FlingTests {
  /// Points from one item to the next, as on the launcher's screen with 1080 lines.
  private static let pitch = 465.0
  /// The time of the lift, in seconds.
  private static let lift = 1.0

  private static func carousel(
    wraps: Bool = true, start: Int = 6, _ change: (inout CarouselOptions) -> Void = { _ in }
  ) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    options.wrap = wraps
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(1920, 1080), itemSize: Size(pitch, 600), numberOfItems: 13)
    carousel.currentItemIndex = start
    return carousel
  }

  /// Moves a finger by some points in 60 ms, and lifts it with a velocity.
  private static func fling(_ carousel: inout Carousel, by way: Double, _ velocity: Double) {
    carousel.beginDragging(at: lift - 0.06)
    carousel.drag(by: way, at: lift)
    carousel.endDragging(velocity: velocity, at: lift)
  }

  /// The offsets from the lift on, one for every `step` seconds.
  private static func course(_ carousel: Carousel, seconds: Double, step: Double = 0.01) -> [Double] {
    var (carousel, events) = (carousel, [CarouselEvent]())
    return stride(from: lift, through: lift + seconds + step / 2, by: step).map {
      carousel.advance(to: $0, into: &events)
      return carousel.scrollOffset
    }
  }

  @Test(arguments: [1, 2, 3], [-25.0, -90, -240, 25, 90, 240])
  func flingNearsItsItemInTime(items: Int, way: Double) {
    for speed in [300.0, 600, 1500, 3000, 8000] {
      var carousel = Self.carousel { $0.maximumItemsPerFling = items }
      Self.fling(&carousel, by: way, way < 0 ? -speed : speed)
      let target = carousel.destinationItemIndex
      let gone = abs(target - 6)
      #expect((1...items).contains(gone), "\(speed) went \(gone)")
      let limit = [0.42, 0.56, 0.7][gone - 1]
      for offset in Self.course(carousel, seconds: 2).dropFirst(Int((limit * 100).rounded())) {
        #expect(abs(offset - Double(target)) * Self.pitch <= 2, "\(speed): \(gone) items")
      }
    }
  }

  @Test(arguments: [300.0, 900, 4000, 8000], [1, 3])
  func aFlingNeitherJumpsNorOvershoots(speed: Double, most: Int) {
    var carousel = Self.carousel { $0.maximumItemsPerFling = most }
    Self.fling(&carousel, by: -60, -speed)
    let course = Self.course(carousel, seconds: 1, step: 1e-5)
    #expect(abs((course[1] - course[0]) * 1e5 * Self.pitch - speed) < speed * 0.01)
    #expect(zip(course, course.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(course.last == Double(carousel.destinationItemIndex))
  }

  /// The finger's distance in points, its speed at the lift in points per second, and the expected number of
  /// items.
  private static let steps: [(way: Double, speed: Double, items: Int)] = [
    (-13, -300, 1), (-25, -417, 1), (-40, -400, 1), (-90, -1000, 1), (13, 300, -1), (40, 400, -1),
    // Too slow for a step: the nearest item.
    (-40, -250, 0), (-40, 0, 0), (-300, 0, 1), (-300, -100, 1),
    // A finger that reverses moves the carousel back.
    (-200, 400, 0), (-600, -400, 2), (-600, 400, 1),
    // At most three items, counted from the start.
    (-240, -4000, 3), (-240, -8000, 3), (-500, -8000, 4),
  ]

  @Test(arguments: steps) func flingReachesAtLeastTheNextItem(way: Double, speed: Double, items: Int) {
    for wraps in [true, false] {
      var carousel = Self.carousel(wraps: wraps) { $0.maximumItemsPerFling = 3 }
      Self.fling(&carousel, by: way, speed)
      #expect(Self.course(carousel, seconds: 3).last == Double(6 + items), "wraps: \(wraps)")
    }
  }

  @Test func slowFlingMayFallBackWithoutSteps() {
    var carousel = Self.carousel { $0.steppingSpeed = nil }
    Self.fling(&carousel, by: -25, -350)
    #expect(Self.course(carousel, seconds: 3).last == 6)
  }

  @Test func flickContinuesANearlyFinishedOne() {
    var carousel = Self.carousel { $0.maximumItemsPerFling = 1 }
    carousel.setScrollOffset(6.9, at: 0.9)
    Self.fling(&carousel, by: -25, -500)
    #expect(Self.course(carousel, seconds: 2).last == 8)
  }

  @Test(arguments: [0, 12]) func endsOfARowAreReachedInTime(end: Int) {
    for (distance, limit) in [(1, 0.42), (3, 0.7)] {
      for speed in [400.0, 1200, 2400, 5000, 8000] {
        var carousel = Self.carousel(wraps: false, start: end == 0 ? distance : 12 - distance)
        Self.fling(&carousel, by: end == 0 ? 20 : -20, end == 0 ? speed : -speed)
        guard carousel.destinationItemIndex == end else { continue }
        for offset in Self.course(carousel, seconds: 2).dropFirst(Int((limit * 100).rounded())) {
          #expect(abs(offset - Double(end)) * Self.pitch <= 2, "\(speed): \(distance) items")
        }
      }
    }
  }

  @Test func aFlingKnowsItsItem() {
    var carousel = Self.carousel(start: 12)
    Self.fling(&carousel, by: -90, -1000)
    #expect(carousel.isDecelerating && carousel.currentItemIndex == 12 && carousel.destinationItemIndex == 0)
  }
}
