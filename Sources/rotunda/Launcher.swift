import Applications
import Commands
import Configuration
import Control
import Display
import EventLoop
import Gestures
import Glibc
import Hosting
import Inspection
import Logging
import Programs
import Scene
import Session
import Shell
import Sound
import Speech
import State

private let log = Log("launcher")

/// Connects the shell, which decides, to everything that performs.
final class Launcher: FrameSource {
  /// Seconds that programs get to end by themselves when the launcher ends.
  static let endGrace = 2.0
  /// The same when the compositor is gone, and with it their windows.
  private static let lostGrace = 0.3
  /// Seconds that a start waits for what files tell of the tiles.
  private static let factPatience = 0.5

  let loop: EventLoop
  let programs: ProgramStarter
  let directories: PrivateDirectories
  private let window: WindowHost
  private let ownership: ScreenOwnership
  private let watchdog: Watchdog
  private let globalTouch: GlobalTouchControl
  var shell: Shell
  private var isEnding = false
  /// Programs that have not ended.
  var running: [ProgramID: any StartedProgram] = [:]
  /// Programs that wait for the compositor's token.
  var awaitingToken: [ProgramID: ProgramRequest] = [:]
  /// Programs whose files are looked at.
  var awaitingFiles: Set<ProgramID> = []
  private let configuration: LiveConfiguration
  /// The languages that are spoken, the best first.
  private var spoken: [String]?
  private let clock: WallClock
  private let conditions: ConditionMonitor
  let values: ValueMonitor
  private let place: SavedPlace
  let control: ControlServer
  let screenshots: ScreenshotService
  let usage: UsageMetrics
  let speaker: Speaker
  let player: SoundPlayer
  /// What the launcher has started to speak with.
  var speechServer: (any StartedProgram)?
  /// Whether the kiosk's session has started the launcher.
  let isInSession: Bool
  let startedAt = EventLoop.now
  let pins: PINChecker
  /// What the machine said about itself, when it was last asked.
  var machine: MachineFacts?

  init(_ options: LaunchOptions, _ link: SessionLink) throws(LaunchError) {
    let environment = ProcessEnvironment.current
    let source = ConfigurationSource(options.configuration, environment)
    let (loop, programs, signals) = try LaunchError.ofLoop { () throws(EventLoopError) in
      let loop = try EventLoop()
      let programs = try ProgramStarter(loop: loop, environment: environment.variables)
      // Before any thread starts: both block signals, and threads inherit that.
      try programs.adoptOrphans()
      return (loop, programs, try EndSignal.all(loop))
    }
    (self.loop, self.programs) = (loop, programs)
    directories = PrivateDirectories(loop: loop, base: environment.visitsDirectory)
    // The files and the compositor answer while the rest is set up.
    let configuration = try LaunchError.ofLoop { () throws(EventLoopError) in
      try LiveConfiguration(source, loop, environment)
    }
    self.configuration = configuration
    let textures = try TextureLoader(loop, ArtworkOptions(environment))
    let window = try WindowHost(
      loop, textures, GraphicsChoice(environment.variables), isFullscreen: !options.isWindowed)
    self.window = window
    (clock, conditions) = try LaunchError.ofLoop { () throws(EventLoopError) in
      (try WallClock(loop: loop), try ConditionMonitor(loop, searchPath: environment.searchPath))
    }
    values = try LaunchError.ofLoop { () throws(EventLoopError) in try ValueMonitor(loop, programs) }
    place = SavedPlace(loop, directory: environment.runtimeDirectory)
    pins = PINChecker(loop, directory: environment.stateDirectory)
    configuration.waitForInitial()
    let content = configuration.initial
    shell = Shell(
      configuration: content.configuration, shelves: content.shelves, problems: content.problems)
    ownership = ScreenOwnership(window.session, content.configuration)
    (watchdog, control, screenshots, speaker) = try LaunchError.ofLoop { () throws(EventLoopError) in
      (
        try Watchdog(link, loop, window.session),
        try ControlServer(loop: loop, environment: environment.variables),
        try ScreenshotService(loop, window), try Speaker(loop: loop)
      )
    }
    usage = UsageMetrics(loop, directory: environment.stateDirectory, seat: environment.seat)
    player = SoundPlayer(loop: loop)
    isInSession = link.isSession
    globalTouch = GlobalTouchControl(
      loop: loop, variables: environment.variables, panels: link.panels)
    connect(signals)
  }

  /// Has everything that happens posted to the shell.
  private func connect(_ signals: [EndSignal]) {
    window.textureBudget = configuration.initial.configuration.artwork.textureBudget
    globalTouch.setting = configuration.initial.configuration.gestures.globalTouch
    programs.containment = ProgramStarter.Containment(configuration.initial.configuration.kiosk.units)
    globalTouch.onFrame = { [weak self] in self?.post(.globalTouch($0)) }
    configuration.onEvent = { [weak self] in self?.configurationRead($0) }
    clock.onChange = { [weak self] in
      if $0.slept > 0 { self?.session.showAgain() }
      self?.post(.clock(minuteOfWeek: $0.minuteOfWeek, slept: $0.slept))
    }
    machinePower.onWake = { [weak self] in self?.session.showAgain() }
    conditions.onChange = { [weak self] in self?.post(.facts($0)) }
    values.onNews = { [weak self] in self?.post(.values($0)) }
    session.idleWatch?.onIdle = { [weak self] in self?.post(.idle) }
    session.idleWatch?.onActive = { [weak self] in self?.post(.active) }
    session.idleWatch?.onUnknown = { [weak self] in self?.post(.watchesIdle(true)) }
    for signal in signals { signal.onSignal = { [weak self] in self?.end(ExitStatus.success) } }
  }

  /// Everything that reaches the shell.
  private lazy var queue = EventQueue<ShellEvent, ShellEffect> { [unowned self] event, effects in
    guard !isEnding else { return }
    shell.handle(event, at: EventLoop.now, into: &effects)
  } perform: { [unowned self] effect in
    perform(effect)
  } settle: { [unowned self] in
    followShell()
  }

  var session: WaylandSession { window.session }
  /// The way to logind.
  lazy var machinePower = MachinePower(loop: loop)

  /// Shows the launcher; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 {
    window.follow(self)
    // A launcher before this one may have ended in the dark.
    session.setScreens(isOn: true)
    post(.remembered(pins.read()))
    speak(configuration.initial.configuration)
    post(.system(systemInformation))
    post(.watchesIdle(session.idleWatch != nil))
    post(.clock(minuteOfWeek: clock.minuteOfWeek, slept: 0))
    conditions.follow(configuration.initial.configuration.facts)
    values.follow(configuration.initial.configuration.valueSources)
    conditions.wait(seconds: Self.factPatience)
    if let refused = configuration.refused { post(refused) }
    configuration.start()
    if let last = place.consume() { post(.place(last)) }
    post(.keepsPrograms(atMost: ownership.keptLimit))
    beginControl()
    machinePower.listen()
    beginSpeech()
    followControl(configuration.initial.configuration)
    beginPrograms()
    return try LaunchError.ofLoop { () throws(EventLoopError) in try loop.run() }
  }

  func post(_ event: ShellEvent) {
    // What the shell decides now would only be in the way: a program that starts would have to be waited for.
    guard !isEnding else { return }
    queue.post(event)
  }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    shell.frameInterval = session.frameClock.refreshInterval
    queue.collect {
      shell.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &$0)
    }
  }

  func frameEnded() { queue.drain() }

  /// Brings the screen, the clocks and the watches in line with what the shell shows now.
  private func followShell() {
    ownership.give(to: shell.programOnScreen)
    watchdog.front = shell.isDark ? .nothing : shell.isCovered ? .program : .launcher
    session.isCovered = watchdog.isCovered
    conditions.isSeen = !watchdog.isCovered
    values.isSeen = !watchdog.isCovered
    if watchdog.isCovered { screenshots.cancel() }
    clock.wait(for: shell.clockAlarm)
    globalTouch.update(
      isCovered: shell.isCovered && !isEnding, hasStrip: ownership.hasStrip,
      isNeeded: session.idleWatch == nil && shell.watchesTime || shell.watchesCorner, session)
    window.wait(until: shell.deadline, wantsFrame: shell.wantsFrame)
  }

  private func perform(_ effect: ShellEffect) {
    switch effect {
    case .start(let program, let request): start(program, request)
    case .keepPlace(let path): place.keep(path)
    case .readWallTime: post(.wallTime(.now))
    case .draw(let picture, let order): window.draw(picture, order: order)
    case .stop(let program): stop(program)
    case .keep: break
    case .bringForward(let program): bringForward(program)
    case .reloadConfiguration: configuration.reload()
    case .configurationTaken(let configuration): adopt(configuration)
    case .speak(let language): speak(language)
    case .comeForward: session.comeForward(isCovered: !running.isEmpty)
    case .power(let action): power(action)
    case .note(let message): log.info("\(message.fullText(in: .english).line)")
    case .watchIdle(let seconds): session.watchIdle(after: seconds)
    case .setScreen(let isOn): session.setScreens(isOn: isOn)
    case .checkPIN: checkPIN(effect)
    case .keepRecord(let record): pins.keep(record)
    case .readRandom: readRandom()
    case .readSystem: readSystem()
    case .readValue(let source): values.look(source)
    case .lookAtPrograms: lookAtPrograms()
    case .restart: end(ExitStatus.success)
    case .leaveToConsole:
      watchdog.leaveToConsole()
      end(ExitStatus.console)
    case .report(let message): report(message)
    case .say(let text, let language): speaker.say(text, language: language)
    case .hush: speaker.hush()
    case .play(let cue): player.play(Tone(cue))
    case .announce(let announcement): announce(announcement)
    case .answer(let number, let answer): control.answer(number, answer)
    case .photograph(let number): photograph(number)
    }
  }

  private func bringForward(_ program: ProgramID) {
    guard !session.bringForward(program: program.number) else { return }
    post(.bringForwardFailed(program))
  }

  private func configurationRead(_ event: ShellEvent) {
    post(event)
    post(.system(systemInformation))
  }

  // MARK: Language

  /// The visitor wants another language, or none in particular.
  private func speak(_ language: String?) {
    // The tiles follow when their names have been read.
    configuration.language = language
    speak(configuration.latestConfiguration)
  }

  /// Has the launcher speak the language of a configuration, or the one that the visitor chose.
  private func speak(_ configuration: KioskConfiguration) {
    let environment = ProcessEnvironment.current
    let languages = environment.languages(of: configuration, language: self.configuration.language)
    guard languages != spoken else { return }
    spoken = languages
    post(.languages(languages, environment.words(for: languages)))
  }

  /// What is not the shell's follows it.
  private func adopt(_ configuration: KioskConfiguration) {
    speak(configuration)
    ownership.apply(configuration)
    window.textureBudget = configuration.artwork.textureBudget
    globalTouch.setting = configuration.gestures.globalTouch
    programs.containment = ProgramStarter.Containment(configuration.kiosk.units)
    conditions.follow(configuration.facts)
    values.follow(configuration.valueSources)
    followControl(configuration)
  }

  var systemInformation: SystemInformation {
    var information = SystemInformation(
      version: Help.versionNumber, configurationPath: configuration.path,
      compositor: CompositorName.ofProcess(behind: session.connection.fileDescriptor),
      protocols: Set(session.registry.globals.map(\.interface)).sorted())
    information.program = Self.ownProgram
    if let machine { information.add(machine) }
    return information
  }

  func end(_ reason: WindowHost.End) {
    // Whoever supervises the launcher starts both again.
    if reason == .compositorLost { log.error("the compositor went away") }
    end(reason.exitStatus, grace: reason == .compositorLost ? Self.lostGrace : Self.endGrace)
  }

  private func end(_ status: Int32, grace: Double = endGrace) {
    guard !isEnding else { return }
    isEnding = true
    watchdog.stop()
    awaitingToken = [:]
    awaitingFiles = []
    programs.stopAll(grace: grace) { [loop, directories] in
      directories.wipeAll { loop.stop(status: status) }
    }
  }
}
