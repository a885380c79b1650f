import CarouselEngine
import RotundaGeometry
import SeededRandom

/// Random configurations and operations on one carousel, with checks of all invariants.
struct RandomWalk {
  let seed: UInt64
  private var generator: SeededGenerator
  private(set) var carousel: Carousel
  private var time = 0.0
  private var events: [CarouselEvent] = []
  private var placements: [Placement] = []
  private var balance = EventBalance()
  private var last = ""
  /// Whether a program set the offset. Then only a program or a finger may change it.
  private var wasPlaced = false
  private(set) var complaints: [String] = []

  init(seed: UInt64, physics: ScrollPhysicsKind) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    var options = Self.options(&generator)
    options.physics = physics
    carousel = Carousel(
      options: options, bounds: Size(800, 480), itemSize: Size(200, 150),
      numberOfItems: generator.integer(0...12))
  }

  mutating func run(steps: Int) {
    for step in 0..<steps where complaints.isEmpty {
      operate()
      time += generator.chance(0.05) ? generator.number(0...3) : generator.number(0...0.03)
      carousel.advance(to: time, into: &events)
      check(drawing: step % 4 == 0)
    }
    comeToRest()
  }

  private mutating func comeToRest() {
    guard complaints.isEmpty else { return }
    last = "rest"
    carousel.options.autoscroll = 0
    carousel.endDragging(velocity: 0, at: time)
    carousel.touchUp(at: time)
    for _ in 0..<6000 {
      time += 1.0 / 60
      carousel.advance(to: time, into: &events)
    }
    check(drawing: true)
    expect(!carousel.isMoving, "still moves")
    expect(balance.isQuiet, "a begin event without its end event")
    let isOnItem = carousel.scrollOffset == carousel.scrollOffset.rounded()
    let isNearItem = abs(carousel.scrollOffset - carousel.scrollOffset.rounded()) < 1e-6
    guard carousel.options.scrollsToItemBoundary, !wasPlaced else { return }
    expect(carousel.options.physics == .natural ? isOnItem : isNearItem, "rests between items")
  }

  private mutating func check(drawing: Bool) {
    for event in events { if let complaint = balance.take(event.kind) { expect(false, complaint) } }
    for event in events { expect(event.scrollOffset.isFinite && event.time.isFinite, "event \(event)") }
    events.removeAll(keepingCapacity: true)
    let count = carousel.numberOfItems
    let offset = carousel.scrollOffset
    expect(offset.isFinite, "offset")
    if count == 0 {
      expect(offset == -1 && carousel.currentItemIndex == -1, "an offset without items")
    } else {
      let beyond = carousel.isWrapEnabled || !carousel.options.bounces ? 0 : carousel.options.bounceDistance
      let end = carousel.isWrapEnabled ? Double(count) : Double(count - 1) + beyond
      expect(offset >= -beyond && offset <= end, "offset out of range")
      expect((0..<count).contains(carousel.currentItemIndex), "index out of range")
    }
    if drawing { checkPlacements() }
  }

  private mutating func checkPlacements() {
    carousel.placements(into: &placements)
    expect(placements.count <= carousel.numberOfVisibleItems, "too many items")
    if !carousel.isMoving, let limit = carousel.options.visibleItems {
      expect(
        placements.count <= max(0, min(limit, carousel.options.maximumItemsOnScreen ?? limit)),
        "over the limit")
    }
    expect(Set(placements.map(\.index)).count == placements.count, "an item twice")
    for placement in placements {
      let transform = placement.transform
      let sum = (transform.row1 + transform.row2 + transform.row3 + transform.row4).sum()
      expect(sum.isFinite && placement.offset.isFinite, "placement \(placement)")
      expect(placement.opacity > 0 && placement.opacity <= 1, "opacity \(placement.opacity)")
    }
    for (back, front) in zip(placements, placements.dropFirst()) {
      expect(back.depth <= front.depth, "depth order")
    }
    checkOrder()
    for departing in carousel.departingItems() {
      let placement = departing.placement
      let sum = (placement.transform.row1 + placement.transform.row4).sum()
      expect(sum.isFinite && placement.opacity >= 0 && placement.opacity <= 1, "departing \(placement)")
    }
    let point = Point(generator.number(-400...400), generator.number(-240...240))
    if let hit = carousel.itemIndex(at: point) {
      expect(placements.contains { $0.index == hit && !$0.isHidden }, "hit a missing item")
    }
  }

  /// Checks that the order from back to front is a strict weak ordering. No item is in front of itself, at
  /// most one of two items is in front of the other, and the relation is transitive.
  private mutating func checkOrder() {
    guard placements.count > 1 else { return }
    for _ in 0..<4 {
      let (a, b, c) = (generator.pick(placements), generator.pick(placements), generator.pick(placements))
      let before = carousel.isBehind
      expect(!before(a, a) && !(before(a, b) && before(b, a)), "the order is not asymmetric")
      expect(!(before(a, b) && before(b, c)) || before(a, c), "the order is not transitive")
      if !before(a, b), !before(b, a), !before(b, c), !before(c, b) {
        expect(!before(a, c) && !before(c, a), "the order of equal items is not transitive")
      }
    }
    for (back, front) in zip(placements, placements.dropFirst()) {
      expect(!carousel.isBehind(front, back), "drawn out of order")
    }
  }

  private mutating func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    guard !holds else { return }
    complaints.append(
      "seed \(seed) at \(time) after \(last): \(complaint()) offset \(carousel.scrollOffset) \(carousel.options)"
    )
  }
}

extension RandomWalk {
  private static func options(_ generator: inout SeededGenerator) -> CarouselOptions {
    var options = CarouselOptions()
    options.layout = generator.pick(LayoutKind.allCases)
    options.isVertical = generator.chance(0.3)
    options.wrap = generator.pick([nil, true, false])
    options.spacing = generator.pick([nil, 0.5, 1.3, 0])
    options.visibleItems = generator.pick([nil, 0, 3, 50])
    options.count = generator.pick([nil, 0, 6, 40])
    options.arc = generator.pick([nil, 0, 1, .pi])
    options.radius = generator.pick([nil, 0, -300, 500])
    options.tilt = generator.pick([nil, 0, 1])
    options.fadeMin = generator.pick([nil, -1])
    options.fadeRange = generator.pick([nil, 0, 2])
    options.bounces = generator.chance(0.8)
    options.bounceDistance = generator.pick([1, 0, 0.3, 4])
    options.isPagingEnabled = generator.chance(0.2)
    options.stopsAtItemBoundary = generator.chance(0.8)
    options.scrollsToItemBoundary = generator.chance(0.8)
    options.decelerationRate = generator.pick([0.95, 0, 0.8, 1])
    options.scrollSpeed = generator.pick([1, 0.25, 4, 0])
    options.autoscroll = generator.pick([0, 0, 0, 0.5, -2])
    options.isRightToLeft = generator.chance(0.2)
    options.clipsToBounds = generator.chance(0.2)
    options.maximumItemsOnScreen = generator.pick([nil, nil, 5, 15])
    options.friction = generator.pick([1, 1, 0.3, 5])
    options.momentumCurve = generator.pick([
      nil, nil, .easeOut, .bounce, .bezier(x1: 0.2, y1: -1, x2: 0.4, y2: 2),
    ])
    options.programmaticCurve = generator.pick([nil, nil, .linear, .bezier(x1: 0.2, y1: -1, x2: 0.4, y2: 2)])
    options.fadeDepth = generator.pick([nil, nil, 0, 1.5])
    options.layoutChangeDuration = generator.pick([0.4, 0.4, 0, 2])
    options.keyframes = [
      LayoutKeyframe(offset: -1, position: Vector3(-200, 0, -100), opacity: 0.5),
      LayoutKeyframe(offset: 1, position: Vector3(200, 0, 100), rotation: Vector3(0, 3, 0)),
    ]
    return options
  }

  private mutating func operate() {
    switch generator.integer(0...19) {
    case 0...9: touch()
    case 10...12: scroll()
    case 13: changeItems()
    case 14: reconfigure()
    case 15: view()
    default: last = "nothing"
    }
  }

  private mutating func touch() {
    switch generator.integer(0...6) {
    case 0:
      last = "touch"
      carousel.touchDown(at: time)
    case 1:
      last = "begin"
      carousel.beginDragging(at: time)
      if carousel.isDragging { wasPlaced = false }
    case 2...4:
      last = "drag"
      let velocity = generator.chance(0.5) ? generator.number(-3000...3000) : nil
      carousel.drag(by: generator.number(-150...150), velocity: velocity, at: time)
    case 5:
      last = "end"
      carousel.endDragging(velocity: generator.number(-4000...4000), at: time)
    default:
      last = "up"
      carousel.touchUp(at: time)
    }
  }

  private mutating func scroll() {
    let duration = generator.pick([0, 0.01, 0.4, 2])
    wasPlaced = false
    switch generator.integer(0...4) {
    case 0:
      last = "to item"
      carousel.scroll(toItemAt: generator.integer(-5...20), duration: duration, at: time)
    case 1:
      last = "by items"
      carousel.scroll(byNumberOfItems: generator.integer(-30...30), duration: duration, at: time)
    case 2:
      last = "by offset"
      carousel.scroll(byOffset: generator.number(-3...3), duration: duration, at: time)
      wasPlaced = true
    case 3:
      last = "select"
      carousel.select(itemAt: generator.integer(0...12), at: time)
      wasPlaced = !carousel.isScrolling
    default:
      last = "set offset"
      carousel.setScrollOffset(generator.number(-5...20), at: time)
      wasPlaced = true
    }
  }

  private mutating func view() {
    last = "view"
    let duration = generator.pick([0, 0.3, 2])
    let curve = generator.pick([AnimationCurve.easeInOut, .bezier(x1: 0.1, y1: -2, x2: 0.2, y2: 3)])
    if generator.chance(0.5) {
      carousel.animatePerspective(
        to: generator.number(-0.012...0.002), duration: duration, curve: curve, at: time)
    } else {
      let target = Point(generator.number(-100...100), generator.number(-100...100))
      carousel.animateViewpointOffset(to: target, duration: duration, curve: curve, at: time)
    }
    expect(CarouselOptions.perspectiveRange.contains(carousel.shownPerspective), "perspective")
  }

  /// Some items stay in another order, some go, and some are new.
  private mutating func replaceItems() {
    last = "replace"
    let count = generator.integer(0...14)
    var origins = (0..<max(count, carousel.numberOfItems)).map(Optional.some)
    for _ in 0..<6 where origins.count > 1 {
      origins.swapAt(generator.integer(0...origins.count - 1), generator.integer(0...origins.count - 1))
      origins[generator.integer(0...origins.count - 1)] = nil
    }
    carousel.replaceItems(
      with: count, placeholders: generator.pick([nil, 0, 3]), origin: { [origins] in origins[$0] },
      destination: { [origins] old in origins.prefix(count).firstIndex { $0 == old } }, time: time)
  }

  private mutating func changeItems() {
    switch generator.integer(0...5) {
    case 0:
      last = "insert"
      carousel.insertItem(at: generator.integer(-2...15), time: time)
    case 1, 2:
      last = "remove"
      carousel.removeItem(at: generator.integer(-2...15), time: time)
    case 3:
      last = "move"
      carousel.moveItem(from: generator.integer(-2...15), to: generator.integer(-2...15), time: time)
    case 4: replaceItems()
    default:
      last = "reload"
      carousel.reload(
        numberOfItems: generator.pick([0, 1, 2, 7, 20]), numberOfPlaceholders: generator.pick([0, 3]),
        time: time)
    }
  }

  private mutating func reconfigure() {
    last = "options"
    let physics = carousel.options.physics
    if generator.chance(0.3) {
      carousel.bounds = Size(generator.number(0...2000), generator.number(0...1000))
      carousel.itemSize = Size(generator.number(0...400), generator.number(0...400))
    } else {
      carousel.options = Self.options(&generator)
      carousel.options.physics = generator.chance(0.1) ? generator.pick(ScrollPhysicsKind.allCases) : physics
    }
  }
}

/// Checks that every motion ends before the next one begins.
struct EventBalance {
  private var isDragging = false
  private var isDecelerating = false
  private var isScrolling = false

  var isQuiet: Bool { !isDragging && !isDecelerating && !isScrolling }

  /// Returns a complaint if the event does not fit.
  mutating func take(_ kind: CarouselEvent.Kind) -> String? {
    switch kind {
    case .willBeginDragging: return begin(&isDragging, kind)
    case .didEndDragging: return end(&isDragging, kind)
    case .willBeginDecelerating: return begin(&isDecelerating, kind)
    case .didEndDecelerating: return end(&isDecelerating, kind)
    case .willBeginScrollingAnimation: return begin(&isScrolling, kind)
    case .didEndScrollingAnimation: return end(&isScrolling, kind)
    case .didScroll, .currentItemIndexDidChange, .didSelectItem: return nil
    }
  }

  private func begin(_ flag: inout Bool, _ kind: CarouselEvent.Kind) -> String? {
    defer { flag = true }
    return flag ? "\(kind) twice" : nil
  }

  private func end(_ flag: inout Bool, _ kind: CarouselEvent.Kind) -> String? {
    defer { flag = false }
    return flag ? nil : "\(kind) without a beginning"
  }
}
