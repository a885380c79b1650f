import Display
import EventLoop
import Foundation
import RealCompositors
import Testing

/// The launcher's window and a program's window, alternately in front, on other projects' compositors.
@MainActor
@Suite(.serialized)
struct RaisingTests {
  private static let size = (width: 800, height: 480)

  /// Whether the upper left corner has the window's color, which no demo has there.
  private nonisolated static func isLauncher(_ picture: Screenshot) -> Bool {
    picture[2, 2] == (0x20, 0x40, 0x80)
  }

  /// Whether the program has drawn. An empty screen has a single color.
  private nonisolated static func isProgram(_ picture: Screenshot) -> Bool {
    !isLauncher(picture) && picture.colors() > 16
  }

  @Test(arguments: [Compositor.Kind.cage, .sway, .weston])
  func launcherAndProgramComeForwardInTurns(_ kind: Compositor.Kind) throws {
    let compositor = try Compositor(
      kind, on: .headless(width: Self.size.width, height: Self.size.height))
    defer { compositor.end() }
    let loop = try EventLoop()
    let path = "\(compositor.scratch.runtime)/\(compositor.display)"
    let session = try WaylandSession(loop: loop, endpoint: .path(path))
    let painter = try Painter(session)
    session.onEvent = { event in
      guard case .frame = event, let window = session.window.configuration else { return }
      session.frameClock.present { painter.paint(window) }
    }
    func turn(until isRight: (Screenshot) -> Bool) throws -> Bool {
      let limit = EventLoop.now + 60
      while EventLoop.now < limit {
        for _ in 0..<10 { try loop.step(timeout: 0.01) }
        guard let picture = try? compositor.screenshot(), isRight(picture) else { continue }
        // Messages from before that frame, for example about keyboard focus, have arrived and are processed
        // here.
        try loop.step(timeout: 0)
        return true
      }
      return false
    }

    #expect(try turn(until: Self.isLauncher))
    session.makeWay(forProgram: 1)
    _ = try compositor.run(["weston-simple-egl", "-f"])
    #expect(try turn(until: Self.isProgram))
    for _ in 0..<2 {
      session.comeForward(isCovered: true)
      #expect(try turn(until: Self.isLauncher))
      #expect(session.bringForward(program: 1))
      #expect(try turn(until: Self.isProgram))
    }
    session.comeForward(isCovered: true)
    #expect(try turn(until: Self.isLauncher))
    session.close()
  }
}
