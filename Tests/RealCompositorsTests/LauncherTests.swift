import Foundation
import RealCompositors
import Testing

/// Touches on the launcher in cage and sway, which kiosks use.
struct LauncherTests {
  @Test(arguments: [Compositor.Kind.cage, .sway])
  func fingerTurnsAndTapOpensTheSelectedTile(_ kind: Compositor.Kind) throws {
    let server = try XServer(width: 1000, height: 700)
    let compositor = try Compositor(kind, on: .xServer(server))
    let launcher = try compositor.run([binary, "--config", try configuration(in: compositor.scratch)])
    _ = try compositor.waitForRest()
    // On a busy machine the background and the shadows appear later than the tiles.
    Thread.sleep(forTimeInterval: 2)
    let atStart = try compositor.waitForRest()
    let screen = server.touchscreen

    try tap(screen, x: 500, y: 350)
    try launcher.wait(for: "the first tile's program") {
      opened(in: compositor.scratch) == ["one"] ? true : nil
    }
    // The program has ended by itself, so the carousel looks as before.
    _ = try compositor.waitForRest { $0 == atStart }

    try screen.swipe(from: (800, 350), to: (500, 350))
    _ = try compositor.waitForRest { $0 != atStart }
    try tap(screen, x: 500, y: 350)
    let words = try launcher.wait(for: "the program of another tile") {
      let words = opened(in: compositor.scratch)
      return words.count == 2 ? words : nil
    }
    #expect(["two", "three"].contains(words[1]))
    #expect(launcher.isRunning)
  }

  @Test(arguments: [(Compositor.Kind.cage, 1280, 720), (.sway, 800, 1280), (.weston, 1024, 600)])
  func everyCompositorShowsTheTiles(_ kind: Compositor.Kind, width: Int, height: Int) throws {
    let compositor = try Compositor(kind, on: .headless(width: width, height: height))
    let launcher = try compositor.run([binary, "--config", try configuration(in: compositor.scratch)])
    let picture = try compositor.waitForRest()
    #expect((picture.width, picture.height) == (width, height))
    #expect(launcher.isRunning)
  }

  /// The picture that `make run` saves without a screen.
  @Test func pictureOfAnUnseenRunIsWhole() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      "[background]\ncolor = \"#206080\"\n"
        + String(contentsOfFile: configuration(in: scratch), encoding: .utf8),
      to: "plain.toml")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../packaging/run")
    var environment = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] { environment[name] = nil }
    for (output, words) in [
      ("picture.png", [script.standardized.path, binary, file, scratch.file("picture.png")]),
      ("picture.ppm", ["convert", scratch.file("picture.png"), scratch.file("picture.ppm")]),
    ] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = words
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "\(output)")
    }
    let data = try #require(FileManager.default.contents(atPath: scratch.file("picture.ppm")))
    let picture = try Screenshot(ppm: data)
    for x in stride(from: 5, to: picture.width, by: 50) {
      for y in [5, picture.height - 5] {
        let pixel = picture[x, y]
        #expect(pixel.blue > 20, "\(x), \(y): \(pixel)")
      }
    }
  }

  @Test(arguments: [Compositor.Kind.cage, .sway, .weston])
  func aLauncherWhoseCompositorIsGoneEnds(_ kind: Compositor.Kind) throws {
    let compositor = try Compositor(kind, on: .headless(width: 800, height: 600))
    let launcher = try compositor.run([binary, "--config", try configuration(in: compositor.scratch)])
    _ = try compositor.waitForRest()
    compositor.process.signal(SIGKILL)
    // EX_TEMPFAIL of sysexits.h asks for a restart.
    #expect(try launcher.waitForExit() >> 8 == 75)
  }

  /// The launcher, which is beside the test program.
  private var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  /// Three tiles in a row without wrapping, so that no swipe returns to its start. Their programs append
  /// their names to a file and end.
  private func configuration(in scratch: Scratch) throws -> String {
    let tiles = ["one", "two", "three"].map { name in
      """
      [[tile]]
      name = "\(name)"
      run = ["sh", "-c", "echo \(name) >>\(scratch.file("opened"))"]

      """
    }
    return try scratch.write(
      "[header]\nclock = \"none\"\n[carousel]\nwrap = false\n" + tiles.joined(), to: "rotunda.toml")
  }

  private func opened(in scratch: Scratch) -> [String] {
    let text = (try? String(contentsOfFile: scratch.file("opened"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func tap(_ screen: Touchscreen, x: Double, y: Double) throws {
    try screen.down(0, x: x, y: y)
    try screen.up(0, x: x, y: y)
  }
}
