import CarouselEngine
import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// Everything the launcher decides: which screen is shown, what a gesture means, what to open and when to be back.
///
/// Pure: events and times come in, effects and frames go out. Times are seconds of one monotonic clock. What each part of it knows is
/// its own: the shell hands events to the parts, and performs what they want of one another.
///
/// ```swift
/// shell.handle(.touch(frame), at: now)   // something happened
/// if shell.wantsFrame { … }                              // ask the window for a frame
/// shell.advance(to: presentation, into: &frame, effects: &effects)
/// ```
package struct Shell: Sendable {
  /// What is seen and heard.
  var presentation: Presentation
  /// What fingers do.
  var input: GestureInput
  var programs = ProgramTable()
  /// Who is there.
  var idle = Idle()
  var access = AccessControl()
  var control = RemoteControl()
  /// Which shelves and tiles there are.
  var tileStore: TileStore
  /// Configurations that have been read, and what is wrong with them.
  var inbox: ConfigurationInbox
  var system = SystemStatus()
  /// Whom visitors can call while the kiosk does not work; nil where the configuration says nothing.
  var contact: LocalizedText?
  /// Whether something changed that no frame has shown yet.
  var isDirty = true
  /// What is to be done outside.
  var outbox: [ShellEffect] = []

  /// A shell that shows `shelves` as `configuration` says, and the `problems` in it.
  package init(
    configuration: KioskConfiguration, shelves: [LauncherShelf], problems: [Diagnostic] = []
  ) {
    let appearance = Appearance(configuration)
    var environment = Environment(theme: appearance.drawn)
    environment.wantsMirror = configuration.access.isMirrored
    (environment.isSpoken, environment.themeName) = (configuration.access.isSpoken, configuration.theme.name)
    environment.metrics.follow(environment.theme)
    tileStore = TileStore(shelves, configuration)
    inbox = ConfigurationInbox(problems: problems)
    let tiles = TilesPanel(tileStore.shown, configuration, hasProblems: !problems.isEmpty, environment)
    presentation = Presentation(PanelStack(tiles, environment), configuration)
    input = GestureInput(configuration)
    input.setUp(axis: tilesPanel.shelf.axis, pointsPerMillimeter: nil)
    input.lookOut(for: tilesPanel.tileGestures)
    applySettings(of: configuration)
    updateState()
  }

  /// A shell with a single shelf that shows `tiles`.
  package init(
    configuration: KioskConfiguration, tiles: [LauncherTile], problems: [Diagnostic] = []
  ) {
    self.init(
      configuration: configuration, shelves: [LauncherShelf(settings: configuration.carousel, tiles: tiles)],
      problems: problems)
  }

  /// What is shown, and what everything on the screen depends on.
  var panels: PanelStack {
    get { presentation.panels }
    _modify { yield &presentation.panels }
  }
  var environment: Environment { panels.environment }
  var theme: Theme { environment.theme }
  var clock: Double { environment.time }
  var metrics: Metrics { environment.metrics }
  var tilesPanel: TilesPanel { panels.tiles }
  /// What has the screen.
  var foreground: Foreground { programs.foreground }
  var notice: Notice? { panels.notice.notice }

  /// Whether a program has the screen, so that no frame of the launcher has to be seen.
  package var isCovered: Bool { !foreground.isLauncher }
  /// Whether the program that has the screen is what visitors see, as far as is known.
  package var isProgramSeen: Bool { !foreground.showsLauncher(at: clock) }
  /// Whether the screen is dark, so that no frame has to be seen.
  package var isDark: Bool { idle.isDark }
  /// Whether the launcher is locked until the PIN is entered.
  package var isLocked: Bool { access.isLocked }

  /// Where the middle tile is, and the extent of the row's tiles along the row, as one goes on in it. In points.
  package var middleOfRow: (center: Point, step: Point) {
    let frame = tilesPanel.frame(of: .face) ?? Rectangle(origin: .zero, size: metrics.size)
    let axis = tilesPanel.shelf.axis
    return (frame.center, Point(axis.x * frame.size.width, axis.y * frame.size.height))
  }

  /// When `ShellEvent.deadline` is due; nil when nothing is waited for.
  package var deadline: Double? {
    var earliest = Double.infinity
    if let due = input.deadline { earliest = min(earliest, due) }
    if isOpening, let due = foreground.openingEnds { earliest = min(earliest, due) }
    if let due = panels.deadline { earliest = min(earliest, due) }
    if let due = presentation.scanner.deadline { earliest = min(earliest, due) }
    if let due = programs.deadline { earliest = min(earliest, due) }
    if let due = idle.deadline(counted: notice?.message.secondsLeft) { earliest = min(earliest, due) }
    if let due = tilesPanel.values.deadline { earliest = min(earliest, due) }
    if let due = tilesPanel.deadline, !isCovered, !isDark { earliest = min(earliest, due) }
    return earliest < .infinity ? earliest : nil
  }
}

// Events.
extension Shell {
  /// Handles an event; appends what is to be done outside.
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
    // What had to be done before anything could be handed over.
    guard !outbox.isEmpty else { return }
    effects += outbox
    outbox = []
  }

  private mutating func handle(_ event: ShellEvent, at time: Double) {
    panels.setTime(max(clock, time))
    let wasSeen = !isCovered
    var event = idle.orbit.offset == .zero ? event : event.moved(back: idle.orbit.offset)
    if environment.isMirrored { event = event.mirrored(width: metrics.size.width) }
    if let event = admit(event, at: time) { dispatch(event, at: time) }
    applyWaiting()
    openPending()
    sendValues()
    present { $0.followHighlight() }
    if !isCovered, !isDark, !wasSeen || event.mayShowChangedPrograms, programs.needsInspection(at: clock) {
      outbox.append(.lookAtPrograms)
    }
    updateMarks()
    updateSound()
    idle.orbit.follow(isAttracting: idle.attraction != nil, isSeen: !isCovered && !isDark, at: clock)
    if let effect = idle.changedWatch() { outbox.append(effect) }
  }

  private mutating func dispatch(_ event: ShellEvent, at time: Double) {
    switch event {
    case .resized(let size, let scale):
      guard present({ $0.resize(to: size, scale: scale) }) else { break }
      input.resize(to: size)
      if tilesPanel.hasWantedPlace { restore(nil) }
    case .touch(let frame): if !countPresses(frame, at: time) { handle(frame, at: time) }
    case .globalTouch(let frame): if !countPresses(frame, at: time) { handleGlobal(frame, at: time) }
    case .stripSwiped(let edge): handleStrip(along: edge)
    case .key(let key): handle(key, at: time)
    case .controller(let event):
      if case .button(let button, let phase) = event { handle(button, phase, at: time) }
    case .scroll(let scroll): handle(scroll, at: time)
    case .focus(let hasFocus):
      programs.setFocus(hasFocus)
      if !hasFocus {
        releaseInput(at: time)
        // Nothing shows any more that it was tapped.
        act(on: input.endPress())
      }
      // What has the keyboard now is what is seen.
      let isLaunchCovered = !hasFocus && isCovered
      presentation.panels.tiles.launch?.isCovered = isLaunchCovered
    case .languages(let languages, let words):
      // What fingers do now was meant for the other side.
      if environment.isTurned(by: languages.first) { releaseInput(at: clock) }
      present { $0.setLanguage(languages, words) }
    case .readers(let readers): present { $0.panels.environment.readers = readers }
    case .shelves(let shelves): if !inbox.rename(shelves) { tileStore.rename(shelves) }
    case .wallTime(let moment):
      withTiles { $0.setWallTime(moment) }
      if systemPage != nil { updateSystemPage() }
    case .deadline: meetDeadlines(at: time)
    case .pictureReady(let picture, let size, let inset):
      present { $0.measured(picture, size: size, inset: inset) }
    case .measured(let pointsPerMillimeter):
      guard present({ $0.measure(pointsPerMillimeter) }) else { break }
      input.setThresholds(pointsPerMillimeter: environment.pointsPerMillimeter)
    case .configuration(let configuration, let shelves, let problems):
      inbox.receive(.init(configuration: configuration, shelves: shelves, problems: problems))
      control.answerReloads(.done, into: &outbox)
    case .configurationRefused(let problems): refuse(problems)
    case .system(let information):
      system.update(information)
      updateSystemPage()
      if systemPage != nil { presentation.repeatAll() }
    case .remembered(let record): restore(record, at: time)
    case .pinChecked(let verdict): finishCheck(verdict)
    case .random(let number):
      if access.settings.shufflesDigits { withPanels { $0.shuffleDigits(by: number) } }
    case .keepsPrograms(let limit): programs.keptLimit = limit
    case .began: programs.autostart.begin(tileStore.offered)
    case .place(let place): restore(place)
    case .tellsWindows(let tells): programs.tellsWindows = tells
    case .windowAppeared(let program):
      if programs.windowAppeared(program, into: &outbox), case .slow = notice?.message { dismissNotice() }
    case .windowsGone(let program): programs.windowsGone(program, at: clock)
    case .halted(let halted): programs.halted(halted)
    case .powerFailed(let action, let reason): showError(.powerFailed(action, .told(reason)))
    case .bringForwardFailed(let program): bringForwardFailed(program)
    case .startFailed(let program, let failure): ended(program, .notStarted(failure), at: time)
    case .programUnlimited(let program, let reason):
      if let tile = programs[program]?.tile { report(.unlimited(tile: tile, reason: reason)) }
    case .ended(let program, let reason): ended(program, .exited(reason), at: time)
    case .watchesIdle(let isWatched): idle.watch(isWatched, at: time)
    case .idle: idle.nobodyCame(at: time)
    case .active: compositorSawSomebody(at: time)
    case .clock(let minute, let slept):
      idle.slept(slept, at: time)
      tileStore.read(minuteOfWeek: minute)
      withTiles { $0.updateClock() }
      updateScreenSchedule(at: time)
      updateState()
    case .control(let call): handle(call, at: time)
    case .values(let news):
      panels.tiles.values.read(news)
      retouch(tileStore.read(news))
      isDirty = true
    case .facts(let facts): tileStore.read(facts)
    }
  }

  private mutating func meetDeadlines(at time: Double) {
    withPanels { $0.meetDeadlines() }
    present { $0.meetDeadline() }
    meetProgramDeadlines(at: time)
    meetIdleDeadlines(at: time)
    if isOpening, let end = foreground.openingEnds, end <= time {
      // The program has nothing to show: the tiles are there again, and a touch on them counts. It goes on, and a window that it
      // still puts up has the screen.
      dismissNotice()
      withTiles { $0.endLaunch() }
    }
    if !isCovered, !isDark {
      let isAlone =
        panels.isEmpty && notice == nil && idle.attraction == nil && presentation.scanner.run == nil
      withTiles { $0.meetDeadline(isAlone: isAlone) }
    }
    act(on: input.advance(to: time))
    actOverProgram(on: input.advanceElsewhere(to: time))
  }

  /// Shows on tiles what their programs do.
  private mutating func updateMarks() {
    guard let changed = programs.updateMarks(isCovered: isCovered) else { return }
    let marks = programs.marks
    withTiles { $0.show(marks: marks, changed: changed) }
  }

  /// Has heard what is new.
  private mutating func updateSound() {
    presentation.setSurroundings(isCovered: idle.cover != nil, isLauncherSeen: !isCovered)
    presentation.updateSound(
      isDark: isDark, hasVisitor: idle.attraction == nil && !idle.isIdle, into: &outbox)
  }
}

// Frames.
extension Shell {
  /// Seconds between two frames, where the display knows; a finger's drag is drawn accordingly.
  package var frameInterval: Double? {
    get { input.frameInterval }
    set { input.frameInterval = newValue }
  }

  /// Whether the window should ask for a frame: something changed or moves, and the launcher is what is seen.
  package var wantsFrame: Bool {
    guard !metrics.size.isEmpty else { return false }
    if isDirty { return true }
    return !isDark && (tilesPanel.isLaunchSeen || (foreground.showsLauncher(at: clock) && isMoving))
  }

  private var isMoving: Bool { panels.isMoving || input.isMoving }

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
    let earlier = clock
    panels.setTime(max(clock, time))
    act(on: input.resample(forFrameAt: clock, drawnAt: now))
    let elapsed = clock - earlier
    withPanels { $0.advance(elapsed: elapsed) }
    updateMarks()
    let (isDark, isShaded) = (isDark, foreground.isShaded(hasMessage: notice != nil, at: clock))
    present { $0.draw(isDark: isDark, isShaded: isShaded, to: &frame) }
    if idle.orbit.offset != .zero { frame.move(by: idle.orbit.offset) }
    panels.notice.noteEntrance()
    // Where it goes by itself is no visitor's place.
    if !isMoving, idle.attraction == nil {
      withTiles { [isIdle = idle.isIdle] in $0.keepPlace(isHeard: !isIdle) }
    }
    updateSound()
    isDirty = false
  }
}

// Input: what is in front is asked first.
extension Shell {
  private mutating func handle(_ frame: TouchFrame, at time: Double) {
    guard acceptsInput(at: time) else { return }
    input.lookOut(inFront: panels.recognizers)
    act(on: input.handle(frame, at: time))
  }

  /// Whether what fingers, keys or a wheel do at `time` is meant for the launcher; if so, it is what is seen.
  private mutating func acceptsInput(at time: Double) -> Bool {
    guard foreground.isMeant(at: time) else { return false }
    if isCovered { showLauncher() }
    return true
  }

  /// Forgets every finger and key that is down: another window gets to know of their ends.
  mutating func releaseInput(at time: Double) {
    act(on: input.cancel(at: time))
    withTiles { if $0.scrolling.isActive { $0.stopScrolling(velocity: 0) } }
    presentation.forgetHold()
  }

  /// What is under way on the tiles ends here.
  mutating func leaveLevel() {
    releaseInput(at: clock)
    // A tap comes before its touch has ended.
    withTiles { $0.endTouch() }
  }

  private mutating func act(on gestures: [Gesture]) {
    for gesture in gestures { act(on: gesture) }
    input.reuse(gestures)
  }

  private mutating func act(on gesture: Gesture) {
    guard idle.firstTouch.admits(gesture) else { return }
    if case .touchEnded = gesture { returnFromOrbit() }
    if case .touchBegan(let point) = gesture, input.hasTileGestures {
      for decided in input.forgo(except: tilesPanel.recognizers(at: point)) { act(on: decided) }
    }
    let meaning = PanelStack.Meaning(
      bindings: input.bindings, trigger: input.trigger(of: gesture), flickMinimum: input.flickMinimum)
    withPanels { $0.handle(gesture, meaning) }
    if case .touchBegan = gesture, let axis = panels.swipeAxis { input.swipe(along: axis) }
  }

  /// Fingers seen beside the compositor. They belong to the program that has the screen, but for a few gestures.
  private mutating func handleGlobal(_ frame: TouchFrame, at time: Double) {
    guard isCovered else { return input.forgetElsewhere(at: time) }
    actOverProgram(on: input.handleElsewhere(frame, at: time))
  }

  private mutating func actOverProgram(on gestures: [Gesture]) {
    let bindings = input.bindings.overProgram
    for gesture in gestures {
      guard isCovered else { break }
      guard let trigger = input.trigger(of: gesture) else { continue }
      perform(bindings[trigger.trigger], at: trigger.point)
    }
    input.reuse(gestures)
    // What fingers do from now on the launcher sees itself.
    if !isCovered { input.forgetElsewhere(at: clock) }
  }

  /// The strip along an edge does what a swipe from there does, and if that is nothing over a program, home: there is
  /// no other use for a strip.
  private mutating func handleStrip(along edge: Edge) {
    let action = input.bindings.overProgram[.edgeSwipe(edge)]
    perform(action == .none ? .home : action)
  }

  private mutating func handle(_ event: KeyEvent, at time: Double) {
    guard event.phase != .released else { return presentation.releaseSwitch(event, at: time) }
    guard event.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return }
    // A key that is still held from before the program says nothing about who is seen.
    guard !isCovered || event.phase == .pressed, acceptsInput(at: time) else { return }
    guard !present({ $0.handleSwitch(event) }) else { return }
    present { $0.stopScanning() }
    guard let button = ControllerButton(event.key), input.bindings[button] != .none else {
      withPanels { $0.handle(event) }
      return
    }
    press(input.bindings[button], event.phase)
  }

  /// A button of a remote control or a gamepad. While a program has the screen most belong to it.
  private mutating func handle(_ button: ControllerButton, _ phase: KeyEvent.Phase, at time: Double) {
    let action = input.bindings[button]
    guard foreground.showsLauncher(at: time) else {
      if phase == .pressed, button.isSystem, action.worksOverProgram { perform(action) }
      return
    }
    // A compositor gives a remote control to the window in front, and so it comes as a key.
    guard button != .remoteHome, !foreground.isBehind else { return }
    if let key = action.key {
      let event = KeyEvent(key, phase)
      handle(environment.isMirrored ? event.mirrored : event, at: time)
    } else if phase == .pressed, acceptsInput(at: time) {
      present { $0.stopScanning() }
      perform(action)
    }
  }

  /// Does what a button that came as a key is bound to.
  private mutating func press(_ action: ShellAction, _ phase: KeyEvent.Phase) {
    if let key = action.key {
      let event = KeyEvent(key, phase)
      withPanels { [isMirrored = environment.isMirrored] in $0.handle(isMirrored ? event.mirrored : event) }
    } else if phase == .pressed {
      perform(action)
    }
  }

  private mutating func handle(_ event: ScrollEvent, at time: Double) {
    if panels.scrolls, acceptsInput(at: time) { withPanels { $0.handle(event) } }
  }

  /// Counts presses of the operator's corner; the one that opens something does nothing else. Whether it was that.
  private mutating func countPresses(_ frame: TouchFrame, at time: Double) -> Bool {
    guard idle.cover == nil, panels.open?.layer.rules.countsCorner != false,
      access.countPresses(frame, at: time, environment)
    else { return false }
    // Its finger is still down, and what it opens must not take its up for a tap.
    idle.ignore(frame)
    perform(.admin)
    return true
  }
}
