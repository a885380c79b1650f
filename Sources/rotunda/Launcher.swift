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
import UsageCounts
import XPrograms

private let log = Log("launcher")

extension ThemeFonts {
  /// Uses the fonts of a configuration's theme for all further text.
  static func use(of configuration: KioskConfiguration) {
    use((configuration.theme.look?.fonts ?? []).map { File(path: $0.path, revision: $0.revision) })
  }
}

/// `rotunda`: shows the launcher until a signal or an operator ends it, or the compositor is lost.
enum LaunchCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    DriverCache.avoidFullDisk(ProcessEnvironment.current.variables)
    let link = SessionLink(environment: ProcessEnvironment.current.variables)
    // Programs of the same user must not get this process's connections to the compositor or the session.
    if link.isSession { OwnProcess.forbidInspection() }
    var options = options
    if options.configuration == nil { options.configuration = link.configuration }
    do {
      let launcher = try Launcher(options, link)
      let status = try launcher.run()
      // Not through exit(3) or a deinit: the thread that draws pictures may be busy without a time limit. No
      // data is left to write, and the kernel frees the rest.
      withExtendedLifetime(launcher) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}

/// Connects the shell, which decides, to the parts that perform its effects.
final class Launcher: FrameSource {
  /// Seconds that programs get to end by themselves after the compositor, and so their windows, are lost.
  private static let lostGrace = 0.3
  /// Seconds that a start waits for the conditions that depend on files.
  private static let conditionPatience = 0.5

  private let loop: EventLoop
  private var shell: Shell
  private let window: WindowHost
  private let ownership: ScreenOwnership
  private let globalTouch: GlobalTouchControl
  /// The keyboard over programs; nil if the compositor cannot show one.
  private lazy var typing = ProgramTyping(session, textures) { [weak self] in
    self?.post(.programKeyboard($0))
  } compose: { [weak self] in
    self?.shell.drawProgramKeyboard(to: &$0)
  }
  private let textures: TextureLoader
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
  private let sticks: StickBundles
  /// Whether operators may leave the kiosk for a console.
  private let hasConsole: Bool
  /// The screen rotation; nil for the compositor's own.
  private var rotation: ScreenRotation?
  /// Whether the screen belongs to this kiosk and not to a desktop.
  private let ownsScreens: Bool
  private let place: SavedPlace
  private let endRecord: EndRecord
  private let clock: WallClock
  private lazy var inspector = ScreenInspector(session, loop)
  /// The connection to logind.
  private lazy var logind = Logind(loop: loop)
  private lazy var brightness = ScreenBrightness(
    loop, logind, directory: Backlight.directory(in: ProcessEnvironment.current))
  /// The machine's facts from the last query.
  private var machine: MachineFacts?
  /// The languages of the launcher's texts, in order of preference.
  private var languages: [String]?
  private var isEnding = false

  init(_ options: LaunchOptions, _ link: SessionLink) throws(LaunchError) {
    let startedAt = EventLoop.now
    let environment = ProcessEnvironment.current
    let source = ConfigurationSource(options.configuration, environment)
    let (loop, starter, signals) = try LaunchError.ofLoop { () throws(EventLoopError) in
      let loop = try EventLoop()
      let starter = try ProgramStarter(loop: loop, environment: environment.variables)
      // Before any thread starts: both block signals, and threads inherit the mask.
      try starter.adoptOrphans()
      return (loop, starter, try EndSignal.all(loop))
    }
    self.loop = loop
    (hasConsole, ownsScreens) = (link.allowsConsole, link.isSession)
    // The files and the compositor answer during the rest of the setup.
    let configuration = try LaunchError.ofLoop { () throws(EventLoopError) in
      try LiveConfiguration(source, loop, environment)
    }
    self.configuration = configuration
    let textures = try TextureLoader(loop, ArtworkOptions(environment))
    self.textures = textures
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
    endRecord = EndRecord(loop, directory: environment.runtimeDirectory)
    let lastEnd = endRecord.begin()
    pins = PINChecker(
      loop, directory: environment.stateDirectory,
      service: PINServiceClient(environment: environment.variables))
    (clock, conditions, values) = try LaunchError.ofLoop { () throws(EventLoopError) in
      (
        try WallClock(loop: loop), try ConditionMonitor(loop, searchPath: environment.searchPath),
        try ValueMonitor(loop, starter)
      )
    }
    setup = SetupWorker(
      loop, SetupFacts(options.configuration, environment), SetupMedia(environment),
      NetworkLink(loop, variables: environment.variables, pins: pins))
    editing = EditingService(loop, environment, source: source, file: options.configuration, pins: pins) {
      configuration.language
    }
    phone = PhoneLink(loop, variables: environment.variables)
    sticks = StickBundles(loop, SetupMedia(environment), variables: environment.variables, pins: pins)
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
        try OperatorService(
          loop, environment, window, isInSession: link.isSession, startedAt: startedAt, lastEnd: lastEnd),
        try AudioOutput(loop, starter)
      )
    }
    globalTouch = GlobalTouchControl(
      loop: loop, variables: environment.variables, panels: link.panels)
    connect(signals)
  }

  /// Connects all event sources to the shell.
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
    sticks.onEvent = { [weak self] in self?.post(.stick($0)) }
    phone.onPhotograph = { [weak self] in self?.operators.takePhonePicture(into: $0) }
    clock.onChange = { [weak self] in
      if $0.slept > 0 { self?.session.showAgain() }
      self?.post(.clock(minuteOfWeek: $0.minuteOfWeek, slept: $0.slept))
    }
    logind.onWake = { [weak self] in self?.session.showAgain() }
    conditions.onChange = { [weak self] in self?.post(.facts($0)) }
    values.onNews = { [weak self] in self?.post(.values($0)) }
    session.idleWatch?.onIdle = { [weak self] in self?.post(.idle) }
    session.idleWatch?.onActive = { [weak self] in self?.post(.active) }
    session.idleWatch?.onUnknown = { [weak self] in self?.post(.watchesIdle(true)) }
    watchdog.onSeen = { [weak self] in self?.operators.firstFrameShown() }
    for signal in signals { signal.onSignal = { [weak self] in self?.end(ExitStatus.success) } }
  }

  /// The queue of all the shell's events.
  private lazy var queue = EventQueue<ShellEvent, ShellEffect> { [unowned self] event, effects in
    guard !isEnding else { return }
    shell.handle(event, at: EventLoop.now, into: &effects)
  } perform: { [unowned self] effect in
    perform(effect)
  } settle: { [unowned self] in
    followShell()
  }

  private var session: WaylandSession { window.session }

  /// Shows the launcher. Returns the exit status.
  func run() throws(LaunchError) -> Int32 {
    window.follow(self)
    CompositorsXServer.close()
    // An earlier launcher may have ended with the screens off.
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
    logind.listen()
    brightness.read()
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
          frames: $0.session.frameClock.frames, isInputMethod: $0.typing?.isInputMethod == true,
          brightness: $0.brightness.percent)
      }
    }
  }

  func post(_ event: ShellEvent) {
    // Ignore further events: a program that starts now would delay the end.
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

  /// Synchronizes the screen, the clocks and the watches with the shell's state.
  private func followShell() {
    let needs = shell.platformNeeds()
    ownership.give(to: needs.program, needs.homeHint)
    typing?.follow(
      isWanted: needs.wantsProgramKeyboard && !isEnding, needs.programKeyboard,
      isDirty: needs.isProgramKeyboardDirty)
    watchdog.front = needs.isDark ? .nothing : needs.isCovered ? .program : .launcher
    session.isCovered = watchdog.isCovered
    conditions.isSeen = !watchdog.isCovered
    values.isSeen = !watchdog.isCovered
    if watchdog.isCovered { operators.cancelScreenshot() }
    clock.wait(for: needs.clockAlarm)
    globalTouch.update(
      isCovered: needs.isCovered && !isEnding, isProgramSeen: needs.isProgramSeen,
      hasStrip: ownership.hasStrip,
      isNeeded: session.idleWatch == nil && needs.watchesTime || needs.watchesCorner || needs.watchesHealth,
      session)
    window.wait(until: needs.deadline, wantsFrame: needs.wantsFrame)
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
      logind.perform(action) { [weak self] in self?.post(.powerFailed(action, reason: $0)) }
    case .log(let message):
      log.info("\(message.fullText(in: .english).line)")
      operators.reportShown(message)
    case .watchIdle(let seconds): session.watchIdle(after: seconds)
    case .setScreen(let isOn): session.setScreens(isOn: isOn)
    case .checkPIN(let pin, let setting, let givesRight):
      pins.check(pin, setting, givesRight: givesRight) { [weak self] in self?.post(.pinChecked($0)) }
    case .keepLock(let isLocked): pins.keepLock(isLocked)
    case .readKeyboards(let languages): readKeyboards(languages)
    case .readPictures(let directories): readPictures(in: directories)
    case .drawProgramKey(let picture): typing?.draw(picture)
    case .type(let stroke): typing?.type(stroke)
    case .readRandom: post(.random(UInt64.random(in: .min ... .max)))
    case .readSystem: readSystem()
    case .readValue(let source): values.look(source)
    case .lookAtPrograms: programs.lookForHalted()
    case .lookAtScreen: inspector.look { [weak self] in self?.post(.screenSeen($0)) }
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
    case .setBrightness(let number, let percent):
      brightness.set(percent: percent) { [weak self] in self?.operators.answer(number, $0) }
    case .setUp(let request): setup.perform(request) { [weak self] in self?.post(.setUp($0)) }
    case .phone(.start(let isFirstRun, let language)):
      phone.start(ticket: isFirstRun ? nil : pins.ticket ?? PINTicket(), language: language)
    case .phone(.stop): phone.stop()
    case .stick(let request): sticks.perform(request)
    case .edit(let request): editing.perform(request)
    case .save(let request): editing.save(request)
    }
  }

  private func readKeyboards(_ languages: [String]) {
    do throws(EventLoopError) {
      // xkb compiles a description of hundreds of kilobytes, which would delay a frame.
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

  /// Applies the configured source of PINs, which may have another delay.
  private func followPIN(of configuration: KioskConfiguration) {
    pins.follow(configuration.admin.pin) { [weak self] in
      self?.post(.pinWait(seconds: $0))
    } locked: { [weak self] in
      self?.post(.remembered(isLocked: true))
    }
  }

  // MARK: Language

  /// Sets the visitor's language; nil means no choice.
  private func setLanguage(_ language: String?) {
    // The tiles follow once their names have been read.
    configuration.language = language
    applyLanguages(of: configuration.latestConfiguration)
  }

  /// Applies texts in the visitor's language, or in the configuration's.
  private func applyLanguages(of configuration: KioskConfiguration) {
    let environment = ProcessEnvironment.current
    let languages = environment.languages(of: configuration, language: self.configuration.language)
    guard languages != self.languages else { return }
    self.languages = languages
    post(.languages(languages, environment.words(for: languages)))
  }

  /// Loads the texts in all languages of the tiles, for content that appears in each of them.
  private func applyReaders(of configuration: KioskConfiguration) {
    guard configuration.idle.attractAfter != nil else { return }
    post(.readers(ProcessEnvironment.current.readers(of: configuration)))
  }

  private func watchHeadset(as configuration: KioskConfiguration) {
    audio.watchHeadset(configuration.access.listensForHeadset) { [weak self] isPlugged, isFirst in
      self?.post(.headset(isPlugged: isPlugged, isNew: !isFirst))
    }
  }

  /// Applies the parts of a configuration that the shell does not handle.
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

  /// Rotates the screens. A compositor that started with the rotation has it already.
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
    information.copiesBundles = sticks.isThere
    if let machine { information.add(machine) }
    return information
  }

  /// Collects the machine's facts, not on the thread that draws.
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

  /// The path of this program, for starting itself again.
  private static let ownProgram: String? = {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }()

  // MARK: The end

  func end(_ reason: WindowHost.End) {
    // The supervisor restarts both.
    if reason == .compositorLost { log.error("the compositor went away") }
    switch reason {
    case .compositorLost: end(reason.exitStatus, as: .compositor, grace: Self.lostGrace)
    case .undrawable: end(reason.exitStatus, as: .drawing)
    case .closed: end(reason.exitStatus)
    }
  }

  private func end(
    _ status: Int32, as reason: LauncherEnd = .request, grace: Double = ProgramRunner.endGrace
  ) {
    guard !isEnding else { return }
    isEnding = true
    watchdog.stop()
    endRecord.note(reason)
    programs.end(grace: grace) { [loop, endRecord] in
      endRecord.whenWritten { loop.stop(status: status) }
    }
  }
}
