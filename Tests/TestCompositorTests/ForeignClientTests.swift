import Foundation
import TestCompositor
import Testing

/// Clients from another project: if they accept the compositor, others will too.
struct ForeignClientTests {
  static let eglClient = "/usr/bin/weston-simple-egl"
  static let shmClient = "/usr/bin/weston-simple-shm"

  private static func isInstalled(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }

  private func options() -> CompositorOptions {
    var options = CompositorOptions()
    options.frames = .manual
    options.capabilities = [.touch, .pointer, .keyboard]
    return options
  }

  @Test(.enabled(if: isInstalled(shmClient), "weston is not installed"))
  func aClientOfSharedMemoryIsShown() throws {
    let compositor = try TestCompositor(options())
    defer { compositor.stop() }
    let client = try compositor.launch(Self.shmClient)
    let first = try compositor.waitForFrame()
    try compositor.step(3)
    let later = try compositor.waitForFrame(after: first.frames + 2)
    #expect(later.pixels?.differingPixels(from: try #require(first.pixels)) ?? 0 > 0)
    #expect(client.exit == nil)
  }

  @Test(.enabled(if: isInstalled(eglClient), "weston is not installed"))
  func aClientOfEGLIsShown() throws {
    let compositor = try TestCompositor(options())
    defer { compositor.stop() }
    let client = try compositor.launch(Self.eglClient, environment: ["LIBGL_ALWAYS_SOFTWARE": "1"])
    var window = try compositor.waitForFrame()
    // Its triangle turns with time, and is invisible from the side for some hundredths of a second.
    for _ in 0..<200 where colorsAcross(window) < 2 {
      try compositor.step(1)
      window = try compositor.waitForFrame(after: window.frames)
    }
    #expect(colorsAcross(window) > 1)
    #expect(client.exit == nil)
    client.send(signal: SIGINT)
    compositor.releaseFrame()
    _ = try client.waitForExit()
  }

  /// Counts the colors in the middle row.
  private func colorsAcross(_ window: SurfaceSnapshot) -> Int {
    guard let pixels = window.pixels else { return 0 }
    return Set((0..<pixels.width).map { pixels.color(x: $0, y: pixels.height / 2) }).count
  }
}
