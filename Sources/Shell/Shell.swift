import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// All decisions of the launcher: the visible screen, the meaning of gestures, what to open, and when to
/// return.
///
/// Pure: events and times come in, effects and frames go out. Times are seconds of one monotonic clock. Each
/// part keeps its own state. The shell passes events to the parts, and performs their requests to one
/// another.
///
/// ```swift
/// shell.handle(.touch(frame), at: now)   // something happened
/// if shell.wantsFrame { … }                              // ask the window for a frame
/// shell.advance(to: presentation, into: &frame, effects: &effects)
/// ```
package struct Shell: Sendable {
  /// The output to visitors, and their input to it.
  var presentation: Presentation
  var programs = ProgramTable()
  /// Recognizes a program that hangs.
  var health = ProgramHealth()
  /// Visits and idle time.
  var idle = Idle()
  var access = AccessControl()
  var control = RemoteControl()
  var codes = CodeInput()
  /// The configured and the visible tiles.
  var tileStore: TileStore
  /// The configurations that have been read, and their problems.
  var inbox: ConfigurationInbox
  var system = SystemStatus()
  /// The visible configuration.
  var configuration: KioskConfiguration
  /// The state of the editor on the screen.
  var editor = Editor()
  /// The keyboard over programs.
  var programKeyboard = ProgramKeyboard()
  /// The request to save that was made last.
  var save = PendingSave()
  /// The page for phones; nil without one.
  var phone: PhoneSession?
  /// Whether something changed that no frame has shown.
  var isDirty = true
  /// The effects for the host.
  var outbox: [ShellEffect] = []

  /// Creates a shell that shows `shelves` with a `configuration` and its `problems`.
  package init(
    configuration: KioskConfiguration, shelves: [LauncherShelf], problems: [Diagnostic] = []
  ) {
    self.configuration = configuration
    let environment = Environment(configuration)
    tileStore = TileStore(shelves, configuration)
    inbox = ConfigurationInbox(problems: problems)
    let tiles = TilesPanel(tileStore.shown, configuration, hasProblems: !problems.isEmpty, environment)
    presentation = Presentation(PanelStack(tiles, environment), configuration)
    applySettings(of: configuration)
    updateState()
  }

  /// The screens, and (in `environment`) their common state.
  var panels: PanelStack {
    get { presentation.panels }
    _modify { yield &presentation.panels }
  }
  var environment: Environment { panels.environment }
  var theme: Theme { environment.theme }
  var clock: Double { environment.time }
  var metrics: Metrics { environment.metrics }
  var tilesPanel: TilesPanel { panels.tiles }
  /// The owner of the screen.
  var foreground: Foreground { programs.foreground }
  var notice: Notice? { panels.notice.notice }

  /// Whether a program has the screen and hides all frames of the launcher.
  package var isCovered: Bool { !foreground.isLauncher }
  /// Whether visitors see the program on the screen, as far as is known.
  package var isProgramSeen: Bool { !foreground.showsLauncher(at: clock) }
  /// Whether the screen is dark and needs no frames.
  package var isDark: Bool { idle.isDark }
  private var isSeen: Bool { !isCovered && !isDark }
  /// Whether the launcher is locked until the PIN is entered.
  package var isLocked: Bool { access.isLocked }

  /// The middle of the middle tile, and the extent of a tile in the forward direction of the row, in points.
  package var middleOfRow: (center: Point, step: Point) {
    tilesPanel.middleOfRow
  }

  /// When to send `ShellEvent.deadline`; nil without a deadline.
  package var deadline: Double? {
    var earliest = presentation.deadline(areTilesSeen: isSeen) ?? .infinity
    if isOpening, let due = foreground.openingEnds { earliest = min(earliest, due) }
    if let due = programs.deadline { earliest = min(earliest, due) }
    if let due = health.deadline { earliest = min(earliest, due) }
    if let due = programKeyboard.deadline { earliest = min(earliest, due) }
    if let due = codes.reader.deadline { earliest = min(earliest, due) }
    if let due = idle.deadline(counted: notice?.message.secondsLeft) { earliest = min(earliest, due) }
    return earliest < .infinity ? earliest : nil
  }
}

/// The platform's duties until the shell changes again.
package struct PlatformNeeds: Sendable {
  /// The program that has the screen.
  package let program: ProgramID?
  /// The hint on the way back from that program.
  package let homeHint: HomeHint
  /// Whether the keyboard over programs may appear.
  package let wantsProgramKeyboard: Bool
  /// The visible part of that keyboard.
  package let programKeyboard: ProgramKeyboardView?
  /// Whether that keyboard must be drawn.
  package let isProgramKeyboardDirty: Bool
  /// Whether the screen is dark and needs no frames.
  package let isDark: Bool
  /// Whether a program has the screen and hides all frames of the launcher.
  package let isCovered: Bool
  /// Whether visitors see the program on the screen, as far as is known.
  package let isProgramSeen: Bool
  /// The minute of the week at which the visible shelves may change next; nil if the hour does not matter.
  package let clockAlarm: Int?
  /// Whether the time without a touch matters.
  package let watchesTime: Bool
  /// Whether touches in the secret corner matter.
  package let watchesCorner: Bool
  /// Whether touches on the program matter, because its picture must change.
  package let watchesHealth: Bool
  /// When to send `ShellEvent.deadline`; nil without a deadline.
  package let deadline: Double?
  /// Whether the window should request a frame.
  package let wantsFrame: Bool
}

extension Shell {
  /// Returns the needs after an event or a frame. It changes nothing. But another module that calls a method
  /// that is not mutating copies the shell, in each frame.
  package mutating func platformNeeds() -> PlatformNeeds {
    PlatformNeeds(
      program: programOnScreen, homeHint: homeHint, wantsProgramKeyboard: wantsProgramKeyboard,
      programKeyboard: programKeyboardView, isProgramKeyboardDirty: isProgramKeyboardDirty, isDark: isDark,
      isCovered: isCovered, isProgramSeen: isProgramSeen, clockAlarm: clockAlarm, watchesTime: watchesTime,
      watchesCorner: watchesCorner, watchesHealth: watchesHealth, deadline: deadline, wantsFrame: wantsFrame)
  }
}

// Events.
extension Shell {
  /// Handles an event, and appends effects for the host.
  package mutating func handle(
    _ event: ShellEvent, at time: Double, into effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.handle(event, at: time) }
  }

  /// Makes `effects` the outbox for the duration of a call.
  mutating func withOutbox(_ effects: inout [ShellEffect], _ body: (inout Shell) -> Void) {
    swap(&outbox, &effects)
    body(&self)
    swap(&outbox, &effects)
    // Earlier effects come first.
    guard !outbox.isEmpty else { return }
    effects += outbox
    outbox = []
  }

  private mutating func handle(_ event: ShellEvent, at time: Double) {
    panels.setTime(max(clock, time))
    let wasSeen = !isCovered
    if case .key(let key) = event, codes.isOn {
      handle(codes.handle(key, at: time), at: time)
    } else if let event = admit(presentation.placed(event), at: time) {
      dispatch(event, at: time)
    }
    applyWaiting()
    openPending()
    sendValues()
    present { $0.followHighlight() }
    if isSeen, !wasSeen || event.mayShowChangedPrograms, programs.needsInspection(at: clock) {
      outbox.append(.lookAtPrograms)
    }
    updateMarks()
    updateSound()
    followPhone()
    followOperator()
    presentation.orbit.follow(isAttracting: idle.attraction != nil, isSeen: isSeen, at: clock)
    if let effect = idle.changedWatch() { outbox.append(effect) }
    let program = isDark ? nil : foreground.program
    health.follow(program, program.flatMap { programs[$0]?.conduct }, at: clock)
    updateProgramKeyboard()
  }

  /// Handles a key that does not belong to a code.
  mutating func admitKey(_ key: KeyEvent, at time: Double) {
    if let event = admit(presentation.placed(.key(key)), at: time) { dispatch(event, at: time) }
  }

  private mutating func dispatch(_ event: ShellEvent, at time: Double) {
    switch event {
    case .resized, .languages, .readers, .keyboards, .wallTime, .pictureReady, .measured:
      present { $0.handle(event) }
      // The system page also shows the time.
      if case .wallTime = event { updateSystemPage() }
    case .touch(let frame):
      guard !countPresses(frame, at: time), acceptsInput(at: time) else { break }
      handleTouch(frame, at: time)
    case .globalTouch(let frame):
      // Touches belong to the program on the screen, except for a few gestures.
      guard !countPresses(frame, at: time) else { break }
      if isCovered, frame.isTouched, health.touched(at: time) { outbox.append(.lookAtScreen) }
      performElsewhere(isCovered ? presentation.input.actionsElsewhere(frame, at: time) : [])
    case .programKeyboard(let event): programKeyboard.handle(event, environment, into: &outbox)
    case .headset(let isPlugged, let isNew): handleHeadset(isPlugged: isPlugged, isNew: isNew, at: time)
    case .stripSwiped(let edge): perform(presentation.input.bindings.action(ofStripAlong: edge))
    case .key(let key): handle(key, at: time)
    case .controller(let event):
      if case .button(let button, let phase) = event { handle(button, phase, at: time) }
    case .scroll(let scroll):
      if panels.scrolls, acceptsInput(at: time) { withPanels { $0.handle(scroll) } }
    case .focus(let hasFocus):
      programs.setFocus(hasFocus)
      codes.forgetKeys()
      present { $0.setFocus(hasFocus, at: time) }
    case .shelves(let shelves): if !inbox.rename(shelves) { tileStore.rename(shelves) }
    case .deadline: meetDeadlines(at: time)
    case .configuration(let configuration, let shelves, let problems):
      inbox.receive(.init(configuration: configuration, shelves: shelves, problems: problems))
      control.answerReloads(.done, into: &outbox)
    case .configurationRefused(let problems):
      inbox.refuse(problems)
      control.refuseReloads(problems, into: &outbox)
      showProblems()
    case .system(let information):
      system.update(information)
      updateSystemPage()
      if systemPage != nil { presentation.repeatAll() }
    case .remembered(let isLocked):
      perform(
        access.restore(isLocked: isLocked, hasProblems: !inbox.problems.isEmpty, into: &outbox))
    case .pinWait(let seconds): perform(access.wait(seconds: seconds, at: clock))
    case .pinChecked(let verdict): perform(access.finishCheck(verdict, at: clock))
    case .random(let number):
      if access.settings.shufflesDigits { withPanels { $0.shuffleDigits(by: number) } }
    case .keepsPrograms, .tellsWindows, .windowsGone, .halted: programs.handle(event, at: clock)
    case .began: programs.autostart.begin(tileStore.offered)
    case .place(let place): present { $0.restore(place) }
    case .windowAppeared(let program):
      if programs.windowAppeared(program, into: &outbox), case .slow = notice?.message { dismissNotice() }
    case .powerFailed(let action, let reason): showError(.powerFailed(action, .told(reason)))
    case .bringForwardFailed(let program):
      let isAttraction = idle.attraction == .program(program)
      perform(programs.bringForwardFailed(program, isAttraction: isAttraction, into: &outbox))
    case .startFailed(let program, let failure): ended(program, .notStarted(failure), at: time)
    case .programUnlimited(let program, let reason):
      if let tile = programs[program]?.tile { logError(.unlimited(tile: tile, reason: reason)) }
    case .ended(let program, let reason): ended(program, .exited(reason), at: time)
    case .watchesIdle(let isWatched): idle.watch(isWatched, at: time)
    case .idle: idle.nobodyCame(at: time)
    case .active: compositorSawSomebody(at: time)
    case .clock(let minute, let slept):
      idle.slept(slept, at: time)
      tileStore.read(minuteOfWeek: minute)
      withTiles { $0.updateClock() }
      if idle.setClosed(tileStore.isClosed, at: time) { uncoverScreen() }
      updateState()
    case .screenSeen(let look):
      if let program = health.see(look, at: time) { startAnew(program) }
    case .control(let call):
      let situation = RemoteControl.Situation(
        tile: call.request.tileID.flatMap { findTile($0) }, isLocked: isLocked, hasPIN: access.hasPIN,
        isDark: isDark, allowsPower: access.allowsPower)
      perform(control.handle(call, situation, at: time))
    case .values(let news):
      panels.tiles.values.read(news)
      retouch(tileStore.read(news))
      isDirty = true
    case .facts(let facts): tileStore.read(facts)
    case .setUp(let fact): learn(fact)
    case .phone(let fact): learn(fact)
    case .stick(let fact): learn(fact)
    case .pictureFiles(let paths):
      editor.files = paths
      updateEditor()
    case .edited(let state, let shelves): edited(state, shelves)
    case .editRefused(let refusal): editRefused(refusal)
    case .saved(let number): saveEnded(number, nil)
    case .saveRefused(let number, let refusal): saveEnded(number, refusal)
    }
  }

  private mutating func meetDeadlines(at time: Double) {
    handle(codes.advance(to: time), at: time)
    withPanels { $0.meetDeadlines() }
    present { $0.meetDeadline() }
    programKeyboard.meetDeadline(environment, into: &outbox)
    perform(programs.due(at: time, into: &outbox))
    if health.isDue(at: time) { outbox.append(.lookAtScreen) }
    meetIdleDeadlines(at: time)
    if isOpening, let end = foreground.openingEnds, end <= time { present { $0.endOpening() } }
    if isSeen { present { [isAttracting = idle.attraction != nil] in $0.meetTileDeadline(isAttracting) } }
    meetTouchDeadlines(at: time)
    act(on: presentation.input.advance(to: time))
    performElsewhere(presentation.input.actionsElsewhere(at: time))
  }

  /// Updates the marks of the tiles' programs.
  private mutating func updateMarks() {
    guard let changed = programs.updateMarks(isCovered: isCovered) else { return }
    let marks = programs.marks
    withTiles { $0.show(marks: marks, changed: changed) }
  }

  /// Reads and plays what is new.
  private mutating func updateSound() {
    let (isDark, hasVisitor) = (isDark, idle.attraction == nil && !idle.isIdle)
    present { $0.updateSound(isDark: isDark, hasVisitor: hasVisitor) }
  }
}

// Frames.
extension Shell {
  /// Seconds between two frames, if the display reports them. Drags are resampled for that interval.
  package var frameInterval: Double? {
    get { presentation.input.frameInterval }
    set { presentation.input.frameInterval = newValue }
  }

  /// Whether the window should request a frame: something changed or moves while the launcher is visible.
  package var wantsFrame: Bool {
    guard !metrics.size.isEmpty else { return false }
    if isDirty { return true }
    return !isDark
      && (tilesPanel.isLaunchSeen || (foreground.showsLauncher(at: clock) && presentation.isMoving))
  }

  /// Advances everything to `time`, the expected presentation time, and writes the visible content into
  /// `frame`. The frame is drawn at `now`, or at `time`. Appends requests for the cards of tiles that come
  /// near.
  package mutating func advance(
    to time: Double, drawnAt now: Double? = nil, into frame: inout SceneFrame, effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.advance(to: time, drawnAt: now ?? time, into: &frame) }
  }

  private mutating func advance(to time: Double, drawnAt now: Double, into frame: inout SceneFrame) {
    let earlier = clock
    panels.setTime(max(clock, time))
    act(on: presentation.input.resample(forFrameAt: clock, drawnAt: now))
    let elapsed = clock - earlier
    withPanels { $0.advance(elapsed: elapsed) }
    updateMarks()
    let (isDark, isShaded) = (isDark, foreground.isShaded(hasMessage: notice != nil, at: clock))
    present { $0.draw(isDark: isDark, isShaded: isShaded, to: &frame) }
    // The motion of a scene is not a visitor's place.
    if idle.attraction == nil { present { [isIdle = idle.isIdle] in $0.keepPlace(isHeard: !isIdle) } }
    updateSound()
    isDirty = false
  }
}

// Input.
extension Shell {
  /// Reports whether input at `time` is for the launcher. If so, the launcher is visible.
  mutating func acceptsInput(at time: Double) -> Bool {
    guard foreground.isMeant(at: time) else { return false }
    if isCovered { showLauncher() }
    return true
  }

  /// Handles gestures one by one, because each can change the meaning of the next.
  mutating func act(on gestures: [Gesture]) {
    for gesture in gestures where presentation.admits(gesture) {
      for decided in presentation.decided(by: gesture) { act(on: [decided]) }
      present { $0.handle(gesture) }
    }
    presentation.input.reuse(gestures)
  }

  /// Performs the actions of touches that the compositor reports over a program.
  private mutating func performElsewhere(_ actions: [(action: ShellAction, point: Point)]) {
    for (action, point) in actions where isCovered { perform(action, at: point) }
    // From now on the launcher receives touches itself.
    if !isCovered { presentation.input.forgetElsewhere(at: clock) }
  }

  private mutating func handle(_ event: KeyEvent, at time: Double) {
    guard event.phase != .released else { return presentation.releaseSwitch(event, at: time) }
    guard event.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return }
    // A key held since before the program does not tell which window is visible.
    guard !isCovered || event.phase == .pressed, acceptsInput(at: time) else { return }
    present { $0.handle(event) }
  }

  /// Handles a button of a remote control or a gamepad. Most belong to the program while it has the screen.
  private mutating func handle(_ button: ControllerButton, _ phase: KeyEvent.Phase, at time: Double) {
    let action = presentation.input.bindings[button]
    guard foreground.showsLauncher(at: time) else {
      if phase == .pressed, button.isSystem, action.worksOverProgram { perform(action) }
      return
    }
    // A compositor gives a remote control's keys to the window in front, so they arrive as key events.
    guard button != .remoteHome, !foreground.isBehind else { return }
    if let key = action.key {
      handle(presentation.bound(key, phase), at: time)
    } else if phase == .pressed, acceptsInput(at: time) {
      present { $0.stopScanning() }
      perform(action)
    }
  }

  /// Counts presses of the operator's corner. Returns whether one opened something, and needs no further
  /// handling.
  private mutating func countPresses(_ frame: TouchFrame, at time: Double) -> Bool {
    guard idle.cover == nil, panels.open?.layer.rules.countsCorner != false,
      access.countPresses(frame, at: time, environment)
    else { return false }
    // The finger is still down, and its lift must not tap the opened panel.
    idle.ignore(frame)
    perform(.admin)
    return true
  }
}
