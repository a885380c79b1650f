import Display
import EventLoop
import Logging
import Session
import Supervision
import Wayland

private let log = Log("watchdog")

/// Tells whoever supervises the launcher that it can be seen, and then, as long as all is well, that it lives.
final class Vitals {
  /// Whether a program has the screen: frames of the launcher need not be shown then.
  var isCovered = false {
    didSet { if isCovered != oldValue { look() } }
  }

  private let link: SessionLink
  private let session: WaylandSession
  private var heartbeat: Heartbeat?
  private var deadline: Deadline?
  private var isSeen = false
  private var isWell = true

  init(_ link: SessionLink, _ loop: EventLoop, _ session: WaylandSession) throws(EventLoopError) {
    (self.link, self.session) = (link, session)
    session.frameClock.onShown = { [weak self] in self?.shown() }
    guard let interval = link.watchdogInterval else { return }
    heartbeat = Heartbeat(interval: interval)
    deadline = try loop.addDeadline { [weak self] in self?.beat() }
  }

  private var isVisible: Bool { !isCovered && session.outputs.current != nil }

  /// The launcher is about to end, and is not to be taken for dead meanwhile.
  func stop() {
    deadline?.set(nil)
    link.tell(.stopping)
  }

  /// The launcher is about to end for a console, and is not to be started again.
  func leaveToConsole() { link.tell(.console) }

  private func shown() {
    guard !isSeen else { return }
    isSeen = true
    link.tell(.ready)
    look()
    beat()
  }

  private func look() {
    heartbeat?.setVisible(isVisible, at: EventLoop.now)
    guard isSeen else { return }
    link.tell(.status(isCovered ? "a program has the screen" : "the carousel is on the screen"))
  }

  /// Half an interval has passed.
  private func beat() {
    guard var heartbeat, let deadline else { return }
    let now = EventLoop.now
    deadline.set(now + heartbeat.period)
    heartbeat.setVisible(isVisible, at: now)
    switch heartbeat.beat(at: now) {
    case .ask: session.connection.display.sync().onEvent = { [weak self] _ in self?.answered() }
    case .silent(let seconds): complain("the compositor has not answered for \(Int(seconds)) s")
    }
    self.heartbeat = heartbeat
  }

  private func answered() {
    let verdict = heartbeat?.answered(
      at: EventLoop.now, frameAwaitedSince: session.frameClock.awaitedSince)
    switch verdict {
    case .feed:
      isWell = true
      link.tell(.alive)
    case .frameOverdue(let seconds): complain("a frame was not shown for \(Int(seconds)) s")
    case nil: break
    }
  }

  /// Once for each illness.
  private func complain(_ text: String) {
    if isWell { log.error("\(text): the watchdog is not fed") }
    isWell = false
  }
}
