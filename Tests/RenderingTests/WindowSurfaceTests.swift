import RotundaGeometry
import RealCompositors
import Scene
import Testing
import Wayland

@testable import Rendering

@MainActor struct WindowSurfaceTests {
  /// A fullscreen window on a real compositor. It draws a frame at each frame callback.
  @MainActor private final class Window {
    let connection: Connection
    let surface: WlSurface
    private(set) var size = PixelSize(0, 0)
    private var isConfigured = false
    private var objects: [Proxy] = []

    init(_ compositor: Compositor) throws {
      connection = try Connection(to: .path("\(compositor.scratch.runtime)/\(compositor.display)"))
      let registry = try Registry(connection)
      surface = try registry.bind(WlCompositor.self, atLeast: 4).createSurface()
      let shell = try registry.bind(XdgWmBase.self)
      let shellSurface = shell.getXdgSurface(surface: surface)
      let toplevel = shellSurface.getToplevel()
      objects = [shell, shellSurface, toplevel]
      shellSurface.onEvent = { [unowned self] event in
        guard case .configure(let serial) = event else { return }
        shellSurface.ackConfigure(serial: serial)
        isConfigured = true
      }
      toplevel.onEvent = { [unowned self] event in
        if case .configure(let width, let height, _) = event { size = PixelSize(Int(width), Int(height)) }
      }
      surface.commit()
      while !isConfigured { try connection.roundtrip() }
      toplevel.setFullscreen(output: nil)
      try connection.roundtrip()
    }

    /// Draws a frame and waits for its frame callback.
    func show(_ frame: SceneFrame, _ renderer: Renderer, on target: WindowSurface) throws {
      var isDone = false
      try renderer.draw(frame, to: target, scale: 1)
      surface.frame().onEvent = { _ in isDone = true }
      try target.present(damage: renderer.damage)
      for _ in 0..<100 where !isDone { try connection.dispatch(waitingMilliseconds: 100) }
      #expect(isDone)
    }
  }

  private func scene(_ step: Int, size: Size) -> SceneFrame {
    var frame = SceneFrame(size: size, background: Color(0.1, 0.2, 0.3))
    for index in 0..<5 {
      // Only some of them move.
      let angle = index % 2 == 0 ? Double(step) * 0.2 + Double(index) : 0.4
      let place = Transform.perspective(m34: -1 / 500).translated(
        Double(index - 2) * 110, Double(step * 3), 0)
      frame.sprites.append(
        Sprite(
          .color(Color(0.2 * Double(index), 0.8, 0.5)), size: Size(100, 140),
          transform: (index % 2 == 0 ? place : .identity).rotatedAboutY(angle), cornerRadius: 16))
    }
    return frame
  }

  /// Twelve frames, each with only the damage of its buffer. In the end the screen equals an offscreen
  /// picture, pixel for pixel. Covers missing driver features and a resize.
  @Test(arguments: [GraphicsFeatures.all, []])
  func aWindowShowsWhatIsDrawnOffscreen(features: GraphicsFeatures) throws {
    let compositor = try Compositor(.sway, on: .headless(width: 640, height: 480))
    defer { compositor.end() }
    let window = try Window(compositor)
    let context = try GraphicsContext(
      waylandDisplay: try #require(window.connection.pointer), allowing: features)
    let target = try WindowSurface(
      context, waylandSurface: try #require(window.surface.pointer), size: PixelSize(320, 240))
    let renderer = try Renderer(target, allowing: features)
    try window.show(scene(0, size: Size(320, 240)), renderer, on: target)
    // sway reports a fullscreen window's size only after its first frame.
    while window.size != PixelSize(640, 480) { try window.connection.roundtrip() }
    target.resize(to: window.size)
    for step in 0..<12 { try window.show(scene(step, size: Size(640, 480)), renderer, on: target) }

    let canvas = try Canvas(.graphics, 640, 480)
    try canvas.draw(scene(11, size: Size(640, 480)))
    let expected = canvas.pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    let seen = try compositor.wait(forPicture: "the last frame") { $0.bytes == expected }
    #expect(seen.width == 640)
  }
}
