import Applications
import CLinux
import EventLoop
import Glibc
import Logging
import Programs
import RotundaGeometry
import Supervision

private let log = Log("session")

/// The options of a session.
package nonisolated struct SessionOptions: Hashable, Sendable {
  package var compositor: SessionCompositor
  package var compositorArguments: [String]
  /// The launcher's configuration file; nil makes the launcher look for one.
  package var configuration: String?
  /// Whether the launcher may end the session for a console. Only the unit can set this.
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

/// The reason for a session's end.
package nonisolated enum SessionEnd: Hashable, Sendable {
  /// A signal asked the session to end.
  case asked
  /// The operator wants a console: do not restart.
  case console
  /// The compositor or launcher ended after the launcher was visible: restart.
  case lost
  /// The launcher was never visible in any of the attempts.
  case neverSeen
  /// The system refused a necessary call.
  case refused
}

/// The main process of the kiosk's service. It starts a compositor with the launcher in it, relays the
/// launcher's messages to the service manager, and ends leftover processes.
///
/// It must be the main process: a service with a PAM session has all other processes in the login session's
/// scope. The service manager ignores notifications from there.
///
/// ```swift
/// let end = try Session(options, environment: variables).run()
/// ```
package final class Session {
  private let options: SessionOptions
  private let environment: [String: String]
  private let loop: EventLoop
  /// The console; nil if the session started without one, for example in a window.
  private let console = Console()
  private let files: SessionFiles
  private let launcher: String
  private let descendants: Descendants
  private let pause: Deadline
  /// When to check why a compositor shows no launcher.
  private let startCheck: Deadline
  /// Returns a line for the journal about something that is missing and that every compositor needs; nil if
  /// nothing is known to be.
  private let findObstacle: () -> String?
  /// Returns the configured screen rotation; nil if none is set.
  private let findRotation: () -> ScreenRotation?
  private var toldObstacle: String?
  /// The socket to which the panel service connects; nil if the service manager passed none.
  private let panels: Int32?
  private var compositor: RunningCompositor?
  private var attempts = StartAttempts()
  private var isReady = false
  /// Nil without a watchdog.
  private var startPhase: StartPhase?
  private var compositorWait = DiskWait()
  private var launcherWait = DiskWait()
  /// When to check whether a silent launcher waits for the disk.
  private let silence: Deadline
  private var end: SessionEnd?
  /// Whether the launcher was killed because it gave no sign of life.
  private var hasHungLauncher = false

  /// Seconds that the launcher gets to end its programs: its own grace and the time that its kills may take.
  private static let launcherPatience = 4.0
  /// Seconds that a compositor gets to end after SIGTERM.
  private static let compositorPatience = 2.0
  /// Seconds that leftover processes get after the compositor's end. The launcher ends its programs within
  /// 0.3.
  private static let leftoverPatience = 1.0
  /// The part of the watchdog's interval after which a sign of life is late. It is due after half of the
  /// interval.
  private static let longestBeat = 0.75
  /// Seconds between the SIGKILLs of the launcher and of the compositor.
  private static let killPatience = 0.1

  /// Creates a session in the environment of its service. Returns nil, with a line in the journal, if the
  /// session has no directory for its files.
  ///
  /// - Parameters:
  ///   - findObstacle: called after each failed start. Returns what is missing that every start needs; nil
  ///     if nothing is known to be.
  ///   - findRotation: called before each start. Returns the configured screen rotation.
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
    // The service manager sends SIGABRT after a watchdog time-out. A process then hangs and would ignore
    // SIGTERM.
    try loop.addSignal(SIGABRT) { [weak self] in self?.abort() }
  }

  /// Returns the path of this process's program, which is also the launcher's.
  private static func ownProgram() -> String? {
    guard let path = realpath("/proc/self/exe", nil) else {
      log.error("cannot find the launcher's program: \(String(cString: strerror(errno)))")
      return nil
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Runs until the compositor or launcher is gone for good, or a signal asks for the end.
  package func run() throws(EventLoopError) -> SessionEnd {
    OwnProcess.forbidInspection()
    let before = console?.acquire()
    defer { if let before { Console.setState(STDIN_FILENO, before) } }
    start()
    // Signs of life must be relayed even if a program uses up the machine's memory.
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

  /// Starts the next attempt after a pause.
  private func tryAgain() {
    if !isObstructed() { start() }
  }

  /// Whether something is missing that every start needs. Checks again later, and finally gives up.
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

  /// Checks on a compositor without a launcher: it may wait forever for something that is missing.
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
    // The session itself reports when it stops: a launcher that ends may be restarted.
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
      return log.warning("the kiosk does not leave for a console: its unit does not set ROTUNDA_CONSOLE=yes")
    }
    if end == nil { end = .console }
  }

  /// Tracks the start-up. The service manager's watchdog begins with the first frame, and has a longer limit
  /// until start-up is over.
  private func trackStart(_ message: SessionMessage) {
    switch message {
    case .ready:
      isReady = true
      bePatient()
    // The launcher ends its programs in order, and gives no sign of life in the meantime.
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

  /// Handles a launcher's report that the compositor fails. After start-up, kills the compositor at once;
  /// before, the service manager's time-out decides.
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

  /// Plans to ask the service manager for more time before the watchdog times out, in case the launcher stays
  /// silent.
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

  /// Reports whether processes must end first. Otherwise the session ends at once.
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

  /// Clears up: leftovers of the last start must not hold the screen during the next, or outlive the session.
  private func clear() {
    pause.set(nil)
    // After its kill, the launcher cannot end its programs in order.
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
    log.warning(
      "\(options.compositor.rawValue) ended before it showed the launcher; the next attempt is in \(seconds) s"
    )
    notifyStatus("\(options.compositor.rawValue) ended early, and is started again")
    pause.set(EventLoop.now + seconds)
  }

  private func finish(_ reason: SessionEnd) {
    end = reason
    loop.stop()
  }
}
