import CarouselEngine
import RotundaGeometry
import Testing

/// Removed items while they fade out.
@Suite struct DepartureTests {
  private static func carousel(
    at index: Int = 5, physics: ScrollPhysicsKind = .natural,
    _ change: (inout CarouselOptions) -> Void = { _ in }
  ) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    options.physics = physics
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(900, 500), itemSize: Size(200, 200), numberOfItems: 12)
    carousel.currentItemIndex = index
    advance(&carousel, to: 1)
    return carousel
  }

  private static func advance(_ carousel: inout Carousel, to time: Double) {
    var events: [CarouselEvent] = []
    carousel.advance(to: time, into: &events)
  }

  @Test(arguments: ScrollPhysicsKind.allCases, [4, 5, 6])
  func aRemovedItemFadesOutWhereItWas(physics: ScrollPhysicsKind, index: Int) throws {
    var carousel = Self.carousel(physics: physics)
    let before = try #require(carousel.placement(ofItemAt: index))
    let departure = carousel.removeItem(at: index)
    Self.advance(&carousel, to: 1)
    let gone = try #require(carousel.departingItems().first)
    #expect(
      gone.id == departure && gone.placement.transform == before.transform && gone.placement.opacity == 1)
    Self.advance(&carousel, to: 1.2)
    let half = try #require(carousel.departingItems().first)
    #expect(abs(half.placement.opacity - 0.5) < 1e-9 && carousel.isMoving)
    if physics == .natural { #expect(abs(half.placement.transform.row4.x - before.transform.row4.x) < 1e-9) }
    Self.advance(&carousel, to: 3)
    #expect(carousel.departingItems().isEmpty && !carousel.isMoving)
  }

  @Test func departingItemMovesWithTheOthers() throws {
    var carousel = Self.carousel()
    carousel.removeItem(at: 6)
    Self.advance(&carousel, to: 1)
    carousel.beginDragging(at: 1.1)
    carousel.drag(by: -50, at: 1.1)
    #expect(try #require(carousel.departingItems().first).placement.transform.row4.x == 150)
  }

  @Test func lastItemFadesOut() throws {
    var carousel = Self.carousel { $0.wrap = true }
    carousel.reload(numberOfItems: 1)
    Self.advance(&carousel, to: 2)
    let departure = carousel.removeItem(at: 0)
    #expect(departure != nil)
    Self.advance(&carousel, to: 2)
    let last = try #require(carousel.departingItems().first?.placement.transform.row4.x)
    #expect(carousel.numberOfItems == 0 && last == 0)
    carousel.insertItem(at: 0)
    Self.advance(&carousel, to: 2.1)
    #expect(carousel.departingItems().first?.placement.transform.row4.x == 0)
  }

  @Test func invisibleRemovalsDoNotFade() {
    var carousel = Self.carousel(at: 0)
    let unseen = carousel.removeItem(at: 11)
    #expect(unseen == nil)
    var sudden = Self.carousel { $0.layoutChangeDuration = 0 }
    let atOnce = sudden.removeItem(at: 5)
    #expect(atOnce == nil && sudden.departingItems().isEmpty)
    var empty = Carousel(options: CarouselOptions(), bounds: .zero, itemSize: .zero, numberOfItems: 0)
    let none = empty.removeItem(at: 0)
    #expect(none == nil)
  }

  @Test func severalFadeIndependently() {
    var carousel = Self.carousel()
    carousel.removeItem(at: 5)
    Self.advance(&carousel, to: 1)
    Self.advance(&carousel, to: 1.2)
    carousel.removeItem(at: 5)
    Self.advance(&carousel, to: 1.2)
    #expect(carousel.departingItems().count == 2)
    Self.advance(&carousel, to: 1.5)
    #expect(carousel.departingItems().count == 1)
  }

  /// Between the last and the first item, a carousel that wraps shows both sides of the seam.
  @Test(arguments: [9.7, 0.3, 9.2, 4.6], [0, 3, 5, 9])
  func aChangeAtTheSeamMovesNothing(offset: Double, place: Int) {
    for isInsertion in [true, false] {
      var carousel = Self.carousel { $0.wrap = true }
      carousel.reload(numberOfItems: 10)
      carousel.scrollOffset = offset
      Self.advance(&carousel, to: 3)
      let before = carousel
      if isInsertion { carousel.insertItem(at: place) } else { carousel.removeItem(at: place) }
      Self.advance(&carousel, to: 3)
      for old in 0..<10 where abs(before.offset(forItemAt: old)) < 3 {
        if !isInsertion, old == place { continue }
        let new = isInsertion ? (old < place ? old : old + 1) : (old < place ? old : old - 1)
        let (was, now) = (before.placement(ofItemAt: old), carousel.placement(ofItemAt: new))
        #expect(
          abs((was?.transform.row4.x ?? .nan) - (now?.transform.row4.x ?? .nan)) < 1e-6,
          "\(isInsertion) \(place) \(old)")
      }
      let shown = before.currentItemIndex
      if isInsertion || place != shown {
        let expected = isInsertion ? (shown < place ? shown : shown + 1) : (shown < place ? shown : shown - 1)
        #expect(carousel.currentItemIndex == expected)
      }
    }
  }
}
