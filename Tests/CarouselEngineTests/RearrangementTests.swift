import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct RearrangementTests {
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
    var events: [CarouselEvent] = []
    carousel.advance(to: 1, into: &events)
    return carousel
  }

  private static func x(_ carousel: Carousel, _ index: Int) -> Double {
    carousel.placement(ofItemAt: index)?.transform.row4.x ?? .nan
  }

  private static func advance(_ carousel: inout Carousel, to time: Double) -> [CarouselEvent] {
    var events: [CarouselEvent] = []
    carousel.advance(to: time, into: &events)
    return events
  }

  /// Each kind of change, and the new index of the item at a former index. No item may jump.
  private static let changes: [(String, @Sendable (inout Carousel) -> Void, @Sendable (Int) -> Int?)] = [
    ("insert before", { $0.insertItem(at: 4) }, { $0 < 4 ? $0 : $0 + 1 }),
    ("insert behind", { $0.insertItem(at: 7) }, { $0 < 7 ? $0 : $0 + 1 }),
    ("remove before", { $0.removeItem(at: 4) }, { $0 == 4 ? nil : $0 < 4 ? $0 : $0 - 1 }),
    ("remove the current", { $0.removeItem(at: 5) }, { $0 == 5 ? nil : $0 < 5 ? $0 : $0 - 1 }),
    ("remove behind", { $0.removeItem(at: 6) }, { $0 == 6 ? nil : $0 < 6 ? $0 : $0 - 1 }),
    ("move over", { $0.moveItem(from: 4, to: 6) }, { [4: 6, 5: 4, 6: 5][$0] ?? $0 }),
    ("move back", { $0.moveItem(from: 7, to: 3) }, { [7: 3, 3: 4, 4: 5, 5: 6, 6: 7][$0] ?? $0 }),
    ("move the current", { $0.moveItem(from: 5, to: 4) }, { [5: 4, 4: 5][$0] ?? $0 }),
    (
      "replace most", { replace(&$0, by: [9, 3, nil, 5, nil, 6, 4, nil]) },
      { [9: 0, 3: 1, 5: 3, 6: 5, 4: 6][$0] }
    ),
    (
      "replace the current too", { replace(&$0, by: [nil, 4, 3, nil, 7, 6, 1]) },
      { [4: 1, 3: 2, 7: 4, 6: 5, 1: 6][$0] }
    ),
  ]

  /// Replaces the items. Each origin is a former index, and nil means a new item.
  private static func replace(_ carousel: inout Carousel, by origins: [Int?]) {
    carousel.replaceItems(
      with: origins.count, origin: { origins[$0] }, destination: { old in origins.firstIndex { $0 == old } })
  }

  @Test(arguments: changes.indices, ScrollPhysicsKind.allCases)
  func nothingJumpsAndEverythingArrives(row: Int, physics: ScrollPhysicsKind) throws {
    for wraps in [false, true] {
      let (name, change, destination) = Self.changes[row]
      var carousel = Self.carousel(physics: physics) { $0.wrap = wraps }
      let before = (3...7).map { Self.x(carousel, $0) }
      change(&carousel)
      _ = Self.advance(&carousel, to: 2)
      for (old, place) in zip(3...7, before) {
        guard let new = destination(old) else { continue }
        #expect(abs(Self.x(carousel, new) - place) < 1e-9, "\(name), item \(old), wrap \(wraps)")
      }
      #expect(carousel.isMoving)
      for step in 1...120 { _ = Self.advance(&carousel, to: 2 + Double(step) / 60) }
      #expect(!carousel.isMoving)
      for index in 3...6 {
        #expect(abs(Self.x(carousel, index) - 200 * carousel.offset(forItemAt: index)) < 1e-9)
      }
    }
  }

  @Test func anInsertedItemFadesIn() throws {
    var carousel = Self.carousel()
    carousel.insertItem(at: 6)
    _ = Self.advance(&carousel, to: 2)
    #expect(carousel.placement(ofItemAt: 6)?.opacity == 0)
    _ = Self.advance(&carousel, to: 2.2)
    let half = try #require(carousel.placement(ofItemAt: 6)?.opacity)
    #expect(half > 0.3 && half < 0.7)
    _ = Self.advance(&carousel, to: 2.41)
    #expect(carousel.placement(ofItemAt: 6)?.opacity == 1)
  }

  @Test func secondChangeContinuesFromTheCurrentState() {
    var carousel = Self.carousel()
    carousel.insertItem(at: 6)
    _ = Self.advance(&carousel, to: 2)
    _ = Self.advance(&carousel, to: 2.2)
    let before = Self.x(carousel, 7)
    carousel.removeItem(at: 6)
    _ = Self.advance(&carousel, to: 2.2)
    #expect(abs(Self.x(carousel, 6) - before) < 1e-9)
  }

  @Test func theMovedCurrentItemStaysTheCurrentOne() {
    var carousel = Self.carousel()
    carousel.moveItem(from: 5, to: 9)
    #expect(carousel.currentItemIndex == 9)
    let events = Self.advance(&carousel, to: 2)
    #expect(events.contains { $0.kind == .currentItemIndexDidChange })
    carousel.moveItem(from: 0, to: 11)
    #expect(carousel.currentItemIndex == 8)
    carousel.moveItem(from: 20, to: -3)
    #expect(carousel.currentItemIndex == 9)
    var empty = Carousel(options: CarouselOptions(), bounds: .zero, itemSize: Size(1, 1), numberOfItems: 0)
    empty.moveItem(from: 0, to: 1)
    #expect(empty.currentItemIndex == -1)
  }

  /// The middle item and the fades when all items are replaced at once.
  @Test(arguments: ScrollPhysicsKind.allCases)
  func replacementKeepsTheCurrentItemOrItsPlace(physics: ScrollPhysicsKind) throws {
    for (origins, middle) in [
      ([5, nil, 4], 0), ([nil, nil, nil, 6, 5], 4), ([1, 2, 3, 4, nil, nil, 6], 5), ([3, 4], 1), ([nil], 0),
    ] as [([Int?], Int)] {
      var carousel = Self.carousel(physics: physics)
      Self.replace(&carousel, by: origins)
      _ = Self.advance(&carousel, to: 2)
      #expect(carousel.currentItemIndex == middle, "\(origins)")
      let gone = (4...6).filter { !origins.contains($0) }
      #expect(carousel.departingItems().count >= gone.count)
      for (index, origin) in origins.enumerated() where origin == nil {
        #expect(carousel.placement(ofItemAt: index).map { $0.opacity == 0 } ?? true, "\(origins)")
      }
      for step in 1...120 { _ = Self.advance(&carousel, to: 2 + Double(step) / 60) }
      #expect(!carousel.isMoving && carousel.departingItems().isEmpty)
      #expect(carousel.scrollOffset == Double(middle), "\(origins)")
    }
    var empty = Self.carousel(physics: physics)
    Self.replace(&empty, by: [])
    #expect(empty.currentItemIndex == -1)
    Self.replace(&empty, by: [nil, 3])
    for step in 0...120 { _ = Self.advance(&empty, to: 2 + Double(step) / 60) }
    #expect(empty.currentItemIndex == 0 && !empty.isMoving)
  }

  @Test func reducedMotionFadesItemsAtNewPlaces() throws {
    var carousel = Self.carousel { $0.changesFade = true }
    carousel.removeItem(at: 6)
    for (time, opacity) in [(1.0, 0.0), (1.2, 0.5), (1.5, 1)] {
      _ = Self.advance(&carousel, to: time)
      let (still, other) = (carousel.placement(ofItemAt: 5), carousel.placement(ofItemAt: 6))
      #expect(Self.x(carousel, 5) == 0 && still?.opacity == 1)
      #expect(Self.x(carousel, 6) == 200 && abs((other?.opacity ?? 9) - opacity) < 0.2)
    }
    #expect(!carousel.isMoving)
  }

  @Test func reducedMotionFadesLayoutChanges() {
    var carousel = Self.carousel { $0.changesFade = true }
    var options = carousel.options
    options.layout = .coverFlow
    var there = Self.carousel { $0 = options }
    _ = Self.advance(&there, to: 1)
    carousel.options = options
    var seen: [Double] = []
    for step in 0...40 {
      _ = Self.advance(&carousel, to: 1 + Double(step) / 60)
      for index in 3...7 { #expect(Self.x(carousel, index) == Self.x(there, index), "\(step) \(index)") }
      seen.append(carousel.placement(ofItemAt: 5)?.opacity ?? .nan)
    }
    #expect(seen.first == 0 && seen.last == 1 && zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// A window changes its size all the time while a finger resizes it.
  @Test func constantChangesStayVisible() {
    var carousel = Self.carousel { $0.changesFade = true }
    for step in 1...60 {
      carousel.itemSize = Size(200 + Double(step), 200)
      _ = Self.advance(&carousel, to: 1 + Double(step) / 60)
      if step == 20 { #expect((carousel.placement(ofItemAt: 5)?.opacity ?? 0) > 0.5) }
    }
    for step in 61...120 { _ = Self.advance(&carousel, to: 1 + Double(step) / 60) }
    #expect(carousel.placement(ofItemAt: 5)?.opacity == 1 && !carousel.isMoving)
  }

  @Test func withoutDurationEverythingMovesAtOnce() {
    var carousel = Self.carousel { $0.layoutChangeDuration = 0 }
    carousel.removeItem(at: 6)
    #expect(Self.x(carousel, 6) == 200)
  }
}
