import CarouselEngine
import Gestures
import RotundaGeometry

// Keys for the tiles.
extension TilesPanel {
  /// Handles a key for the tiles. Returns whether the key has a meaning.
  mutating func handle(_ event: KeyEvent) -> Bool {
    nudge.learned()
    if handleAtFoot(event) || handleOnControls(event) { return true }
    switch event.key {
    case .left: step(by: -1, isVertical: false)
    case .right: step(by: 1, isVertical: false)
    case .up: step(by: -1, isVertical: true)
    case .down: step(by: 1, isVertical: true)
    case .tab: moveOn(by: event.modifiers.contains(.shift) ? -1 : 1)
    case .home: center(0)
    case .end: center(tiles.count - 1)
    case .enter, .space: if event.phase == .pressed { openChosen() }
    case .pageUp: changeShelf(by: -1)
    case .pageDown: changeShelf(by: 1)
    case .escape, .character, .backspace, .other: return false
    }
    return true
  }

  /// Moves to the next tile, and past the last one to the controls at the lower edge. The other way likewise.
  private mutating func moveOn(by count: Int) {
    let index = carousel.destinationItemIndex + count
    guard !tiles.indices.contains(index), foot.moveFocus(by: count) else { return step(by: count) }
    redraw()
  }

  /// Handles a key for the controls at the lower edge while they have the focus. Returns whether the key was
  /// for them.
  private mutating func handleAtFoot(_ event: KeyEvent) -> Bool {
    guard let control = foot.focused else { return false }
    redraw()
    switch event.key {
    case .tab:
      let step = event.modifiers.contains(.shift) ? -1 : 1
      if !foot.moveFocus(by: step) { center(step > 0 ? 0 : tiles.count - 1) }
    case .enter, .space:
      guard event.phase == .pressed else { break }
      if control != .indicator { foot.endFocus() }
      sound(.tap)
      activate(control)
    case .left where control == .indicator: moveIndicator(by: -1)
    case .right where control == .indicator: moveIndicator(by: 1)
    case .escape: foot.endFocus()
    default:
      foot.endFocus()
      return false
    }
    return true
  }

  /// Moves to the next tile, or across their direction to the next shelf if the level has several.
  private mutating func step(by count: Int, isVertical: Bool) {
    let isAcross = isVertical == level.isStackVertical && level.hasSeveralShelves
    isAcross ? changeShelf(by: count) : step(by: count)
  }

  /// Opens the tile that keys have selected, also while it is on its way.
  private mutating func openChosen() {
    let index = chosenShelf.carousel.destinationItemIndex
    guard chosenShelf.tiles.indices.contains(index) else { return }
    sound(.tap)
    output.want(.open(chosenShelf.tiles[index]))
  }
}

/// A scroll gesture on a touchpad, from its first movement to its stop.
struct ScrollState: Hashable {
  /// Whether the touchpad moves something.
  var isActive = false
  /// Whether it moves the shelves and not the tiles of one shelf.
  var drivesStack = false
  /// The shelf that was in the middle at the beginning.
  var shelf = 0
  /// The velocity along the axis of the motion, in points per second.
  var velocity = 0.0
  /// The device's time stamp of the last movement, in milliseconds.
  var milliseconds: UInt32 = 0

  /// The rest in milliseconds before a release that prevents a fling, as for fingers on a screen.
  static let restMilliseconds: UInt32 = 40
  /// The weight of the newest movement in the velocity. Touchpads report every 8 to 16 ms. Therefore the
  /// average looks back about 30 ms.
  static let smoothing = 0.4

  /// Takes a movement along the axis.
  mutating func moved(_ distance: Double, at milliseconds: UInt32) {
    let elapsed = milliseconds &- self.milliseconds
    self.milliseconds = milliseconds
    guard isActive, elapsed > 0, elapsed <= Self.restMilliseconds else {
      velocity = 0
      return
    }
    velocity += Self.smoothing * (distance * 1000 / Double(elapsed) - velocity)
  }

  /// Returns the velocity of a fling at a time stamp.
  func fling(at milliseconds: UInt32) -> Double {
    milliseconds &- self.milliseconds <= Self.restMilliseconds ? velocity : 0
  }
}

/// Scroll wheels and touchpads.
extension TilesPanel {
  mutating func handle(_ event: ScrollEvent) {
    switch event.kind {
    case .steps(let x, let y):
      if wheelMovesContent(x: x, y: y) { return }
      if x != 0 { step(by: x, isVertical: false) } else { step(by: y, isVertical: true) }
    case .moved(let delta): scroll(by: delta, at: event.milliseconds)
    case .stopped: if scrolling.isActive { stopScrolling(velocity: scrolling.fling(at: event.milliseconds)) }
    }
  }

  /// Scrolls the content of the middle tile by a step of the wheel across the tiles. Returns whether it
  /// could.
  private mutating func wheelMovesContent(x: Int, y: Int) -> Bool {
    let steps = shelf.isVertical ? x : y
    guard steps != 0 else { return false }
    return scrollContent(by: Double(steps) * metrics.fontSize * 3, duration: ContentScroll.keyTime)
  }

  /// Does the same for a touchpad, whose movements have the opposite sign.
  private mutating func movesContent(_ delta: Point) -> Bool {
    guard runsAcross(delta) else { return false }
    return scrollContent(by: -(shelf.isVertical ? delta.x : delta.y), duration: 0)
  }

  private mutating func scroll(by delta: Point, at milliseconds: UInt32) {
    guard !touch.drivesCarousel, !touch.drivesStack, !touch.drivesContent else { return }
    nudge.learned()
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
    redraw()
  }

  private func runsAcross(_ way: Point) -> Bool {
    level.isStackVertical ? abs(way.y) > abs(way.x) : abs(way.x) > abs(way.y)
  }

  /// The carousel that the touchpad moves.
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
  /// Returns the number from 0 up to `count` (excluded) that is congruent modulo `count`. Returns the number
  /// itself if `count` is not positive.
  func wrapped(below count: Int) -> Int {
    guard count > 0 else { return self }
    let remainder = self % count
    return remainder < 0 ? remainder + count : remainder
  }
}
