import CLinux
import Display
import EventLoop
import Logging
import Session
import Supervision
import Wayland

private let log = Log("watchdog")

/// Tells the supervisor of the launcher that it can be seen, and then, as long as all is well, that it lives.
package final class Watchdog {
  /// What is in front.
  package enum Front {
    case launcher
    /// Frames of the launcher need not be shown, but the compositor has to draw.
    case program
    /// The screen is dark: nothing has to be drawn.
    case nothing
  }

  package var front = Front.launcher {
    didSet { if front != oldValue { look() } }
  }

  /// Whether frames of the launcher need not be shown.
  package var isCovered: Bool { front != .launcher }

  private let link: SessionLink
  private let session: WaylandSession
  private var heartbeat: Heartbeat?
  private var deadline: Deadline?
  /// nil where there is only one way to the compositor.
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

  /// The launcher is about to end, and is not to be taken for dead meanwhile.
  package func stop() {
    deadline?.set(nil)
    probe?.close()
    link.send(.stopping)
  }

  /// The launcher is about to end for a console, and is not to be started again.
  package func leaveToConsole() { link.send(.console) }

  private func shown() {
    guard !isSeen else { return }
    isSeen = true
    link.send(.ready)
    look()
    if heartbeat != nil {
      link.send(.alive)
      // A launcher that waited for the disk, because a program takes all the memory, would be taken for one
      // that hangs.
      if link.isSession { _ = clinux_lock_memory() }
    }
    beat()
  }

  private func look() {
    heartbeat?.setVisible(isVisible, at: EventLoop.now)
    guard isSeen else { return }
    link.send(.status(front.status))
  }

  /// Half an interval has passed.
  private func beat() {
    guard let deadline, let period = heartbeat?.period else { return }
    let now = EventLoop.now
    deadline.set(now + period)
    heartbeat?.setVisible(isVisible, at: now)
    let answer = probe?.readAnswers()
    // One that has ended the connection was there to do so.
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

  /// The journal gets one line each time that something begins to fail.
  private func fail(_ text: String) {
    if isWell { log.error("\(text): the watchdog is not fed") }
    isWell = false
    // A service manager that supervises the launcher itself goes by what it does not hear.
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
