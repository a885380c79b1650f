import Display
import EventLoop

/// What the launcher does with a session, without anything to draw.
package final class FuzzedClient {
  private let session: WaylandSession
  private let loop: EventLoop

  /// Answers what the session tells.
  package init(_ session: WaylandSession, _ loop: EventLoop) {
    self.session = session
    self.loop = loop
    session.onEvent = { [unowned session] event in
      guard case .frame = event else { return }
      session.frameClock.present {
        session.window.surface.commit()
        return true
      }
    }
  }

  /// Whether the compositor is gone, as far as this side knows.
  var isDisconnected: Bool { session.connection.failure != nil }

  /// Delivers what is there, or what comes within `seconds`. Timers that are due count, too.
  package func settle(waiting seconds: Double = 0) {
    for _ in 0..<4 { try? loop.step(timeout: seconds / 4) }
  }

  /// Does one of the things that are done without being asked by the compositor.
  package func act(_ choice: UInt8) {
    switch choice % 7 {
    case 0: session.makeWay(forProgram: Int(choice))
    case 1: session.comeForward(isCovered: true)
    case 2: _ = session.bringForward(program: Int(choice))
    case 3: session.homeStrip?.show(HomeStripOptions())
    case 4: session.homeStrip?.hide()
    case 5: session.frameClock.request()
    default: session.takeScreen()
    }
  }

  /// Is done with the session.
  package func end() { session.close() }
}
