import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct MorphTests {
  private static func carousel(_ change: (inout CarouselOptions) -> Void = { _ in }) -> Carousel {
    var options = CarouselOptions()
    options.layout = .linear
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(900, 500), itemSize: Size(200, 200), numberOfItems: 12)
    carousel.currentItemIndex = 5
    var events: [CarouselEvent] = []
    carousel.advance(to: 1, into: &events)
    return carousel
  }

  private static func corner(_ carousel: Carousel, _ index: Int) -> Point? {
    carousel.placement(ofItemAt: index)?.transform.project(Point(100, 100))
  }

  @Test(arguments: LayoutKind.allCases, LayoutKind.allCases)
  func itemsFlyToTheirNewPlaces(from: LayoutKind, to: LayoutKind) throws {
    var carousel = Self.carousel { $0.layout = from }
    let before = try #require(Self.corner(carousel, 5))
    carousel.options.layout = to
    var events: [CarouselEvent] = []
    carousel.advance(to: 2, into: &events)
    let start = try #require(Self.corner(carousel, 5))
    #expect((start - before).length < 1e-9)
    carousel.advance(to: 2.2, into: &events)
    #expect(carousel.isMoving == (from != to))
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    #expect(placements.allSatisfy { $0.transform.row4.x.isFinite && $0.opacity > 0 })
    carousel.advance(to: 2.41, into: &events)
    #expect(!carousel.isMoving)
    var direct = Self.carousel { $0.layout = to }
    direct.advance(to: 5, into: &events)
    #expect(carousel.placement(ofItemAt: 5)?.transform == direct.placement(ofItemAt: 5)?.transform)
  }

  /// An empty wrapping carousel has no length to count its turns in.
  @Test(arguments: ScrollPhysicsKind.allCases)
  func itemsThatComeDuringAChangeHavePlaces(physics: ScrollPhysicsKind) throws {
    var options = CarouselOptions()
    (options.layout, options.wrap, options.physics, options.autoscroll) = (.linear, true, physics, 0.5)
    var carousel = Carousel(
      options: options, bounds: Size(900, 500), itemSize: Size(200, 200), numberOfItems: 0)
    var events: [CarouselEvent] = []
    carousel.advance(to: 1, into: &events)
    carousel.options.layout = .cylinder
    carousel.advance(to: 1.1, into: &events)
    carousel.scrollOffset = 3
    carousel.beginDragging(at: 1.12)
    carousel.drag(by: 30, at: 1.14)
    carousel.endDragging(velocity: 900, at: 1.16)
    for _ in 0..<4 { carousel.insertItem(at: 0, time: 1.2) }
    carousel.advance(to: 1.25, into: &events)
    for item in 0..<4 {
      let place = try #require(carousel.placement(ofItemAt: item)?.transform.project(.zero))
      #expect(place.x.isFinite && place.y.isFinite, "item \(item)")
    }
  }

  @Test func secondChangeOnTheWayDoesNotJump() throws {
    var carousel = Self.carousel()
    var events: [CarouselEvent] = []
    carousel.options.layout = .cylinder
    carousel.advance(to: 2, into: &events)
    carousel.advance(to: 2.2, into: &events)
    let before = try #require(Self.corner(carousel, 6))
    carousel.options.isVertical = true
    carousel.options.perspective = -0.001
    carousel.advance(to: 2.2, into: &events)
    let after = try #require(Self.corner(carousel, 6))
    #expect((after - before).length < 1e-9)
  }

  @Test func rightToLeftMirrorsPlacesAndDrags() throws {
    for kind in LayoutKind.allCases where kind != .custom {
      let plain = Self.carousel { $0.layout = kind }
      var mirrored = Self.carousel {
        $0.layout = kind
        $0.isRightToLeft = true
      }
      let there = try #require(plain.placement(ofItemAt: 6)?.transform.project(Point(30, 40)))
      let here = try #require(mirrored.placement(ofItemAt: 6)?.transform.project(Point(-30, 40)))
      #expect(abs(there.x + here.x) < 1e-9 && abs(there.y - here.y) < 1e-9, "\(kind)")
      mirrored.beginDragging(at: 2)
      mirrored.drag(by: 20, at: 2.1)
      #expect(mirrored.scrollOffset > 5)
    }
  }

  @Test func theFocusPointMovesThePicture() throws {
    let carousel = Self.carousel { $0.focusPoint = Point(0.25, 1) }
    let center = try #require(carousel.placement(ofItemAt: 5)?.transform.project(.zero))
    #expect((center - Point(-225, 250)).length < 1e-9)
  }

  @Test func thePanVectorPointsForward() {
    let carousel = Self.carousel { $0.panVector = Point(0, -2) }
    #expect(carousel.distance(along: Point(50, -30)) == -30)
    #expect(Self.carousel().distance(along: Point(50, -30)) == 50)
  }

  @Test(arguments: [
    AnimationCurve.linear, .easeIn, .easeOut, .easeInOut, .bounce, .bezier(x1: 0.1, y1: 0.7, x2: 0.2, y2: 1),
  ])
  func curveConnectsStartAndEnd(curve: AnimationCurve) {
    #expect(curve.value(at: 0) == 0 && abs(curve.value(at: 1) - 1) < 1e-12)
    var carousel = Self.carousel()
    carousel.scroll(toItemAt: 9, duration: 1, curve: curve, at: 1)
    var events: [CarouselEvent] = []
    carousel.advance(to: 1.5, into: &events)
    #expect(abs(carousel.scrollOffset - (5 + 4 * curve.value(at: 0.5))) < 1e-9)
    carousel.advance(to: 2, into: &events)
    #expect(carousel.scrollOffset == 9)
  }

  @Test func accessibilitySeesTheFrontFirst() throws {
    let carousel = Self.carousel { $0.layout = .coverFlow }
    let items = carousel.accessibleItems()
    let first = try #require(items.first)
    #expect(first.index == 5 && first.isCurrent)
    #expect(first.corners.lowerRight == Point(100, 100))
    #expect(
      items.sorted { $0.readingOrder < $1.readingOrder }.map(\.index) == Array(items.map(\.index).sorted()))
  }
}
