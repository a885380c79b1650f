import CarouselEngine
import Gestures
import RotundaGeometry

/// What keys mean.
extension Shell {
  /// Seconds in which a tile that was asked for comes to the centre.
  ///
  /// iCarousel's scroll duration (0.4 s), `SCROLL_DURATION` in iCarousel 1.8.3.
  static let centeringTime = 0.4
  /// The key of remote controls that leads to the beginning from wherever one is.
  private static let remoteHome = Key.other("XF86HomePage")

  mutating func handle(_ event: KeyEvent, at time: Double) {
    guard event.phase != .released else { return releaseSwitch(event, at: time) }
    guard event.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return }
    // A key that is still held from before the program says nothing about who is seen.
    guard screen == .carousel || event.phase == .pressed, takesInput(at: time) else { return }
    guard !isSwitch(event) else { return moveSwitch(event, at: time) }
    stopScanning()
    guard event.key != Self.remoteHome else { return perform(.home) }
    if panelsHandle(event, behindMessages: false) || retryTakes(event) { return }
    if panelsHandle(event, behindMessages: true) { return }
    if controlsTake(event) { return }
    switch event.key {
    case .left: step(by: -1, isVertical: false)
    case .right: step(by: 1, isVertical: false)
    case .up: step(by: -1, isVertical: true)
    case .down: step(by: 1, isVertical: true)
    case .tab: step(by: event.modifiers.contains(.shift) ? -1 : 1)
    case .home: center(0)
    case .end: center(tiles.count - 1)
    case .enter, .space: if event.phase == .pressed { openCurrent() }
    case .escape: if !dismissNotice() { closeFolder() }
    case .pageUp: changeShelf(by: -1)
    case .pageDown: changeShelf(by: 1)
    case .character, .backspace, .other: break
    }
  }

  /// To the next tile or, across their way, to the next shelf where there are several.
  mutating func step(by count: Int, isVertical: Bool) {
    let isAcross = isVertical == level.isStackVertical && level.hasSeveralShelves
    isAcross ? changeShelf(by: count) : step(by: count)
  }

  /// One step further than the steps that are still under way, so that two quick ones go two tiles.
  mutating func step(by count: Int) {
    guard !tiles.isEmpty else { return }
    let index = carousel.destinationItemIndex + count
    center(carousel.isWrapEnabled ? index.wrapped(below: tiles.count) : min(max(index, 0), tiles.count - 1))
  }

  /// Brings a tile of the shelf in the middle to the centre, unless a finger has the carousel.
  mutating func center(_ index: Int) {
    center(index, of: level.current)
  }

  /// Brings a tile of a shelf to the centre, unless a finger has a carousel.
  mutating func center(_ index: Int, of shelf: Int) {
    guard level.shelves[shelf].tiles.indices.contains(index), !touch.drivesCarousel else { return }
    level.shelves[shelf].carousel.scroll(
      toItemAt: index, duration: level.shelves[shelf].settings.scrollDuration,
      at: clock)
  }

  private mutating func openCurrent() {
    // The one that keys have chosen, also while it is on its way.
    let shelf = level.shelves[min(max(0, level.stack.destinationItemIndex), level.shelves.count - 1)]
    let index = shelf.carousel.destinationItemIndex
    guard shelf.tiles.indices.contains(index) else { return }
    sound(.tap)
    open(shelf.tiles[index])
  }
}

/// A scroll on a touchpad, from its first movement to its stop.
struct ScrollState: Hashable {
  /// Whether the touchpad moves something.
  var isActive = false
  /// Whether that is the shelves and not the tiles of one.
  var drivesStack = false
  /// The shelf that was in the middle when it began.
  var shelf = 0
  /// Points per second along the axis of what moves.
  var velocity = 0.0
  /// The device's stamp of the last movement.
  var milliseconds: UInt32 = 0

  /// A fling does not begin when the fingers rested this long before they left: as for fingers on a screen.
  static let restMilliseconds: UInt32 = 40
  /// Share of the newest movement in the velocity; the rest is what it was. Touchpads report every 8 to 16 ms,
  /// so that this looks back about 30 ms.
  static let smoothing = 0.4

  /// Takes in a movement along the axis.
  mutating func moved(_ distance: Double, at milliseconds: UInt32) {
    let elapsed = milliseconds &- self.milliseconds
    self.milliseconds = milliseconds
    guard isActive, elapsed > 0, elapsed <= Self.restMilliseconds else {
      velocity = 0
      return
    }
    velocity += Self.smoothing * (distance * 1000 / Double(elapsed) - velocity)
  }

  /// The velocity of a fling that begins at that stamp.
  func fling(at milliseconds: UInt32) -> Double {
    milliseconds &- self.milliseconds <= Self.restMilliseconds ? velocity : 0
  }
}

/// What wheels and touchpads mean.
extension Shell {
  mutating func handle(_ event: ScrollEvent, at time: Double) {
    guard panels.open?.layer.rules.scrolls != false, hasTiles || panels.open != nil, takesInput(at: time),
      !panelsHandle(event)
    else { return }
    switch event.kind {
    case .steps(let x, let y):
      if wheelMovesContent(x: x, y: y) { return }
      if x != 0 { step(by: x, isVertical: false) } else { step(by: y, isVertical: true) }
    case .moved(let delta): scroll(by: delta, at: event.milliseconds)
    case .stopped: if scrolling.isActive { stopScrolling(velocity: scrolling.fling(at: event.milliseconds)) }
    }
  }

  /// A step of a wheel across the tiles moves what is on the one in the middle, as long as it can.
  private mutating func wheelMovesContent(x: Int, y: Int) -> Bool {
    let steps = shelf.isVertical ? x : y
    guard steps != 0 else { return false }
    return scrollContent(by: Double(steps) * metrics.fontSize * 3, duration: ContentScroll.keyTime)
  }

  /// The same for a touchpad, whose movements are counted the other way.
  private mutating func movesContent(_ delta: Point) -> Bool {
    guard runsAcross(delta) else { return false }
    return scrollContent(by: -(shelf.isVertical ? delta.x : delta.y), duration: 0)
  }

  private mutating func scroll(by delta: Point, at milliseconds: UInt32) {
    guard !touch.drivesCarousel, !touch.drivesStack, !touch.drivesContent else { return }
    if !scrolling.isActive, movesContent(delta) { return }
    if !scrolling.isActive {
      guard delta != .zero else { return }
      scrolling.isActive = true
      scrolling.drivesStack = level.hasSeveralShelves && runsAcross(delta)
      scrolling.shelf = level.current
      scrolling.milliseconds = milliseconds
      scrolled.beginDragging(at: clock)
    }
    let distance = scrolled.distance(along: delta)
    scrolling.moved(distance, at: milliseconds)
    scrolled.drag(by: distance, at: clock)
    isDirty = true
  }

  private func runsAcross(_ way: Point) -> Bool {
    level.isStackVertical ? abs(way.y) > abs(way.x) : abs(way.x) > abs(way.y)
  }

  /// What the touchpad moves.
  private var scrolled: Carousel {
    get { scrolling.drivesStack ? level.stack : level.shelves[scrolling.shelf].carousel }
    _modify {
      if scrolling.drivesStack {
        yield &level.stack
      } else {
        yield &level.shelves[scrolling.shelf].carousel
      }
    }
  }

  mutating func stopScrolling(velocity: Double) {
    scrolled.endDragging(velocity: velocity, at: clock)
    scrolling = ScrollState()
  }
}

extension Int {
  /// The number from 0 up to `count` (excluded) that is the same modulo `count`; itself when `count` is not positive.
  func wrapped(below count: Int) -> Int {
    guard count > 0 else { return self }
    let remainder = self % count
    return remainder < 0 ? remainder + count : remainder
  }
}
