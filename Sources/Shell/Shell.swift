import CarouselEngine
import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene

/// Everything the launcher decides: which screen is shown, what a gesture means, what to open and when to be back.
///
/// Pure: events and times come in, effects and frames go out. Times are seconds of one monotonic clock.
///
/// ```swift
/// shell.handle(.touch(frame), at: now)   // something happened
/// if shell.wantsFrame { … }                              // ask the window for a frame
/// shell.advance(to: presentation, into: &frame, effects: &effects)
/// ```
package struct Shell: Sendable {
  /// What has the screen.
  enum Screen: Hashable {
    case carousel
    /// A program, which may not have its window yet.
    case program(ProgramID, since: Double)
  }

  /// What is shown, and what everything on the screen depends on.
  var panels: PanelStack
  /// What the configuration says about looks, and what the visitor wants otherwise.
  var (themeSettings, adjustments): (ThemeSettings, [Adjustment]) = (ThemeSettings(), [])
  /// The language that the visitor chose, as a tag.
  var chosenLanguage: String?
  /// What fingers do.
  var input: GestureInput
  /// What is known of the machine, for the system's page.
  var system = SystemInformation()
  /// Configurations that have been read, and what is wrong with them.
  var inbox: ConfigurationInbox
  /// What was told to the journal.
  var reports = ReportLog()
  /// Who may do what.
  var access = AccessState()
  /// The highlight for visitors with one switch.
  var scanner: SwitchScanner
  var screen = Screen.carousel
  var programs = ProgramTable()
  var allowsPower = false
  /// What operators may ask for from outside.
  var controlled: Set<ControlVerb> = []
  /// What is spoken, and what is heard beside it.
  var (reader, sounds) = (ScreenReader(), SoundCues())
  /// What opens by itself.
  var autostart = Autostart()
  /// Who is there.
  var idle = Idle()
  var cover: ScreenCover?
  var attraction: AttractMode?
  /// Which shelves and tiles there are.
  var tileStore: TileStore
  /// Whether the launcher's window is in front, as far as the compositor tells.
  var hasFocus = false
  /// Whether something changed that no frame has shown yet.
  var isDirty = true

  /// What is to be done outside.
  var outbox: [ShellEffect] = []

  /// A shell that shows `shelves` as `configuration` says, and tells of `problems` in it.
  package init(
    configuration: KioskConfiguration, shelves: [LauncherShelf], problems: [Diagnostic] = []
  ) {
    var environment = Environment(theme: configuration.theme.theme)
    environment.wantsMirror = configuration.theme.isMirrored
    environment.metrics.follow(environment.theme)
    themeSettings = configuration.theme
    tileStore = TileStore(shelves, configuration)
    inbox = ConfigurationInbox(problems: problems)
    panels = PanelStack(
      TilesPanel(tileStore.shown, configuration, hasProblems: !problems.isEmpty, environment), environment)
    input = GestureInput(configuration)
    scanner = SwitchScanner(configuration.access)
    idle.monitor.settings = configuration.idle
    access.settings = configuration.admin
    input.setUp(axis: tilesPanel.shelf.axis, pointsPerMillimeter: nil)
    input.lookOut(for: tilesPanel.tileGestures)
    takeKiosk(configuration.kiosk)
    takeControl(configuration)
    if let notice = emptinessNotice { panels.notice.show(notice, into: &outbox) }
  }

  /// A shell with a single shelf that shows `tiles`.
  package init(
    configuration: KioskConfiguration, tiles: [LauncherTile], problems: [Diagnostic] = []
  ) {
    self.init(
      configuration: configuration, shelves: [LauncherShelf(settings: configuration.carousel, tiles: tiles)],
      problems: problems)
  }

  /// Whether the window should ask for a frame: something changed or moves, and the launcher is what is seen.
  package var wantsFrame: Bool {
    guard !metrics.size.isEmpty else { return false }
    return isDirty || (tilesPanel.isLaunchSeen && !isDark)
      || ((screen == .carousel || isSeenDespiteProgram) && !isDark && isMoving)
  }

  var problems: [Diagnostic] { inbox.problems }
  var words: Words { environment.words }
  var theme: Theme { environment.theme }
  var scale: Double { environment.scale }
  var clock: Double { environment.time }
  var metrics: Metrics { environment.metrics }
  var isMirrored: Bool { environment.isMirrored }
  var pointsPerMillimeter: Double? { environment.pointsPerMillimeter }
  var pageMetrics: PageMetrics { environment.pageMetrics }

  var isMoving: Bool {
    panels.isMoving || input.isMoving
  }

  /// Whether a program has the screen, so that no frame of the launcher has to be seen.
  package var isCovered: Bool {
    if case .program = screen { true } else { false }
  }

  /// When `ShellEvent.deadline` is due; nil when nothing is waited for.
  package var deadline: Double? {
    var earliest = Double.infinity
    if let due = input.deadline { earliest = min(earliest, due) }
    if let due = openingDeadline { earliest = min(earliest, due) }
    if let due = panels.deadline { earliest = min(earliest, due) }
    if let due = scanner.deadline { earliest = min(earliest, due) }
    if let due = programs.deadline { earliest = min(earliest, due) }
    if let due = idleDeadline { earliest = min(earliest, due) }
    if let due = tilesPanel.values.deadline { earliest = min(earliest, due) }
    if let due = tilesPanel.deadline, !isCovered, !isDark { earliest = min(earliest, due) }
    return earliest < .infinity ? earliest : nil
  }

  /// Takes an event in; appends what is to be done outside.
  package mutating func handle(
    _ event: ShellEvent, at time: Double, into effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.handle(event, at: time) }
  }

  /// Lets something append to `effects`.
  mutating func withOutbox(_ effects: inout [ShellEffect], _ body: (inout Shell) -> Void) {
    swap(&outbox, &effects)
    body(&self)
    swap(&outbox, &effects)
  }

  private mutating func handle(_ event: ShellEvent, at time: Double) {
    panels.setTime(max(clock, time))
    let wasSeen = screen == .carousel
    let event = isMirrored ? turned(event) : event
    if let event = admit(event, at: time) { take(event, at: time) }
    takeWaiting()
    openPending()
    sendValues()
    followScan()
    inspectPrograms(event, isSeenAgain: !wasSeen)
    markRunningTiles()
    updateSpeech()
    updateSounds()
    if let effect = idle.changedWatch() { outbox.append(effect) }
  }

  private mutating func take(_ event: ShellEvent, at time: Double) {
    switch event {
    case .resized(let size, let scale): resize(to: size, scale: scale)
    case .touch(let frame):
      if !watchCorner(frame, at: time) { handle(frame, at: time) }
    case .globalTouch(let frame):
      if !watchCorner(frame, at: time) { handleGlobal(frame, at: time) }
    case .stripSwiped(let edge): stripSwiped(from: edge)
    case .key(let key): handle(key, at: time)
    case .scroll(let scroll): handle(scroll, at: time)
    case .focus(let hasFocus):
      self.hasFocus = hasFocus
      if !hasFocus { loseInput(at: time) }
      // What has the keyboard now is what is seen.
      let isLaunchCovered = !hasFocus && isCovered
      panels.tiles.launch?.isCovered = isLaunchCovered
    case .languages(let languages, let words): speak(languages, words)
    case .shelves(let shelves): reword(shelves)
    case .wallTime(let moment): withTiles { $0.setWallTime(moment) }
    case .deadline: meetDeadlines(at: time)
    case .pictureReady(let picture, let size):
      if scanner.measured(picture, size: size) { isDirty = true }
      withPanels { $0.measured(picture, size: size) }
    case .measured(let pointsPerMillimeter):
      measured(pointsPerMillimeter: pointsPerMillimeter)
    case .configuration(let configuration, let shelves, let problems):
      inbox.receive(.init(configuration: configuration, shelves: shelves, problems: problems))
      answerReloads(.done)
    case .configurationRefused(let problems): refuse(problems)
    case .system(let information):
      system = information
      updateSystemPage()
      if systemPage != nil { reader.repeatAll() }
    case .remembered(let record): remember(record, at: time)
    case .pinChecked(let verdict): checked(verdict)
    case .random(let number): shuffleDigits(by: number)
    case .keepsPrograms(let limit): programs.keptLimit = limit
    case .began: autostart.begin(tileStore.offered)
    case .place(let place): restore(place)
    case .tellsWindows(let tells): programs.tellsWindows = tells
    case .windowAppeared(let program): windowAppeared(program)
    case .windowsGone(let program): programs.windowsGone(program, at: clock)
    case .halted(let halted): programs.halted(halted)
    case .powerFailed(let action, let reason): powerFailed(action, reason)
    case .bringForwardFailed(let program): bringForwardFailed(program)
    case .startFailed(let program, let failure): startFailed(program, failure)
    case .programUnlimited(let program, let reason): programUnlimited(program, reason: reason)
    case .ended(let program, let reason): ended(program, reason, at: time)
    case .watchesIdle(let isWatched): idle.monitor.watch(isWatched, at: time)
    case .idle: idle.monitor.nobody(at: time)
    case .active: compositorSeesSomebody(at: time)
    case .clock(let minute, let slept): clockRead(minute, slept: slept, at: time)
    case .control(let call): handle(call, at: time)
    case .values(let news):
      panels.tiles.values.read(news)
      isDirty = true
    case .facts(let facts):
      tileStore.read(facts)
    }
  }

  private mutating func meetDeadlines(at time: Double) {
    withPanels { $0.meetDeadlines() }
    meetScanDeadline()
    meetProgramDeadlines(at: time)
    meetIdleDeadline(at: time)
    endOpening(at: time)
    if !isCovered, !isDark { withTiles { $0.meetDeadline() } }
    act(on: input.advance(to: time))
    actOnGlobal(input.advanceElsewhere(to: time))
  }

  private mutating func resize(to size: Size, scale: Double) {
    guard !size.isEmpty, scale > 0, size.width.isFinite, size.height.isFinite, scale.isFinite else { return }
    guard size != metrics.size || scale != self.scale else { return }
    environment.metrics = Metrics(size: size, pointsPerMillimeter: pointsPerMillimeter)
    environment.metrics.follow(theme)
    environment.scale = scale
    input.resize(to: size)
    withPanels {
      $0.tiles.resize()
      $0.notice.skipEntrance()
      $0.layOut()
    }
    layOutScan()
    withTiles { $0.layOutSurroundings() }
    if tilesPanel.hasWantedPlace { restore(nil) }
    isDirty = true
  }
}

/// What a frame shows.
extension Shell {
  /// Seconds between two frames, where the display knows; a finger's drag is drawn accordingly.
  package var frameInterval: Double? {
    get { input.frameInterval }
    set { input.frameInterval = newValue }
  }

  /// Moves everything to `time` and writes what is seen then.
  ///
  /// Appends requests for the cards of tiles that have come near.
  ///
  /// - Parameters:
  ///   - time: when the frame will be presented, as well as that is known.
  ///   - now: when it is drawn; nil: `time`.
  package mutating func advance(
    to time: Double, drawnAt now: Double? = nil, into frame: inout SceneFrame, effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.advance(to: time, drawnAt: now ?? time, into: &frame) }
  }

  private mutating func advance(to time: Double, drawnAt now: Double, into frame: inout SceneFrame) {
    advanceLevel(to: time, drawnAt: now)
    markRunningTiles()
    frame.removeAll()
    frame.size = metrics.size
    frame.background = isDark ? Self.dark : tilesPanel.background
    // A question stands alone: what is behind it is not what its visitor left.
    let view: PanelStack.View = cover == nil ? .everything : isDark ? .nothing : .messageOnly
    panels.draw(view, isShaded: isShaded, to: &frame)
    if cover == nil { scanner.draw(panels, to: &frame) }
    if isMirrored { frame.mirror() }
    let (hasTilesInSight, isShaded) = (cover == nil, isShaded)
    withTiles { $0.requestPictures(ofTiles: hasTilesInSight, isShaded: isShaded) }
    panels.notice.noteEntrance()
    // Where it goes by itself is no visitor's place.
    if !isMoving, attraction == nil {
      withTiles { [isIdle = idle.isIdle] in $0.keepPlace(isHeard: !isIdle) }
    }
    updateSpeech()
    updateSounds()
    isDirty = false
  }

  /// A screen that is off, where it cannot be turned off.
  private static let dark = Color(hex: 0x000000)

  private mutating func advanceLevel(
    to time: Double, drawnAt now: Double
  ) {
    let earlier = clock
    panels.setTime(max(clock, time))
    act(on: input.resample(forFrameAt: clock, drawnAt: now))
    let elapsed = clock - earlier
    withPanels { $0.advance(elapsed: elapsed) }
  }
}
