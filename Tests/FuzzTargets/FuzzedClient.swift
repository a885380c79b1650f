import Display
import EventLoop

/// A client that uses a session as the launcher does, without content to draw.
package final class FuzzedClient {
  private let session: WaylandSession
  private let loop: EventLoop

  /// Creates a client that reacts to the session's events.
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

  /// Whether the connection to the compositor has failed.
  var isDisconnected: Bool { session.connection.failure != nil }

  /// Processes events that are available or arrive within `seconds`, including due timers.
  package func settle(waiting seconds: Double = 0) {
    for _ in 0..<4 { try? loop.step(timeout: seconds / 4) }
  }

  /// Performs one of the actions that the launcher starts by itself.
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

  /// Closes the session.
  package func end() { session.close() }
}
