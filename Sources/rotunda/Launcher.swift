import Applications
import Artwork
import Commands
import Configuration
import ConfigurationFile
import Credentials
import Display
import EventLoop
import Glibc
import Hosting
import Inspection
import Logging
import Programs
import RotundaGeometry
import Scene
import Session
import Shell
import State
import XPrograms

private let log = Log("launcher")

extension ThemeFonts {
  /// The fonts of the theme that a configuration names, from the next text on.
  static func use(of configuration: KioskConfiguration) {
    use((configuration.theme.look?.fonts ?? []).map { File(path: $0.path, revision: $0.revision) })
  }
}

/// `rotunda`: shows the launcher until a signal or an operator ends it, or its compositor goes away.
enum LaunchCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    DriverCache.avoidFullDisk(ProcessEnvironment.current.variables)
    let link = SessionLink(environment: ProcessEnvironment.current.variables)
    // Programs of the kiosk's user must not find the compositor's connection or the session's here.
    if link.isSession { OwnProcess.forbidInspection() }
    var options = options
    if options.configuration == nil { options.configuration = link.configuration }
    do {
      let launcher = try Launcher(options, link)
      let status = try launcher.run()
      // Not by way of exit(3) or a deinit: the thread that draws pictures may be busy with one for as long as
      // that one's file likes. Nothing is left to be written, and the kernel takes back the rest.
      withExtendedLifetime(launcher) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}

/// Connects the shell, which decides, to everything that performs.
final class Launcher: FrameSource {
  /// Seconds that programs get to end by themselves when the compositor is gone, and with it their windows.
  private static let lostGrace = 0.3
  /// Seconds that a start waits for the conditions that files decide.
  private static let conditionPatience = 0.5

  private let loop: EventLoop
  private var shell: Shell
  private let window: WindowHost
  private let ownership: ScreenOwnership
  private let globalTouch: GlobalTouchControl
  private let watchdog: Watchdog
  private let programs: ProgramRunner
  private let audio: AudioOutput
  private let operators: OperatorService
  private let configuration: LiveConfiguration
  private let conditions: ConditionMonitor
  private let values: ValueMonitor
  private let pins: PINChecker
  private let setup: SetupWorker
  private let editing: EditingService
  private let phone: PhoneLink
  /// Whether the kiosk may be left for a console.
  private let hasConsole: Bool
  /// How the picture is turned on the screen; nil leaves it as it is, as nearly all do.
  private var rotation: ScreenRotation?
  /// Whether the screen is this kiosk's, and no desktop's.
  private let ownsScreens: Bool
  private let place: SavedPlace
  private let clock: WallClock
  /// The way to logind.
  private lazy var power = MachinePower(loop: loop)
  /// What the machine said about itself, when it was last asked.
  private var machine: MachineFacts?
  /// The languages of the launcher's texts, the best first.
  private var languages: [String]?
  private var isEnding = false

  init(_ options: LaunchOptions, _ link: SessionLink) throws(LaunchError) {
    let environment = ProcessEnvironment.current
    let source = ConfigurationSource(options.configuration, environment)
    let (loop, starter, signals) = try LaunchError.ofLoop { () throws(EventLoopError) in
      let loop = try EventLoop()
      let starter = try ProgramStarter(loop: loop, environment: environment.variables)
      // Before any thread starts: both block signals, and threads inherit that.
      try starter.adoptOrphans()
      return (loop, starter, try EndSignal.all(loop))
    }
    self.loop = loop
    (hasConsole, ownsScreens) = (link.allowsConsole, link.isSession)
    // The files and the compositor answer while the rest is set up.
    let configuration = try LaunchError.ofLoop { () throws(EventLoopError) in
      try LiveConfiguration(source, loop, environment)
    }
    self.configuration = configuration
    let textures = try TextureLoader(loop, ArtworkOptions(environment))
    let window = try WindowHost(
      loop, textures, GraphicsChoice(environment.variables), isFullscreen: !options.isWindowed)
    self.window = window
    let remote = try LaunchError.ofLoop { () throws(EventLoopError) in
      try environment.programsSocket.map { path throws(EventLoopError) in
        try RemotePrograms(loop: loop, socket: path)
      }
    }
    programs = ProgramRunner(loop, starter, remote, environment, window.session) {
      guard let path = configuration.path, ConfigurationLoader.isOfMachine(path) else { return nil }
      return VisitOrigin(configuration: path, language: configuration.language)
    }
    place = SavedPlace(loop, directory: environment.runtimeDirectory)
    pins = PINChecker(
      loop, directory: environment.stateDirectory,
      service: PINServiceClient(environment: environment.variables))
    (clock, conditions, values) = try LaunchError.ofLoop { () throws(EventLoopError) in
      (
        try WallClock(loop: loop), try ConditionMonitor(loop, searchPath: environment.searchPath),
        try ValueMonitor(loop, starter)
      )
    }
    setup = SetupWorker(loop, SetupFacts(options.configuration, environment), SetupMedia(environment))
    editing = EditingService(loop, environment, source: source, file: options.configuration, pins: pins) {
      configuration.language
    }
    phone = PhoneLink(loop, variables: environment.variables)
    configuration.waitForInitial()
    let content = configuration.initial
    shell = Shell(
      configuration: content.configuration, shelves: content.shelves, problems: content.problems)
    ownership = try LaunchError.ofLoop { () throws(EventLoopError) in
      try ScreenOwnership(window.session, loop, textures, content.configuration)
    }
    (watchdog, operators, audio) = try LaunchError.ofLoop { () throws(EventLoopError) in
      (
        try Watchdog(link, loop, window.session),
        try OperatorService(loop, environment, window, isInSession: link.isSession),
        try AudioOutput(loop, starter)
      )
    }
    globalTouch = GlobalTouchControl(
      loop: loop, variables: environment.variables, panels: link.panels)
    connect(signals)
  }

  /// Has everything that happens posted to the shell.
  private func connect(_ signals: [EndSignal]) {
    window.textureBudget = configuration.initial.configuration.artwork.textureBudget
    globalTouch.setting = configuration.initial.configuration.gestures.globalTouch
    globalTouch.readsControllers = configuration.initial.configuration.gestures.readsControllers
    programs.apply(configuration.initial.configuration.kiosk.units)
    audio.apply(configuration.initial.configuration.theme.look)
    watchHeadset(as: configuration.initial.configuration)
    ThemeFonts.use(of: configuration.initial.configuration)
    programs.onEvent = { [weak self] in self?.post($0) }
    globalTouch.onFrame = { [weak self] in self?.post(.globalTouch($0)) }
    globalTouch.onController = { [weak self] in self?.post(.controller($0)) }
    configuration.onEvent = { [weak self] in self?.configurationRead($0) }
    editing.onEvent = { [weak self] in self?.post($0) }
    phone.onEvent = { [weak self] in self?.post(.phone($0)) }
    phone.onPhotograph = { [weak self] in self?.operators.takePhonePicture(into: $0) }
    clock.onChange = { [weak self] in
      if $0.slept > 0 { self?.session.showAgain() }
      self?.post(.clock(minuteOfWeek: $0.minuteOfWeek, slept: $0.slept))
    }
    power.onWake = { [weak self] in self?.session.showAgain() }
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

  private var session: WaylandSession { window.session }

  /// Shows the launcher; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 {
    window.follow(self)
    CompositorsXServer.close()
    // A launcher before this one may have ended in the dark.
    session.setScreens(isOn: true)
    turnScreens(as: configuration.initial.configuration.screen, isStart: true)
    post(.remembered(isLocked: pins.isLocked))
    followPIN(of: configuration.initial.configuration)
    applyLanguages(of: configuration.initial.configuration)
    post(.system(systemInformation))
    post(.watchesIdle(session.idleWatch != nil))
    post(.clock(minuteOfWeek: clock.minuteOfWeek, slept: 0))
    conditions.follow(configuration.initial.configuration.facts)
    values.follow(
      configuration.initial.configuration.valueSources,
      live: configuration.initial.configuration.liveSources)
    conditions.wait(seconds: Self.conditionPatience)
    post(.setUp(.pinFile(configuration.newPINFile)))
    post(.setUp(.isUnset(configuration.isUnset)))
    if let refused = configuration.refused { post(refused) }
    configuration.start()
    if let last = place.consume() { post(.place(last)) }
    post(.keepsPrograms(atMost: ownership.keptLimit))
    beginControl()
    power.listen()
    operators.apply(configuration.initial.configuration)
    programs.begin()
    post(.began)
    return try LaunchError.ofLoop { () throws(EventLoopError) in try loop.run() }
  }

  private func beginControl() {
    operators.begin { [weak self] in
      self?.post(.control($0))
    } properties: { [weak self] in
      self.map {
        OperatorService.Properties(
          status: $0.shell.status, configurationPath: $0.shell.configurationPath,
          frames: $0.session.frameClock.frames)
      }
    }
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
    ownership.give(to: shell.programOnScreen, shell.homeHint)
    watchdog.front = shell.isDark ? .nothing : shell.isCovered ? .program : .launcher
    session.isCovered = watchdog.isCovered
    conditions.isSeen = !watchdog.isCovered
    values.isSeen = !watchdog.isCovered
    if watchdog.isCovered { operators.cancelScreenshot() }
    clock.wait(for: shell.clockAlarm)
    globalTouch.update(
      isCovered: shell.isCovered && !isEnding, isProgramSeen: shell.isProgramSeen,
      hasStrip: ownership.hasStrip,
      isNeeded: session.idleWatch == nil && shell.watchesTime || shell.watchesCorner, session)
    window.wait(until: shell.deadline, wantsFrame: shell.wantsFrame)
  }

  private func perform(_ effect: ShellEffect) {
    switch effect {
    case .start(let program, let request):
      programs.start(program, request, isOnScreen: shell.programOnScreen == program)
    case .keepPlace(let path): place.keep(path)
    case .readWallTime: post(.wallTime(.now))
    case .draw(let picture, let order): window.draw(picture, order: order)
    case .stop(let program): programs.stop(program)
    case .keep: break
    case .bringForward(let program): bringForward(program)
    case .reloadConfiguration: configuration.reload()
    case .configurationTaken(let configuration): apply(configuration)
    case .setLanguage(let language): setLanguage(language)
    case .comeForward: session.comeForward(isCovered: programs.hasPrograms)
    case .power(let action):
      power.perform(action) { [weak self] in self?.post(.powerFailed(action, reason: $0)) }
    case .log(let message): log.info("\(message.fullText(in: .english).line)")
    case .watchIdle(let seconds): session.watchIdle(after: seconds)
    case .setScreen(let isOn): session.setScreens(isOn: isOn)
    case .checkPIN(let pin, let setting):
      pins.check(pin, setting) { [weak self] in self?.post(.pinChecked($0)) }
    case .keepLock(let isLocked): pins.keepLock(isLocked)
    case .readKeyboards(let languages): readKeyboards(languages)
    case .readPictures(let directories): readPictures(in: directories)
    case .readRandom: post(.random(UInt64.random(in: .min ... .max)))
    case .readSystem: readSystem()
    case .readValue(let source): values.look(source)
    case .lookAtPrograms: programs.lookForHalted()
    case .restart: end(ExitStatus.success)
    case .leaveToConsole:
      watchdog.leaveToConsole()
      end(ExitStatus.console)
    case .logError(let message): operators.logError(message)
    case .speak(let text, let language): audio.speak(text, language: language)
    case .stopSpeaking: audio.stopSpeaking()
    case .setVoice(let rate, let pitch): audio.setVoice(rate: rate, pitch: pitch)
    case .setVolume(let percent): audio.setVolume(percent: percent)
    case .play(let cue): audio.play(cue)
    case .emit(let announcement): operators.emit(announcement)
    case .answer(let number, let answer): operators.answer(number, answer)
    case .photograph(let number): operators.takeScreenshot(number)
    case .setUp(let request): setup.perform(request) { [weak self] in self?.post(.setUp($0)) }
    case .phone(.start(let isFirstRun, let language)):
      phone.start(ticket: isFirstRun ? nil : pins.ticket ?? PINTicket(), language: language)
    case .phone(.stop): phone.stop()
    case .edit(let request): editing.perform(request)
    case .save(let text, let pin): editing.save(text, newPIN: pin)
    }
  }

  private func readKeyboards(_ languages: [String]) {
    do throws(EventLoopError) {
      // xkb compiles a description of hundreds of kilobytes, and a frame has no time for that.
      try loop.inBackground {
        KeyboardLibrary.layouts(for: languages)
      } done: { [weak self] in
        self?.post(.keyboards($0))
      }
    } catch {
      log.warning("keyboards are not read: \(error)")
    }
  }

  private func readPictures(in directories: [String]) {
    do throws(EventLoopError) {
      // A directory may be on a network.
      try loop.inBackground {
        SetupMedia.picturePaths(in: directories)
      } done: { [weak self] in
        self?.post(.pictureFiles($0))
      }
    } catch {
      log.warning("pictures are not listed: \(error)")
    }
  }

  private func bringForward(_ program: ProgramID) {
    guard !session.bringForward(program: program.number) else { return }
    post(.bringForwardFailed(program))
  }

  private func configurationRead(_ event: ShellEvent) {
    post(event)
    if case .configuration = event { post(.setUp(.isUnset(configuration.isUnset))) }
    post(.system(systemInformation))
  }

  /// Where PINs are checked may be another place now, with another wait.
  private func followPIN(of configuration: KioskConfiguration) {
    pins.follow(configuration.admin.pin) { [weak self] in
      self?.post(.pinWait(seconds: $0))
    } locked: { [weak self] in
      self?.post(.remembered(isLocked: true))
    }
  }

  // MARK: Language

  /// The visitor wants another language, or none in particular.
  private func setLanguage(_ language: String?) {
    // The tiles follow when their names have been read.
    configuration.language = language
    applyLanguages(of: configuration.latestConfiguration)
  }

  /// Has the texts in the language of a configuration, or in the one that the visitor chose.
  private func applyLanguages(of configuration: KioskConfiguration) {
    let environment = ProcessEnvironment.current
    let languages = environment.languages(of: configuration, language: self.configuration.language)
    guard languages != self.languages else { return }
    self.languages = languages
    post(.languages(languages, environment.words(for: languages)))
  }

  /// Has the texts of all languages in which tiles are, where something is written in all of them.
  private func applyReaders(of configuration: KioskConfiguration) {
    guard configuration.idle.attractAfter != nil else { return }
    post(.readers(ProcessEnvironment.current.readers(of: configuration)))
  }

  private func watchHeadset(as configuration: KioskConfiguration) {
    audio.watchHeadset(configuration.access.listensForHeadset) { [weak self] isPlugged, isFirst in
      self?.post(.headset(isPlugged: isPlugged, isNew: !isFirst))
    }
  }

  /// Applies what of a configuration is not the shell's.
  private func apply(_ configuration: KioskConfiguration) {
    followPIN(of: configuration)
    applyLanguages(of: configuration)
    applyReaders(of: configuration)
    ownership.apply(configuration)
    turnScreens(as: configuration.screen)
    window.textureBudget = configuration.artwork.textureBudget
    globalTouch.setting = configuration.gestures.globalTouch
    globalTouch.readsControllers = configuration.gestures.readsControllers
    programs.apply(configuration.kiosk.units)
    audio.apply(configuration.theme.look)
    watchHeadset(as: configuration)
    ThemeFonts.use(of: configuration)
    conditions.follow(configuration.facts)
    values.follow(configuration.valueSources, live: configuration.liveSources)
    operators.apply(configuration)
  }

  /// A compositor that was started with the picture turned has it so from the start.
  private func turnScreens(as settings: ScreenSettings, isStart: Bool = false) {
    guard ownsScreens, settings.rotation != rotation else { return }
    rotation = settings.rotation
    if !session.turnScreens(to: rotation), !isStart {
      log.notice("the compositor turns its screens only when it starts: systemctl restart rotunda")
    }
  }

  // MARK: The machine

  private var systemInformation: SystemInformation {
    var information = SystemInformation(
      version: Help.versionNumber, configurationPath: configuration.path,
      compositor: CompositorName.ofProcess(behind: session.connection.fileDescriptor),
      protocols: Set(session.registry.globals.map(\.interface)).sorted())
    information.program = Self.ownProgram
    information.hasConsole = hasConsole
    information.hasPhone = phone.isThere
    if let machine { information.add(machine) }
    return information
  }

  /// Looks the machine over, away from the thread that draws.
  private func readSystem() {
    let directory = ProcessEnvironment.current.stateDirectory ?? "/"
    do throws(EventLoopError) {
      try loop.inBackground {
        MachineFacts(directory: directory)
      } done: { [weak self] facts in
        self?.facts(facts)
      }
    } catch {
      log.warning("\(error)")
    }
  }

  private func facts(_ facts: MachineFacts) {
    machine = facts
    post(.system(systemInformation))
  }

  /// The path of this program, for what it starts of itself.
  private static let ownProgram: String? = {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }()

  // MARK: The end

  func end(_ reason: WindowHost.End) {
    // The supervisor starts both again.
    if reason == .compositorLost { log.error("the compositor went away") }
    end(reason.exitStatus, grace: reason == .compositorLost ? Self.lostGrace : ProgramRunner.endGrace)
  }

  private func end(_ status: Int32, grace: Double = ProgramRunner.endGrace) {
    guard !isEnding else { return }
    isEnding = true
    watchdog.stop()
    programs.end(grace: grace) { [loop] in loop.stop(status: status) }
  }
}
