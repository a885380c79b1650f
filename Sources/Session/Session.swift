import EventLoop
import Glibc
import Logging
import Programs
import Supervision

private let log = Log("session")

/// A service's main process: starts a compositor with the launcher inside, tells the service manager what the
/// launcher says, and ends what is left.
///
/// It is the main process because a service with a PAM session has all its other processes in the login session's
/// scope, where what they tell the service manager is not taken for the service's.
///
/// ```swift
/// let end = try Session(options, environment: variables).run()
/// ```
public final class Session {
  private let options: SessionOptions
  private let environment: [String: String]
  private let loop: EventLoop
  /// nil when it was started without one, as in a window.
  private let console = Console()
  private let files: SessionFiles
  private let launcher: String
  private let descendants: Descendants
  private let pause: Deadline
  /// What the panel service comes to; nil when the service manager gave none.
  private let panels: Int32?
  private var compositor: RunningCompositor?
  private var attempts = StartAttempts()
  private var isReady = false
  private var end: SessionEnd?

  /// Seconds that the launcher gets to end its programs: its own grace and what its kills may take.
  private static let launcherPatience = 4.0
  /// Seconds that a compositor gets to end after SIGTERM.
  private static let compositorPatience = 2.0
  /// Seconds that what is left gets when its compositor is gone; the launcher ends its programs within 0.3.
  private static let leftoverPatience = 1.0

  /// A session in the environment of its service; nil, with a line in the journal, when it has no place to be.
  public init?(_ options: SessionOptions, environment: [String: String]) throws(EventLoopError) {
    guard let files = SessionFiles(runtimeDirectory: environment["XDG_RUNTIME_DIR"]),
      let launcher = Self.ownProgram()
    else { return nil }
    (self.options, self.environment, self.files, self.launcher) = (options, environment, files, launcher)
    panels = PanelSocket.number(in: environment).flatMap { SessionPanels.isSocket($0) ? $0 : nil }
    loop = try EventLoop()
    descendants = try Descendants(loop)
    var due: () -> Void = {}
    pause = try loop.addDeadline { due() }
    due = { [weak self] in self?.start() }
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      try loop.addSignal(signal) { [weak self] in self?.askToEnd() }
    }
    // What the service manager sends when the watchdog was not fed: somebody hangs, and politeness is lost on him.
    try loop.addSignal(SIGABRT) { [weak self] in self?.abort() }
  }

  /// The program that this process runs, which is the launcher as well.
  private static func ownProgram() -> String? {
    guard let path = realpath("/proc/self/exe", nil) else {
      log.error("cannot find the launcher's program: \(String(cString: strerror(errno)))")
      return nil
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Runs until compositor or launcher is gone for good, or somebody asks for the end.
  public func run() throws(EventLoopError) -> SessionEnd {
    let before = console?.take()
    defer { if let before { Console.setState(STDIN_FILENO, before) } }
    start()
    _ = try loop.run()
    return end ?? .asked
  }

  private func start() {
    isReady = false
    console?.show()
    let plan = CompositorPlan(
      options.compositor,
      CompositorPlan.Circumstances(
        launcher: launcher, directory: files.path, environment: environment,
        arguments: options.compositorArguments,
        additions: SessionFiles.additions(options.compositor.additionsFile),
        avoidsGraphics: attempts.suspectsGraphics))
    guard plan.files.allSatisfy(files.write) else { return finish(.refused) }
    do {
      let started = try RunningCompositor(
        plan.command, environment: variables(of: plan), panels: panels, loop: loop,
        onMessage: { [weak self] in self?.relay($0) }, onEnd: { [weak self] in self?.compositorEnded($0) })
      compositor = started
      descendants.watched = started.processID
      tellStatus("\(options.compositor.rawValue) starts")
    } catch {
      log.error("\(error)")
      finish(error.errno == ENOENT || error.errno == EACCES ? .neverSeen : .refused)
    }
  }

  private func variables(of plan: CompositorPlan) -> [String: String] {
    var result = environment.filter { !SessionVariables.ofTheServiceManager.contains($0.key) }
    result.merge(plan.environment) { $1 }
    result[SessionVariables.pipe] = String(RunningCompositor.pipeNumber)
    result[SessionVariables.panels] = panels.map { _ in String(RunningCompositor.panelsNumber) }
    result[SessionVariables.watchdog] = ServiceNotification.watchdogInterval.map { String(Int($0 * 1e6)) }
    result[SessionVariables.configuration] = options.configuration
    return result
  }

  private func relay(_ message: SessionMessage) {
    if message == .console, end == nil { end = .console }
    guard end == nil, let notification = ServiceNotification(message) else { return }
    if message == .ready { isReady = true }
    // The session says itself when it stops: a launcher that ends may be started again.
    if message != .stopping { notification.send() }
  }

  private func tellStatus(_ text: String) {
    ServiceNotification.status(text).send()
  }
}

// MARK: Ends

extension Session {
  private func askToEnd() {
    guard beginEnd(.asked) else { return }
    compositor?.end([
      .init(signal: SIGTERM, target: .launcher, patience: Self.launcherPatience),
      .init(signal: SIGTERM, target: .compositor, patience: Self.compositorPatience),
      .init(signal: SIGKILL, target: .compositor, patience: Self.compositorPatience),
    ])
  }

  private func abort() {
    log.error("the watchdog was not fed: compositor and launcher are killed")
    guard beginEnd(.lost) else { return }
    compositor?.end([.init(signal: SIGKILL, target: .compositor, patience: Self.compositorPatience)])
  }

  /// Whether there is something to end first. Without, the session ends at once.
  private func beginEnd(_ reason: SessionEnd) -> Bool {
    if end == nil || reason == .lost { end = reason }
    ServiceNotification.stopping.send()
    guard compositor == nil else { return true }
    clear()
    return false
  }

  private func compositorEnded(_ reason: ExitReason) {
    compositor = nil
    descendants.watched = nil
    log.info("\(options.compositor.rawValue) ended: \(reason)")
    clear()
  }

  /// Nothing of the last start may hold the screen when the next begins, or outlive the session.
  private func clear() {
    pause.set(nil)
    descendants.end(grace: Self.leftoverPatience) { [weak self] in self?.goOn() }
  }

  private func goOn() {
    if let end { return finish(end) }
    if isReady {
      log.error("\(options.compositor.rawValue) or the launcher in it went away")
      return finish(.lost)
    }
    guard let seconds = attempts.failed() else {
      log.error("\(options.compositor.rawValue) never showed the launcher")
      tellStatus("\(options.compositor.rawValue) does not start")
      return finish(.neverSeen)
    }
    log.warning("\(options.compositor.rawValue) ended before the launcher was seen; again in \(seconds) s")
    tellStatus("\(options.compositor.rawValue) ended early, and is started again")
    pause.set(EventLoop.now + seconds)
  }

  private func finish(_ reason: SessionEnd) {
    end = reason
    loop.stop()
  }
}
