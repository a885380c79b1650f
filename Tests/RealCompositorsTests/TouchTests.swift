import Foundation
import RealCompositors
import Testing

/// Touches on the X server's touchscreen reach a Wayland client through the compositors that kiosks use.
struct TouchTests {
  @Test(arguments: [Compositor.Kind.cage, .sway])
  func touchesReachTheClientWhereTheFingersAre(_ kind: Compositor.Kind) throws {
    let server = try XServer(width: 1000, height: 1400)
    let compositor = try Compositor(kind, on: .xServer(server))
    let empty = try compositor.screenshot()
    let client = try compositor.run(["weston-simple-touch"], environment: ["WAYLAND_DEBUG": "1"])
    // The client knows its size, which compositors send once its window is visible.
    try client.wait(forOutput: "configure(1000, 1400")
    var picture = try compositor.wait(forPicture: "the client's window") { $0 != empty }
    picture = try compositor.wait(forPicture: "the window at its final place") { next in
      defer { picture = next }
      usleep(200_000)
      return next == picture
    }
    // cage puts a small window into the corner, sway into the middle. A picture does not show which: the
    // compositor's own window may have been smaller in the first picture.
    let origin = kind == .cage ? (x: 0.0, y: 0.0) : (x: 200, y: 450)
    let screen = server.touchscreen

    try screen.down(0, x: origin.x + 300, y: origin.y + 400)
    try screen.down(1, x: origin.x + 599, y: origin.y)
    try screen.move(0, x: origin.x + 301, y: origin.y + 402)
    try screen.up(0, x: origin.x + 301, y: origin.y + 402)
    try screen.up(1, x: origin.x + 599, y: origin.y)
    try client.wait(for: "both fingers up") { touches("up", in: client.output).count == 2 ? true : nil }

    // down: serial, time, surface, id, x, y; motion: time, id, x, y.
    let downs = touches("down", in: client.output).map { $0.suffix(2).compactMap(Double.init) }
    #expect(downs == [[300, 400], [599, 0]])
    let motions = touches("motion", in: client.output).map { $0.suffix(2).compactMap(Double.init) }
    #expect(motions == [[301, 402]])
  }

  @Test func kwinFingersHaveFractionsAndCancel() throws {
    let compositor = try Compositor(.kwin, on: .headless(width: 1000, height: 700))
    let input = try #require(compositor.fakeInput)
    let client = try compositor.run(["weston-simple-egl", "-f"], environment: ["WAYLAND_DEBUG": "1"])
    try client.wait(forOutput: "configure(1000, 700")
    // After some frames, the compositor has placed the window.
    try client.wait(for: "frames") {
      client.output.components(separatedBy: "wl_callback").count > 20 ? true : nil
    }
    try input.down(0, x: 300.5, y: 400.25)
    try input.move(0, x: 301.75, y: 402)
    try input.down(1, x: 10, y: 20)
    try input.cancel()
    try client.wait(for: "the cancel") { touches("cancel", in: client.output).isEmpty ? nil : true }
    let downs = touches("down", in: client.output).map { $0.suffix(2).compactMap(Double.init) }
    #expect(downs == [[300.5, 400.25], [10, 20]])
    let motions = touches("motion", in: client.output).map { $0.suffix(2).compactMap(Double.init) }
    #expect(motions == [[301.75, 402]])
    #expect(touches("up", in: client.output).isEmpty)
  }

  /// The arguments of each `wl_touch` event with a name, from libwayland's debug output.
  private func touches(_ name: String, in output: String) -> [[String]] {
    output.components(separatedBy: "\n").compactMap { line in
      guard line.contains("wl_touch@"), let open = line.range(of: ".\(name)("), line.hasSuffix(")") else {
        return nil
      }
      return line[open.upperBound...].dropLast().components(separatedBy: ", ")
    }
  }
}
