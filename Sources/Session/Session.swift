import Applications
import CLinux
import EventLoop
import Glibc
import Logging
import Programs
import RotundaGeometry
import Supervision

private let log = Log("session")

/// What a session is asked to be.
package nonisolated struct SessionOptions: Hashable, Sendable {
  package var compositor: SessionCompositor
  package var compositorArguments: [String]
  /// The launcher's configuration file; nil lets the launcher look for one.
  package var configuration: String?
  /// Whether the launcher may have the session end for a console. The unit says so, and nothing that speaks
  /// later can.
  package var allowsConsole: Bool

  package init(
    compositor: SessionCompositor = .standard, compositorArguments: [String] = [],
    configuration: String? = nil, allowsConsole: Bool = false
  ) {
    self.allowsConsole = allowsConsole
    self.compositor = compositor
    self.compositorArguments = compositorArguments
    self.configuration = configuration
  }
}

/// Why a session is over.
package nonisolated enum SessionEnd: Hashable, Sendable {
  /// It was told to end.
  case asked
  /// The operator wants a console instead: not to be started again.
  case console
  /// Compositor or launcher ended after there was something to see: start again.
  case lost
  /// There was never anything to see, in as many attempts as it makes.
  case neverSeen
  /// The system refuses what it needs.
  case refused
}

/// A service's main process: starts a compositor with the launcher inside, tells the service manager what the
/// launcher says, and ends what is left.
///
/// It is the main process because a service with a PAM session has all its other processes in the login
/// session's scope, where what they tell the service manager is not taken for the service's.
///
/// ```swift
/// let end = try Session(options, environment: variables).run()
/// ```
package final class Session {
  private let options: SessionOptions
  private let environment: [String: String]
  private let loop: EventLoop
  /// nil when it was started without one, as in a window.
  private let console = Console()
  private let files: SessionFiles
  private let launcher: String
  private let descendants: Descendants
  private let pause: Deadline
  /// When to look what a compositor that shows no launcher lacks.
  private let startCheck: Deadline
  /// Says what is missing without which no compositor starts, in a line for the journal; nil when nothing is
  /// known to be.
  private let findObstacle: () -> String?
  /// How the configuration wants the picture turned; nil when it does not say.
  private let findRotation: () -> ScreenRotation?
  private var toldObstacle: String?
  /// What the panel service comes to; nil when the service manager gave none.
  private let panels: Int32?
  private var compositor: RunningCompositor?
  private var attempts = StartAttempts()
  private var isReady = false
  /// nil when no watchdog watches.
  private var startPhase: StartPhase?
  private var compositorWait = DiskWait()
  private var launcherWait = DiskWait()
  /// When to look whether a launcher that is silent waits for the disk.
  private let silence: Deadline
  private var end: SessionEnd?
  /// Whether the launcher was killed because it gave no sign of life.
  private var hasHungLauncher = false

  /// Seconds that the launcher gets to end its programs: its own grace and what its kills may take.
  private static let launcherPatience = 4.0
  /// Seconds that a compositor gets to end after SIGTERM.
  private static let compositorPatience = 2.0
  /// Seconds that what is left gets when its compositor is gone; the launcher ends its programs within 0.3.
  private static let leftoverPatience = 1.0
  /// The part of the watchdog's interval after which a sign of life is late: it comes after half of it.
  private static let longestBeat = 0.75
  /// Seconds after a SIGKILL of the launcher until the compositor is killed as well.
  private static let killPatience = 0.1

  /// A session in the environment of its service; nil, with a line in the journal, when it has no place to
  /// be.
  ///
  /// `findObstacle` is asked after each start that failed: what is missing without which none succeeds; nil
  /// where nothing is known to be. `findRotation` is asked before each: how the configuration wants the
  /// picture turned.
  package init?(
    _ options: SessionOptions, environment: [String: String], findObstacle: @escaping () -> String? = { nil },
    findRotation: @escaping () -> ScreenRotation? = { nil }
  ) throws(EventLoopError) {
    guard let files = SessionFiles(runtimeDirectory: environment["XDG_RUNTIME_DIR"]),
      let launcher = Self.ownProgram()
    else { return nil }
    (self.options, self.environment, self.files, self.launcher) = (options, environment, files, launcher)
    (self.findObstacle, self.findRotation) = (findObstacle, findRotation)
    panels = ActivationSocket.number(named: ActivationSocket.panels, in: environment).flatMap {
      SessionPanels.isSocket($0) ? $0 : nil
    }
    loop = try EventLoop()
    descendants = try Descendants(loop)
    var due: () -> Void = {}
    pause = try loop.addDeadline { due() }
    var startCheckDue: () -> Void = {}
    startCheck = try loop.addDeadline { startCheckDue() }
    var silenceDue: () -> Void = {}
    silence = try loop.addDeadline { silenceDue() }
    due = { [weak self] in self?.tryAgain() }
    silenceDue = { [weak self] in self?.launcherIsSilent() }
    startCheckDue = { [weak self] in self?.checkStart() }
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      try loop.addSignal(signal) { [weak self] in self?.askToEnd() }
    }
    // What the service manager sends when the watchdog was not fed: a process hangs, and would not heed
    // SIGTERM.
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

  /// Runs until compositor or launcher is gone for good, or a signal asks for the end.
  package func run() throws(EventLoopError) -> SessionEnd {
    OwnProcess.forbidInspection()
    let before = console?.acquire()
    defer { if let before { Console.setState(STDIN_FILENO, before) } }
    start()
    // Whatever a program does to the machine, signs of life are passed on.
    if ServiceNotification.watchdogInterval != nil { _ = clinux_lock_memory() }
    _ = try loop.run()
    return end ?? .asked
  }

  private func start() {
    isReady = false
    console?.show()
    let rotation = findRotation()
    let plan = CompositorPlan(
      options.compositor,
      CompositorPlan.Circumstances(
        launcher: launcher, directory: files.path, environment: environment,
        arguments: options.compositorArguments,
        additions: SessionFiles.additions(options.compositor.additionsFile),
        avoidsGraphics: attempts.suspectsGraphics, rotation: rotation,
        help: rotation == nil ? "" : CompositorFacts.help(of: options.compositor),
        screens: rotation == nil ? [] : CompositorFacts.connectedScreens()))
    guard plan.files.allSatisfy(files.write) else { return finish(.refused) }
    do {
      let started = try RunningCompositor(
        plan.command, environment: variables(of: plan), panels: panels, loop: loop,
        onMessage: { [weak self] in self?.relay($0) }, onEnd: { [weak self] in self?.compositorEnded($0) })
      compositor = started
      descendants.watched = started.processID
      notifyStatus("\(options.compositor.rawValue) starts")
      startCheck.set(EventLoop.now + StartAttempts.slowStart)
    } catch {
      log.error("\(error)")
      finish(error.errno == ENOENT || error.errno == EACCES ? .neverSeen : .refused)
    }
  }

  /// A pause is over.
  private func tryAgain() {
    if !isObstructed() { start() }
  }

  /// Whether something is missing without which no start succeeds. It is waited for, and then given up.
  private func isObstructed() -> Bool {
    guard let obstacle = obstacle() else { return false }
    if let seconds = attempts.obstructed(at: EventLoop.now) {
      pause.set(EventLoop.now + seconds)
    } else {
      notifyStatus("the kiosk cannot start: \(obstacle)")
      finish(.neverSeen)
    }
    return true
  }

  /// A compositor that has not started the launcher yet may wait for what is missing, and for ever.
  private func checkStart() {
    guard end == nil, !isReady, let compositor, !compositor.hasLauncher else { return }
    guard let obstacle = obstacle() else { return startCheck.set(EventLoop.now + StartAttempts.slowStart) }
    if let seconds = attempts.obstructed(at: EventLoop.now) { return startCheck.set(EventLoop.now + seconds) }
    notifyStatus("the kiosk cannot start: \(obstacle)")
    guard beginEnd(.neverSeen) else { return }
    compositor.end([.init(signal: SIGKILL, target: .compositor, patience: Self.compositorPatience)])
  }

  private func obstacle() -> String? {
    guard let obstacle = findObstacle() else {
      attempts.isFree()
      return nil
    }
    if obstacle != toldObstacle { log.error("the kiosk cannot start: \(obstacle)") }
    toldObstacle = obstacle
    return obstacle
  }

  private func variables(of plan: CompositorPlan) -> [String: String] {
    var result = environment.filter { !SessionVariables.ofTheServiceManager.contains($0.key) }
    result.merge(plan.environment) { $1 }
    result[SessionVariables.socket] = String(RunningCompositor.socketNumber)
    result[SessionVariables.panels] = panels.map { _ in String(RunningCompositor.panelsNumber) }
    result[SessionVariables.watchdog] = ServiceNotification.watchdogInterval.map { String(Int($0 * 1e6)) }
    result[SessionVariables.console] = options.allowsConsole ? "1" : nil
    result[SessionVariables.configuration] = options.configuration
    return result
  }

  private func relay(_ message: SessionMessage) {
    if message == .console { leaveToConsole() }
    guard end == nil, let notification = ServiceNotification(message) else { return }
    switch message {
    // The session says itself when it stops: a launcher that ends may be started again.
    case .stopping: break
    case .failing: launcherComplained()
    case .alive:
      compositorWait.answered(compositor?.diskSample, at: EventLoop.now)
      launcherWait.answered(compositor?.launcherDiskSample, at: EventLoop.now)
      notification.send()
    default: notification.send()
    }
    trackStart(message)
    if message == .alive { awaitLauncher() }
  }

  private func leaveToConsole() {
    guard options.allowsConsole else {
      return log.warning("the kiosk is not left for a console: its unit does not say ROTUNDA_CONSOLE=yes")
    }
    if end == nil { end = .console }
  }

  /// The service manager's watchdog begins with the first frame; it has a longer limit until the kiosk has
  /// run.
  private func trackStart(_ message: SessionMessage) {
    switch message {
    case .ready:
      isReady = true
      bePatient()
    // It ends its programs in order, and gives no sign of life meanwhile.
    case .stopping: bePatient()
    case .alive:
      guard let limit = startPhase?.beat(at: EventLoop.now) else { return }
      ServiceNotification.watchdogInterval(limit).send()
    default: break
    }
  }

  private func bePatient() {
    startPhase = ServiceNotification.watchdogInterval.map(StartPhase.init)
    if let limit = startPhase?.limit { ServiceNotification.watchdogInterval(limit).send() }
  }

  private func notifyStatus(_ text: String) {
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
    log.error(
      isReady
        ? "the watchdog was not fed: compositor and launcher are killed"
        : "nothing was shown in time: compositor and launcher are killed")
    guard beginEnd(isReady ? .lost : .neverSeen) else { return }
    hasHungLauncher = true
    compositor?.end([
      .init(signal: SIGKILL, target: .launcher, patience: Self.killPatience),
      .init(signal: SIGKILL, target: .compositor, patience: Self.compositorPatience),
    ])
  }

  /// The launcher lives and says that the compositor does not. Once the kiosk has run nothing is waited for;
  /// before, the service manager decides when it has been enough.
  private func launcherComplained() {
    guard startPhase?.isOver == true else { return }
    if compositorWait.explainsSilence(compositor?.diskSample, at: EventLoop.now) {
      log.warning("the compositor does not answer because it waits for the disk: it is given more time")
      ServiceNotification.watchdog.send()
      return awaitLauncher()
    }
    log.error("the compositor hangs and is killed")
    guard beginEnd(.lost) else { return }
    compositor?.end([.init(signal: SIGKILL, target: .compositor, patience: Self.compositorPatience)])
  }

  /// The launcher said something: when it is silent from now on, the service manager is asked for patience in
  /// time.
  private func awaitLauncher() {
    guard let interval = ServiceNotification.watchdogInterval, startPhase?.isOver == true else { return }
    silence.set(EventLoop.now + interval * Self.longestBeat)
  }

  private func launcherIsSilent() {
    guard end == nil, launcherWait.explainsSilence(compositor?.launcherDiskSample, at: EventLoop.now) else {
      return
    }
    log.warning("the launcher gives no sign of life because it waits for the disk: it is given more time")
    ServiceNotification.watchdog.send()
    awaitLauncher()
  }

  /// Whether there is something to end first. Without, the session ends at once.
  private func beginEnd(_ reason: SessionEnd) -> Bool {
    if end == nil || reason != .asked { end = reason }
    ServiceNotification.stopping.send()
    guard compositor == nil else { return true }
    clear()
    return false
  }

  private func compositorEnded(_ reason: ExitReason) {
    compositor = nil
    startCheck.set(nil)
    descendants.watched = nil
    log.info("\(options.compositor.rawValue) ended: \(reason)")
    clear()
  }

  /// Nothing of the last start may hold the screen when the next begins, or outlive the session.
  private func clear() {
    pause.set(nil)
    // A launcher that was killed ends nothing in order any more.
    let grace = hasHungLauncher ? 0 : Self.leftoverPatience
    descendants.end(grace: grace) { [weak self] in self?.resume() }
  }

  private func resume() {
    if let end { return finish(end) }
    if isReady {
      log.error("\(options.compositor.rawValue) or the launcher in it went away")
      return finish(.lost)
    }
    if isObstructed() { return }
    guard let seconds = attempts.failed() else {
      log.error("\(options.compositor.rawValue) never showed the launcher")
      notifyStatus("\(options.compositor.rawValue) does not start")
      return finish(.neverSeen)
    }
    log.warning("\(options.compositor.rawValue) ended before the launcher was seen; again in \(seconds) s")
    notifyStatus("\(options.compositor.rawValue) ended early, and is started again")
    pause.set(EventLoop.now + seconds)
  }

  private func finish(_ reason: SessionEnd) {
    end = reason
    loop.stop()
  }
}
