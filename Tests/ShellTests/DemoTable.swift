import CarouselEngine
import Configuration
import RotundaGeometry
import Gestures
import Scene

@testable import Shell

/// A demo with simulated touches, keys and a clock.
final class DemoTable {
  var demo: DemoStage
  var effects: [DemoEffect] = []
  var frame = SceneFrame()
  var milliseconds = 5000

  init(_ size: Size = Size(1280, 800), _ configuration: KioskConfiguration = KioskConfiguration()) {
    demo = DemoStage(configuration: configuration, shelves: [], fileName: "out.toml")
    send(.resized(size, scale: 1))
    settle()
  }

  var now: Double { Double(milliseconds) / 1000 }
  /// The demo's requests, apart from the time.
  var requests: [DemoEffect] { effects.filter { $0 != .readWallTime } }
  var stamp: UInt32 { UInt32(milliseconds) }

  func send(_ event: ShellEvent) {
    demo.handle(event, at: now, into: &effects)
    answer()
  }

  private func answer() {
    let due = effects
    effects.removeAll { if case .draw = $0 { true } else { false } }
    for case .draw(let picture, _) in due {
      demo.handle(.pictureReady(picture, size: PixelSize(10, 20)), at: now, into: &effects)
    }
  }

  func draw() {
    milliseconds += 16
    if let due = demo.deadline, due <= now { send(.deadline) }
    demo.advance(to: now, drawnAt: now, into: &frame, effects: &effects)
    answer()
  }

  /// Draws until nothing moves. Returns false if this takes more than ten seconds.
  @discardableResult func settle() -> Bool {
    for _ in 0..<600 {
      guard demo.wantsFrame || demo.deadline != nil else { return true }
      draw()
    }
    return false
  }

  /// Draws until the panel stops scrolling. The launcher may still move.
  func settlePanel() {
    for _ in 0..<600 where demo.scroll.isMoving { draw() }
  }

  func tap(_ point: Point) {
    send(.touch(TouchFrame([.down(id: 0, at: point, milliseconds: stamp)])))
    milliseconds += 60
    send(.touch(TouchFrame([.up(id: 0, milliseconds: stamp)])))
  }

  func drag(from start: Point, by way: Point, lifts: Bool = true) {
    send(.touch(TouchFrame([.down(id: 0, at: start, milliseconds: stamp)])))
    for step in 1...10 {
      draw()
      send(.touch(TouchFrame([.motion(id: 0, at: start + way * (Double(step) / 10), milliseconds: stamp)])))
    }
    milliseconds += 200
    if lifts { send(.touch(TouchFrame([.up(id: 0, milliseconds: stamp)]))) }
  }

  func press(_ keys: Key...) {
    for key in keys { send(.key(KeyEvent(key))) }
    draw()
  }

  func button(_ button: DemoButton) -> Point {
    demo.buttonPlaces.first { $0.button == button }?.area.center ?? Point(-1, -1)
  }

  /// Scrolls a row into view and returns the position of one of its areas on the surface.
  func place(_ row: Int, _ area: (DemoRow) -> Rectangle) -> Point {
    let row = demo.rows[row]
    demo.scroll.reveal(row.area.origin.y, row.area.maxY, at: now)
    settlePanel()
    return area(row).center + demo.plan.panel.origin - Point(0, demo.scroll.offset)
  }

  func row(_ name: String) -> Int { demo.rows.firstIndex { $0.control.key.name == name } ?? 0 }

  /// Configures the carousel so that a key has an effect.
  func allow(_ key: ConfigurationKey) {
    switch CarouselField.all.first(where: { $0.key == key })?.condition {
    case .layouts(let layouts): demo.look.carousel.layout = layouts[0]
    case .physics(let physics): demo.look.carousel.details.physics = physics
    case .ends: demo.look.carousel.wrap = false
    case .horizontal: demo.look.carousel.orientation = .horizontal
    case nil: return
    }
    demo.apply(at: now)
    settle()
  }

  var keys: [String] { demo.rows.map(\.control.key.name) }
  var names: [String] { demo.shelves[0].tiles.map(\.name) }
}

extension DemoTable {
  func words(of name: String) -> [String] {
    guard case .choice(let words) = demo.rows[row(name)].control.kind else { return [] }
    return words
  }
}
