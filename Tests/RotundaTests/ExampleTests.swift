import Foundation
import TestCompositor
import Testing
import Wayland

/// The programs in `examples/swift`, run as a new contributor runs them.
struct ExampleTests {
  private func compositor() throws -> TestCompositor {
    var options = CompositorOptions()
    options.capabilities = [.touch, .pointer]
    return try TestCompositor(options)
  }

  /// Counts the pixels that differ from the background.
  private func drawn(_ window: SurfaceSnapshot) throws -> Int {
    let pixels = try #require(window.pixels)
    let background = pixels.color(x: 1, y: 1)
    return (0..<pixels.height).reduce(0) { sum, y in
      sum + (0..<pixels.width).count { pixels.color(x: $0, y: y) != background }
    }
  }

  @Test func fingerTurnsTheCarouselAndTapsACard() throws {
    let compositor = try compositor()
    defer { compositor.stop() }
    let client = try compositor.launch(Kiosk.beside("carousel-example"))
    try compositor.waitForDevice(.wlTouch)
    let first = try compositor.waitForFrame()
    #expect(try drawn(first) > 20_000)
    let middle = (x: Double(first.pixels?.width ?? 0) / 2, y: Double(first.pixels?.height ?? 0) / 2)
    compositor.touchDown(id: 0, x: middle.x, y: middle.y)
    compositor.touchUp(id: 0)
    try client.waitForOutput("card 0\n")

    compositor.touchDown(id: 0, x: middle.x + 100, y: middle.y)
    for step in 1...20 {
      Thread.sleep(forTimeInterval: 0.01)
      compositor.touchMotion(id: 0, x: middle.x + 100 - Double(step) * 10, y: middle.y)
    }
    // A finger that holds still before it lifts causes no fling.
    Thread.sleep(forTimeInterval: 0.3)
    compositor.touchUp(id: 0)
    let turned = try compositor.waitForFrame(after: first.frames)
    #expect(turned.pixels?.differingPixels(from: try #require(first.pixels)) ?? 0 > 1000)
    Thread.sleep(forTimeInterval: 2)
    compositor.touchDown(id: 1, x: middle.x, y: middle.y)
    compositor.touchUp(id: 1)
    try client.waitForOutput("card 1\n")

    compositor.closeToplevel()
    #expect(try client.waitForExit() == .status(0))
  }

  @Test func aMouseIsAFingerOfTheCarousel() throws {
    let compositor = try compositor()
    defer { compositor.stop() }
    let client = try compositor.launch(Kiosk.beside("carousel-example"))
    try compositor.waitForDevice(.wlPointer)
    let window = try compositor.waitForFrame()
    compositor.pointerMotion(
      x: Double(window.pixels?.width ?? 0) / 2, y: Double(window.pixels?.height ?? 0) / 2)
    compositor.pointerButton(isPressed: true)
    compositor.pointerButton(isPressed: false)
    try client.waitForOutput("card 0\n")
    client.kill()
    _ = try client.waitForExit()
  }

  @Test func waylandExampleListsTheGlobals() throws {
    let compositor = try compositor()
    defer { compositor.stop() }
    let client = try compositor.launch(Kiosk.beside("wayland-example"))
    #expect(try client.waitForExit() == .status(0))
    #expect(client.output.contains("wl_compositor "))
    #expect(client.output.contains("output 0: "))
    #expect(client.output.contains("seat: touchscreen, pointer\n"))
  }

  @Test func theGesturesExampleNamesGestures() throws {
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.beside("gestures-example"))
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data("down 0 100 100 0\nup 0 80\nnonsense\n".utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let names = text.split(separator: "\n").map { $0.prefix { $0 != "(" } }
    #expect(
      names == [
        "touchBegan", "pressBegan", "pressEnded", "tap", "touchEnded", "not understood: nonsense",
      ])
  }
}
