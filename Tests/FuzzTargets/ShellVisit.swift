import RotundaGeometry
import Gestures
import Programs
import Scene
import Shell

/// A visitor in front of a launcher. Every drawn element must have a finite position.
struct ShellVisit {
  private var shell: Shell
  private var frame = SceneFrame()
  private var effects: [ShellEffect] = []
  private(set) var time = 100.0

  /// The usual screen, in points.
  static let size = Size(1280, 800)

  init(_ shell: Shell) {
    self.shell = shell
    handle(.resized(Self.size, scale: 1))
  }

  /// Sends an event to the shell.
  mutating func handle(_ event: ShellEvent) {
    shell.handle(event, at: time, into: &effects)
    answer()
  }

  /// Ends programs right after their start, and delivers pictures at once.
  private mutating func answer() {
    var rounds = 0
    while !effects.isEmpty, rounds < 4 {
      rounds += 1
      let due = effects
      effects.removeAll()
      for effect in due {
        switch effect {
        case .draw(let picture, _):
          shell.handle(.pictureReady(picture, size: picture.size), at: time, into: &effects)
        case .start(let program, _), .stop(let program):
          shell.handle(.ended(program, .exited(status: 0)), at: time, into: &effects)
        case .bringForward(let program):
          shell.handle(.bringForwardFailed(program), at: time, into: &effects)
        default: break
        }
      }
    }
    effects.removeAll()
  }

  /// Advances the time and draws a frame.
  mutating func pass(_ seconds: Double) {
    time += seconds
    if let deadline = shell.deadline, deadline <= time { handle(.deadline) }
    shell.advance(to: time, drawnAt: time, into: &frame, effects: &effects)
    answer()
    for sprite in frame.sprites { check(sprite) }
  }

  private func check(_ sprite: Sprite) {
    let transform = sprite.transform
    for row in [transform.row1, transform.row2, transform.row3, transform.row4] {
      for index in row.indices { rule(row[index].isFinite, "a sprite without a finite place: \(sprite)") }
    }
    rule(sprite.opacity.isFinite, "a sprite with an invalid opacity: \(sprite)")
  }

  /// Turns the carousel in both directions, and opens the middle tile.
  mutating func lookAround() {
    for step in [-60.0, 60, -200] {
      pass(0.016)
      drag(by: step)
      for _ in 0..<3 { pass(0.1) }
    }
    pass(2)
    tap()
    pass(1)
    handle(.key(KeyEvent(.escape)))
    pass(1)
  }

  /// Simulates a week: the screen is idle, hours begin and end, facts change, and a visitor returns.
  mutating func liveThroughTheWeek() {
    for minute in [0, 719, 10_079] {
      handle(.clock(minuteOfWeek: minute, slept: Double(minute)))
      handle(
        .wallTime(
          WallTime(
            year: 2024 + minute, month: 2, day: 29, weekday: minute % 7, hour: minute / 60 % 24,
            minute: minute % 60,
            second: 59.999)))
      pass(1)
      handle(.idle)
      pass(30)
      pass(5)
      handle(.active)
      tap()
      pass(1)
    }
    handle(.languages(["ar", "en"], .english))
    handle(.stripSwiped(.bottom))
    for key in [Key.right, .down, .enter, .escape] {
      handle(.key(KeyEvent(key)))
      pass(0.3)
    }
    handle(.resized(Size(480, 1920), scale: 1.5))
    pass(1)
  }

  private mutating func drag(by distance: Double) {
    let middle = Point(Self.size.width / 2, Self.size.height / 2)
    handle(.touch(TouchFrame([.down(id: 1, at: middle, milliseconds: stamp)])))
    for part in 1...4 {
      pass(0.008)
      let point = middle + Point(distance * Double(part) / 4, 0)
      handle(.touch(TouchFrame([.motion(id: 1, at: point, milliseconds: stamp)])))
    }
    handle(.touch(TouchFrame([.up(id: 1, milliseconds: stamp)])))
  }

  private mutating func tap() {
    let middle = Point(Self.size.width / 2, Self.size.height / 2)
    handle(.touch(TouchFrame([.down(id: 1, at: middle, milliseconds: stamp)])))
    pass(0.05)
    handle(.touch(TouchFrame([.up(id: 1, milliseconds: stamp)])))
  }

  private var stamp: UInt32 { UInt32(truncatingIfNeeded: Int(time * 1000)) }
}
