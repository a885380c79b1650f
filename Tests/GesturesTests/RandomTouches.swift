import RotundaGeometry
import Gestures
import SeededRandom

/// Seeded random touch frames that no compositor should send.
struct RandomTouches {
  var generator: SeededGenerator
  private var positions: [Int32: Point] = [:]
  private var milliseconds: UInt32
  private(set) var time = 100.0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    // Some sequences pass the point where timestamps wrap.
    milliseconds = UInt32.max &- UInt32.random(in: 0...20_000, using: &generator)
  }

  /// Whether an event with a probability of 1 in `rarity` happens.
  mutating func once(in rarity: Int) -> Bool { Int.random(in: 1...rarity, using: &generator) == 1 }

  /// Lets time pass and returns the next frame.
  mutating func frame() -> TouchFrame {
    pass()
    var events: [TouchEvent] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) { events.append(event()) }
    return TouchFrame(events)
  }

  private mutating func pass() {
    let pause =
      once(in: 60) ? Int.random(in: 0...2000, using: &generator) : Int.random(in: 0...20, using: &generator)
    time += Double(pause) / 1000
    milliseconds &+= UInt32(pause)
    if once(in: 20_000) { time += 40 }
  }

  private mutating func event() -> TouchEvent {
    let id = id()
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<10: return down(id)
    case 10..<80: return motion(id)
    case 80..<94:
      positions[id] = nil
      return .up(id: id, milliseconds: stamp())
    case 94..<97:
      positions[id] = nil
      return .cancelContact(id: id)
    case 97: return down(Int32.random(in: .min ... .max, using: &generator))
    case 98: return .cancel
    default: return once(in: 3) ? .lost : motion(id)
    }
  }

  /// Mostly a contact that is down, otherwise one of a few.
  private mutating func id() -> Int32 {
    if !once(in: 4), let id = positions.keys.sorted().randomElement(using: &generator) { return id }
    return Int32.random(in: 0...(once(in: 5) ? 40 : 3), using: &generator)
  }

  private mutating func down(_ id: Int32) -> TouchEvent {
    let position = Point(
      Double.random(in: 0...1280, using: &generator), Double.random(in: 0...800, using: &generator))
    positions[id] = position
    return .down(id: id, at: hostile(position), milliseconds: stamp())
  }

  private mutating func motion(_ id: Int32) -> TouchEvent {
    // Half of the fingers drift in their own directions. That produces drags, pinches and swipes.
    let drift = id % 2 == 0 ? 6.0 : 0.5
    let step = Point(
      drift + Double.random(in: -3...3, using: &generator), Double.random(in: -4...4, using: &generator))
    let position = (positions[id] ?? Point(600, 400)) + step
    positions[id] = position
    return .motion(id: id, at: hostile(position), milliseconds: stamp())
  }

  private mutating func stamp() -> UInt32 {
    guard once(in: 50) else { return milliseconds }
    return once(in: 2) ? UInt32.random(in: .min ... .max, using: &generator) : milliseconds &- 30
  }

  private mutating func hostile(_ position: Point) -> Point {
    guard once(in: 100) else { return position }
    let numbers = [Double.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0, 8_388_607.99]
    let x = numbers.randomElement(using: &generator) ?? 0
    let y = numbers.randomElement(using: &generator) ?? 0
    return once(in: 2) ? Point(x, y) : Point(x, position.y)
  }
}
