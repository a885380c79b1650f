import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct WindowTests {
  @Test func aWindowIsSeenAsItIsDrawn() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try ShmClient(compositor)
    #expect(client.configured == (640, 480, [XdgToplevel.State.activated.rawValue]))
    try client.draw([10, 20, 30, 255], width: 64, height: 48)
    let window = try compositor.waitForFrame()
    #expect(window.title == "Fenster" && window.appID == "org.example.Test")
    #expect(window.pixels?.width == 64 && window.pixels?.height == 48)
    #expect(window.pixels?.color(x: 63, y: 47) == .init(red: 30, green: 20, blue: 10))
    #expect(window.surfaceDamage == [FrameRectangle(x: 0, y: 0, width: 64, height: 48)])
    client.connection.close()
    try compositor.waitForDisconnect()
  }

  @Test func pixelsWithoutAlphaAreOpaque() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try ShmClient(compositor)
    try client.draw([1, 2, 3, 0], width: 8, height: 8, format: .xrgb8888)
    let pixels = try #require(try compositor.waitForFrame().pixels)
    #expect(pixels.color(x: 0, y: 0).alpha == 255)
    client.connection.close()
  }

  @Test func aReleasedBufferMayBeDrawnAgain() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try ShmClient(compositor)
    var isReleased = false
    let buffer = try client.draw([1, 2, 3, 4], width: 8, height: 8)
    buffer.onEvent = { _ in isReleased = true }
    try client.connection.roundtrip()
    #expect(isReleased)
    client.connection.close()
  }

  @Test(arguments: [
    (CompositorOptions.FirstConfigure.zero, Int32(0), Int32(0)),
    (.size(width: 300, height: 200), 300, 200),
    (.output, 640, 480),
  ])
  func theFirstConfigureIsAsTheTestWants(
    kind: CompositorOptions.FirstConfigure, width: Int32, height: Int32
  ) throws {
    var options = CompositorOptions()
    options.firstConfigure = kind
    let compositor = try TestCompositor(options)
    defer { compositor.stop() }
    let client = try ShmClient(compositor)
    #expect(client.configured.width == width && client.configured.height == height)
    client.connection.close()
  }

  @Test func sizesStatesAndClosingComeFromTheTest() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try ShmClient(compositor)
    let serial = try #require(compositor.resize(width: 111, height: 222, states: [.fullscreen]))
    compositor.closeToplevel()
    try client.connection.roundtrip()
    #expect(client.configured == (111, 222, [XdgToplevel.State.fullscreen.rawValue]))
    #expect(client.isClosed)
    try client.connection.roundtrip()
    #expect(compositor.window()?.acknowledged.last == serial)
    client.connection.close()
  }

  @Test func fullscreenIsGivenOnceConfigured() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try ShmClient(compositor)
    client.toplevel.setFullscreen(output: nil)
    try client.connection.roundtrip()
    #expect(compositor.window()?.wantsFullscreen == true)
    #expect(client.configured.states.contains(XdgToplevel.State.fullscreen.rawValue))
    #expect(compositor.violations.isEmpty)
    #expect(compositor.requests("xdg_toplevel", "set_fullscreen").first?.arguments == ["nil"])
    client.connection.close()
  }

  @Test func bufferBeforeTheFirstConfigureIsAnError() throws {
    let compositor = try TestCompositor()
    defer { compositor.stop() }
    let client = try ShmClient(compositor)
    let compositorObject = try client.registry.bind(WlCompositor.self)
    let surface = compositorObject.createSurface()
    let shell = try client.registry.bind(XdgWmBase.self)
    let shellSurface = shell.getXdgSurface(surface: surface)
    _ = shellSurface.getToplevel()
    let buffer = try client.draw([0, 0, 0, 255], width: 4, height: 4)
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.commit()
    #expect(throws: ConnectionError.self) { try client.connection.roundtrip() }
    guard case .refusedByProtocol(let error) = client.connection.failure else {
      Issue.record("\(String(describing: client.connection.failure))")
      return
    }
    #expect(error.interface == "xdg_surface" && error.code == XdgSurface.Error.unconfiguredBuffer.rawValue)
    #expect(error.message == "a buffer before the first configure")
    client.connection.close()
  }
}
