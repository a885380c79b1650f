import CarouselEngine
import RotundaGeometry
import SeededRandom
import Testing

/// Changes during a motion cause no visible jump.
@Suite struct ContinuityTests {
  private static func carousel(
    _ physics: ScrollPhysicsKind, items: Int = 12, placeholders: Int = 0,
    _ change: (inout CarouselOptions) -> Void = { _ in }
  )
    -> Carousel
  {
    var options = CarouselOptions()
    options.layout = .rotary
    options.physics = physics
    change(&options)
    var carousel = Carousel(
      options: options, bounds: Size(900, 500), itemSize: Size(200, 160), numberOfItems: items,
      numberOfPlaceholders: placeholders)
    carousel.currentItemIndex = min(5, items - 1)
    var events: [CarouselEvent] = []
    carousel.advance(to: 1, into: &events)
    return carousel
  }

  private static func advance(_ carousel: inout Carousel, to time: Double) {
    var events: [CarouselEvent] = []
    carousel.advance(to: time, into: &events)
  }

  /// Everything that can move a carousel. Each motion begins at second 1.
  private static let motions: [(String, @Sendable (inout Carousel) -> Void)] = [
    ("nothing", { _ in }),
    ("a fling", { flick(&$0, -1800) }), ("a fling back", { flick(&$0, 2600) }),
    ("a fling into the end", { flick(&$0, -9000) }),
    (
      "a drag",
      {
        $0.beginDragging(at: 1); $0.drag(by: -330, velocity: -900, at: 1)
      }
    ),
    ("a scroll", { $0.scroll(toItemAt: 9, duration: 0.8, at: 1) }),
    ("a scroll along a curve", { $0.scroll(toItemAt: 2, duration: 0.8, curve: .bounce, at: 1) }),
    ("autoscroll", { $0.options.autoscroll = 1.5 }),
    ("another layout", { $0.options.layout = .coverFlow }),
    ("an insertion", { $0.insertItem(at: 5, time: 1) }), ("a removal", { $0.removeItem(at: 4, time: 1) }),
    ("a move", { $0.moveItem(from: 3, to: 7, time: 1) }),
    (
      "a replacement",
      {
        let origins = [1, 5, nil, 4, 2, nil, 7]
        $0.replaceItems(
          with: 7, origin: { origins[$0] }, destination: { old in origins.firstIndex { $0 == old } }, time: 1)
      }
    ),
    ("a perspective", { $0.animatePerspective(to: -0.006, duration: 0.8, at: 1) }),
    ("a viewpoint", { $0.animateViewpointOffset(to: Point(80, 40), duration: 0.8, at: 1) }),
  ]

  private static func flick(_ carousel: inout Carousel, _ velocity: Double) {
    carousel.beginDragging(at: 1)
    carousel.drag(by: velocity / 60, velocity: velocity, at: 1)
    carousel.endDragging(velocity: velocity, at: 1)
  }

  /// The corners and the opacity of every visible item, by index.
  private static func picture(_ carousel: Carousel, _ index: (Int) -> Int? = { $0 }) -> [Int: [Double]] {
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    var picture: [Int: [Double]] = [:]
    for placement in placements where placement.opacity > 1e-6 {
      let (x, y) = (carousel.itemSize.width / 2, carousel.itemSize.height / 2)
      let corners = [Point(-x, -y), Point(x, y)].compactMap { placement.transform.project($0) }
      picture[placement.index] = corners.flatMap { [$0.x, $0.y] } + [placement.opacity * 100]
    }
    // Removed items that still fade out have indexes that no other item has.
    for item in carousel.departingItems() where item.placement.opacity > 1e-6 {
      guard let center = item.placement.transform.project(.zero) else { continue }
      picture[-1000 - item.id] = [center.x, center.y, item.placement.opacity * 100]
    }
    return picture
  }

  /// The largest distance between two pictures. Items in only one of them count with their opacity.
  private static func difference(_ before: [Int: [Double]], _ after: [Int: [Double]]) -> Double {
    var most = 0.0
    for index in Set(before.keys).union(after.keys) {
      switch (before[index], after[index]) {
      case (let old?, let new?): for (a, b) in zip(old, new) { most = max(most, abs(a - b)) }
      case (let only?, nil), (nil, let only?): most = max(most, only.last ?? 0)
      case (nil, nil): break
      }
    }
    return most
  }

  @Test(arguments: motions.indices, ScrollPhysicsKind.allCases)
  func aFingerTakesHoldWithoutAJump(motion: Int, physics: ScrollPhysicsKind) {
    var generator = SeededGenerator(seed: UInt64(motion + 1))
    for wraps in [false, true] {
      for _ in 0..<12 {
        var carousel = Self.carousel(physics) { $0.wrap = wraps }
        Self.motions[motion].1(&carousel)
        var time = 1.0
        let end = 1 + generator.number(0.02...1.2)
        while time < end {
          time = min(end, time + 1.0 / 60)
          Self.advance(&carousel, to: time)
        }
        let (before, offset) = (Self.picture(carousel), carousel.scrollOffset)
        carousel.touchDown(at: time)
        carousel.beginDragging(at: time)
        Self.advance(&carousel, to: time)
        let name = "\(Self.motions[motion].0) at \(time), wrap \(wraps)"
        #expect(carousel.isDragging && abs(carousel.scrollOffset - offset) < 1e-9, "\(name)")
        #expect(Self.difference(before, Self.picture(carousel)) < 1e-6, "\(name)")
        carousel.drag(by: -0.01, at: time)
        Self.advance(&carousel, to: time)
        #expect(Self.difference(before, Self.picture(carousel)) < 0.2, "\(name)")
      }
    }
  }

  private static let changes: [(String, @Sendable (inout Carousel) -> Void)] = [
    ("layout", { $0.options.layout = .cylinder }), ("line", { $0.options.layout = .linear }),
    ("orientation", { $0.options.isVertical.toggle() }),
    ("size", { $0.bounds = Size(640, 700) }), ("item size", { $0.itemSize = Size(120, 210) }),
    ("item extent", { $0.options.itemExtent = 90 }), ("spacing", { $0.options.spacing = 1.7 }),
    ("tilt", { $0.options.tilt = 0.4 }), ("no bounce", { $0.options.bounces = false }),
    ("mirrored", { $0.options.isRightToLeft.toggle() }),
    ("focus", { $0.options.focusPoint = Point(0.2, 0.7) }),
    ("perspective", { $0.options.perspective = -0.005 }), ("fade", { $0.options.fadeMax = 1 }),
    ("depth fade", { $0.options.fadeDepth = 1 }),
    (
      "wrap and spacing",
      {
        $0.options.wrap = !$0.isWrapEnabled; $0.options.spacing = 1.4
      }
    ),
    (
      "a function",
      {
        $0.options.layout = .custom
        $0.customTransform = { $0.start.translated($0.offset * 100, $0.offset * $0.offset * 9, -40) }
      }
    ),
    (
      "a flat function",
      {
        $0.options.layout = .custom
        $0.customTransform = {
          Transform.identity.translated($0.offset * 80, 9, 30).scaled(1, 1, 2)
        }
      }
    ),
  ]

  /// A change may begin a motion, but shows the same picture at first.
  @Test(arguments: changes.indices, ScrollPhysicsKind.allCases)
  func aChangeWhileMovingDoesNotJump(change: Int, physics: ScrollPhysicsKind) {
    for motion in Self.motions.indices {
      for wraps in [false, true] {
        var carousel = Self.carousel(physics) {
          $0.layout = change % 2 == 0 ? .linear : .rotary
          $0.wrap = wraps
        }
        Self.motions[motion].1(&carousel)
        for step in 1...20 { Self.advance(&carousel, to: 1 + Double(step) / 60) }
        let before = Self.picture(carousel)
        Self.changes[change].1(&carousel)
        let name = "\(Self.changes[change].0) during \(Self.motions[motion].0), wrap \(wraps)"
        let now = 1 + 20.0 / 60
        #expect(Self.difference(before, Self.picture(carousel)) < 1e-6, "\(name), at once")
        Self.advance(&carousel, to: now)
        #expect(Self.difference(before, Self.picture(carousel)) < 1e-6, "\(name)")
        // The next moments, too.
        Self.advance(&carousel, to: now + 1e-6)
        #expect(Self.difference(before, Self.picture(carousel)) < 0.1, "\(name), then")
        Self.advance(&carousel, to: now + 0.2)
        Self.changes[(change + 3) % Self.changes.count].1(&carousel)
        let again = carousel
        Self.advance(&carousel, to: now + 0.2)
        #expect(Self.difference(Self.picture(again), Self.picture(carousel)) < 1e-6, "\(name), again")
      }
    }
  }

  /// With few items, both ends of a row are in view. Items with a place on the other side fly there.
  @Test(arguments: [LayoutKind.linear, .rotary, .coverFlow, .ellipse, .wheel], ScrollPhysicsKind.allCases)
  func wrapChangesWithoutAJumpForFewItems(layout: LayoutKind, physics: ScrollPhysicsKind) {
    for (items, placeholders) in [(1, 0), (2, 0), (3, 0), (5, 0), (1, 2), (2, 3), (5, 4)] {
      for motion in Self.motions.indices {
        let name = "\(Self.motions[motion].0), \(placeholders) placeholders"
        for wraps in [false, true] {
          var carousel = Self.carousel(physics, items: items, placeholders: placeholders) {
            $0.layout = layout
            $0.wrap = wraps
          }
          Self.motions[motion].1(&carousel)
          var time = 1.0
          for pause in [9, 7, 13, 30] {
            for _ in 0..<pause {
              time += 1.0 / 60
              Self.advance(&carousel, to: time)
            }
            let before = Self.picture(carousel)
            carousel.options.wrap = !carousel.isWrapEnabled
            Self.advance(&carousel, to: time)
            let jump = Self.difference(before, Self.picture(carousel))
            #expect(jump < 1e-6, "\(items) items, \(name), wrap \(wraps), at \(time)")
            // The next moments, too.
            let then = carousel
            Self.advance(&carousel, to: time + 1e-6)
            // Half a turn from the center, items change to the other side in any case.
            let goesOver = (0..<carousel.numberOfItems).contains {
              abs(then.offset(forItemAt: $0) - carousel.offset(forItemAt: $0)) > 0.4
            }
            let step = Self.difference(Self.picture(then), Self.picture(carousel))
            #expect(goesOver || step < 0.1, "\(items) items, \(name), wrap \(wraps), after \(time)")
          }
        }
      }
    }
  }

  /// Placeholders beyond the ends fade out in place while the ends join.
  @Test(arguments: ScrollPhysicsKind.allCases)
  func placeholdersFadeWhenWrapTurnsOn(physics: ScrollPhysicsKind) {
    var carousel = Self.carousel(physics, items: 3, placeholders: 2) {
      $0.layout = .linear
      $0.wrap = false
    }
    func opacity(ofItemAt index: Int) -> Double { Self.picture(carousel)[index]?.last ?? 0 }
    #expect(opacity(ofItemAt: -1) == 100 && opacity(ofItemAt: 3) == 100)
    carousel.options.wrap = true
    var before = 100.0
    for part in [0.3, 0.5, 0.8] {
      Self.advance(&carousel, to: 1)
      Self.advance(&carousel, to: 1 + carousel.options.layoutChangeDuration * part)
      let now = opacity(ofItemAt: -1)
      #expect(now > 0 && now < before && now == opacity(ofItemAt: 3), "\(part)")
      before = now
    }
    Self.advance(&carousel, to: 1 + carousel.options.layoutChangeDuration)
    #expect(opacity(ofItemAt: -1) == 0 && opacity(ofItemAt: 3) == 0)
  }
}
