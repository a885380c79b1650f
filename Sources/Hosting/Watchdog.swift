import CLinux
import Display
import EventLoop
import Logging
import Session
import Supervision
import Wayland

private let log = Log("watchdog")

/// Reports to the launcher's supervisor that the launcher is visible, and from then on sends signs of life.
package final class Watchdog {
  /// The surface in front.
  package enum Front {
    case launcher
    /// The launcher's frames need not appear, but the compositor must draw.
    case program
    /// The screen is off, and nothing needs to be drawn.
    case nothing
  }

  package var front = Front.launcher {
    didSet { if front != oldValue { look() } }
  }

  /// Whether the launcher's frames need not appear.
  package var isCovered: Bool { front != .launcher }

  /// Called when the launcher's first frame is visible.
  package var onSeen: (() -> Void)?

  private let link: SessionLink
  private let session: WaylandSession
  private var heartbeat: Heartbeat?
  private var deadline: Deadline?
  /// Nil if only one connection to the compositor is possible.
  private let probe: CompositorProbe?
  private var isSeen = false
  private var isWell = true

  package init(_ link: SessionLink, _ loop: EventLoop, _ session: WaylandSession) throws(EventLoopError) {
    (self.link, self.session) = (link, session)
    guard let interval = link.watchdogInterval else {
      probe = nil
      session.frameClock.onShown = { [weak self] in self?.shown() }
      return
    }
    probe = CompositorProbe(session)
    session.frameClock.onShown = { [weak self] in self?.shown() }
    heartbeat = Heartbeat(interval: interval)
    deadline = try loop.addDeadline { [weak self] in self?.beat() }
  }

  private var isVisible: Bool { !isCovered && session.outputs.current != nil }

  /// Announces the launcher's end. The supervisor then does not mistake it for a hang.
  package func stop() {
    deadline?.set(nil)
    probe?.close()
    link.send(.stopping)
  }

  /// Announces that the launcher ends for a console and must not be restarted.
  package func leaveToConsole() { link.send(.console) }

  private func shown() {
    guard !isSeen else { return }
    isSeen = true
    onSeen?()
    link.send(.ready)
    look()
    if heartbeat != nil {
      link.send(.alive)
      // Keep the launcher's memory resident. If a program uses up all memory, a launcher that waits for the
      // disk would look like one that hangs.
      if link.isSession { _ = clinux_lock_memory() }
    }
    beat()
  }

  private func look() {
    heartbeat?.setVisible(isVisible, at: EventLoop.now)
    guard isSeen else { return }
    link.send(.status(front.status))
  }

  /// Sends a sign of life after each half of the watchdog's interval.
  private func beat() {
    guard let deadline, let period = heartbeat?.period else { return }
    let now = EventLoop.now
    deadline.set(now + period)
    heartbeat?.setVisible(isVisible, at: now)
    let answer = probe?.readAnswers()
    // A compositor that closed the connection was running.
    if answer == .answered || answer == .lost { answered() }
    switch heartbeat?.beat(at: now) {
    case .ask: ask()
    case .silent(let seconds):
      let what = answer == .undrawn ? "drawn anything" : "answered"
      fail("the compositor has not \(what) for \(Int(seconds)) s")
    case .wait, nil: break
    }
  }

  private func ask() {
    let output = front == .program ? session.outputs.current?.globalName : nil
    guard probe?.ask(aboutDrawingOn: output) != true else { return }
    // The answer wakes the launcher once more.
    session.connection.display.sync().onEvent = { [weak self] _ in self?.answered() }
  }

  private func answered() {
    let verdict = heartbeat?.answered(
      at: EventLoop.now, frameAwaitedSince: session.frameClock.awaitedSince)
    switch verdict {
    case .feed:
      isWell = true
      link.send(.alive)
    case .frameOverdue(let seconds): fail("a frame was not shown for \(Int(seconds)) s")
    case nil: break
    }
  }

  /// Reports a fault. Logs only the first line of consecutive faults.
  private func fail(_ text: String) {
    if isWell { log.error("\(text): the watchdog is not fed") }
    isWell = false
    // A service manager that supervises the launcher directly acts when signs of life stop.
    if link.isSession { link.send(.failing) }
  }
}

extension Watchdog.Front {
  fileprivate var status: String {
    switch self {
    case .launcher: "the carousel is on the screen"
    case .program: "a program has the screen"
    case .nothing: "the screen is dark"
    }
  }
}
