import Configuration

/// A tile that gives way below a finger, and comes back when it lifts.
struct PressMotion: Hashable {
  /// Which one.
  let target: Level.Target
  /// How far it is pressed, 0 to 1.
  var depth = SpringValue(0, response: Motion.press)
}

extension Shell {
  /// Lets the tile that is pressed give way, and the one before come back.
  mutating func movePress() {
    let pressed = touch.pressedTile.map { Level.Target(shelf: touch.shelf, tile: $0) }
    if let pressed, press?.target != pressed { press = PressMotion(target: pressed) }
    press?.depth.go(to: pressed == nil ? 0 : 1, at: environment.time)
  }

  /// Forgets what has come back.
  mutating func advancePress() {
    if let press, press.depth.target == 0, press.depth.isOver(at: clock) { self.press = nil }
  }
}
