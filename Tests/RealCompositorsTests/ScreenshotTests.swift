import RealCompositors
import Testing

/// Every compositor starts in the requested size and shows its client's content.
struct ScreenshotTests {
  @Test(arguments: [
    (Compositor.Kind.cage, 1280, 720), (.sway, 900, 1600), (.weston, 800, 1280),
  ])
  func aHeadlessCompositorShowsItsClient(_ kind: Compositor.Kind, width: Int, height: Int) throws {
    let compositor = try Compositor(kind, on: .headless(width: width, height: height))
    let before = try compositor.wait(forPicture: "an empty screen") { _ in true }
    #expect((before.width, before.height) == (width, height))
    _ = try compositor.run(["weston-simple-egl"])
    try compositor.wait(forPicture: "the client's window") { $0 != before }
  }

  @Test func xServersScreenHasTheRequestedSize() throws {
    let server = try XServer(width: 768, height: 1366)
    let compositor = try Compositor(.cage, on: .xServer(server))
    let picture = try compositor.screenshot()
    #expect((picture.width, picture.height) == (768, 1366))
  }
}
