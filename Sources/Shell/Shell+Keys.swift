import CarouselEngine
import Gestures

/// What keys mean.
extension Shell {
  /// Seconds in which a tile that was asked for comes to the centre.
  ///
  /// iCarousel's scroll duration (0.4 s), `SCROLL_DURATION` in iCarousel 1.8.3.
  static let centeringTime = 0.4

  mutating func handle(_ event: KeyEvent, at time: Double, into effects: inout [ShellEffect]) {
    guard event.phase != .released, event.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return }
    // A key that is still held from before the program says nothing about who is seen.
    guard screen == .carousel || event.phase == .pressed, takesInput(at: time) else { return }
    switch event.key {
    case .left, .up: step(by: -1)
    case .right, .down: step(by: 1)
    case .tab: step(by: event.modifiers.contains(.shift) ? -1 : 1)
    case .home: center(0)
    case .end: center(tiles.count - 1)
    case .enter, .space: if event.phase == .pressed { openCurrent(into: &effects) }
    case .escape: dismissNotice()
    case .pageUp, .pageDown, .character: break
    }
  }

  /// One step further than the steps that are still under way, so that two quick ones go two tiles.
  mutating func step(by count: Int) {
    guard !tiles.isEmpty else { return }
    let start = (carousel.isScrolling ? destination : nil) ?? carousel.currentItemIndex
    let index = start + count
    center(carousel.isWrapEnabled ? index.wrapped(below: tiles.count) : min(max(index, 0), tiles.count - 1))
  }

  /// Brings a tile to the centre, unless a finger has the carousel.
  mutating func center(_ index: Int) {
    guard tiles.indices.contains(index), !touch.drivesCarousel else { return }
    destination = index
    carousel.scroll(toItemAt: index, duration: Self.centeringTime, at: clock)
  }

  private mutating func openCurrent(into effects: inout [ShellEffect]) {
    guard tiles.indices.contains(carousel.currentItemIndex) else { return }
    open(carousel.currentItemIndex, into: &effects)
  }
}
