import CarouselEngine
import Gestures

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
