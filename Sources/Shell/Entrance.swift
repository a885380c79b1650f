import Configuration
import RotundaGeometry
import Scene

/// Something that comes in: a message from below, a page too. A message goes the same way.
struct Entrance: Hashable {
  private var way: SpringValue

  /// It begins to come in.
  init(at time: Double) {
    way = SpringValue(0, response: Motion.entrance)
    way.go(to: 1, at: time)
  }

  /// It is there.
  init() { way = SpringValue(1, response: Motion.entrance) }

  /// It begins to go, from where it is.
  mutating func leave(at time: Double) { way.go(to: 0, at: time) }

  func isOver(at time: Double) -> Bool { way.isOver(at: time) }

  /// Puts sprites where they are at a time: a little lower and less opaque than in the end.
  func apply(at time: Double, rise: Double, to sprites: inout ArraySlice<Sprite>) {
    let part = min(max(way.value(at: time), 0), 1)
    guard part < 1 else { return }
    for index in sprites.indices {
      sprites[index].opacity *= part
      if rise != 0 {
        sprites[index].transform = sprites[index].transform.onScreen(moved: Point(0, rise * (1 - part)))
      }
    }
  }
}
