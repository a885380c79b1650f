import Configuration
import Gestures
import RotundaGeometry
import Scene

/// What the launcher presents: the picture, input on it, the theme, speech and sounds, and one-switch
/// scanning.
///
/// It knows nothing of programs, visitors and PINs. It leaves intents for the shell, which performs them as
/// soon as a call has returned.
struct Presentation: Sendable {
  var panels: PanelStack
  /// What fingers do.
  var input: GestureInput
  private(set) var appearance: ScreenAppearance
  /// The highlight for visitors with one switch.
  private(set) var scanner: SwitchScanner
  /// What is spoken, and what is heard beside it.
  private(set) var reader = ScreenReader()
  private var sounds = SoundCues()
  /// What a visitor who hears the screen has come to, and which fingers explore it.
  var (reading, explorer) = (ReadingState(), TouchExplorer())
  /// What of fingers and keys does not count.
  var (touchGuard, keyGuard) = (TouchGuard(), KeyGuard())
  /// Whether a headset is plugged in.
  private(set) var hasHeadset = false
  /// Whether it has turned speech on.
  private var listensPrivately = false
  /// What is known outside of voice and loudness.
  private var toldHearing = HearingChoices()
  private var isHearingNew = true
  /// What moves everything a little while the screen is idle.
  var orbit = Orbit()
  /// Whom visitors can call while the kiosk does not work; nil if not configured.
  private var contact: LocalizedText?
  private var outbox: [ShellEffect] = []
  /// Whether something covers everything except a message, and whether the launcher has the screen, at the
  /// latest call.
  private(set) var (isCovered, isLauncherSeen) = (false, true)

  init(_ panels: PanelStack, _ configuration: KioskConfiguration) {
    self.panels = panels
    appearance = ScreenAppearance(Appearance(configuration))
    scanner = SwitchScanner(configuration.access)
    input = GestureInput(configuration)
    input.leastSlop = panels.environment.theme.leastSlop
    input.setUp(axis: panels.tiles.shelf.axis, pointsPerMillimeter: nil)
    input.lookOut(for: panels.tiles.tileGestures)
    contact = configuration.kiosk.contact
    orbit.setting = configuration.idle.orbit
    applySound(of: configuration)
    applyAccess()
  }

  var clock: Double { panels.environment.time }
  var hasScreen: Bool { !panels.environment.metrics.size.isEmpty }

  /// What it needs to know of its surroundings.
  mutating func setSurroundings(isCovered: Bool, isLauncherSeen: Bool) {
    (self.isCovered, self.isLauncherSeen) = (isCovered, isLauncherSeen)
    panels.setSurroundings(isCovered: isCovered)
  }

  /// Appends its effects, and returns its intents; nil if there are none.
  mutating func collect(into effects: inout [ShellEffect]) -> PanelOutput? {
    if !outbox.isEmpty {
      effects += outbox
      outbox.removeAll(keepingCapacity: true)
    }
    return panels.collect(into: &effects)
  }

  mutating func show(_ notice: Notice) {
    // A repeated message is new again, unless it only counts.
    if notice.message.withoutCountdown == notice.message { reader.repeatMessage() }
    panels.show(notice)
  }

  /// Whether a visitor has opened something, gone somewhere, or has the screen as they need it.
  ///
  /// - Parameter turnsByItself: whether the row is where it went by itself.
  func isInUse(turnsByItself: Bool) -> Bool {
    panels.hasVisitorsPanel || panels.tiles.levels.count > 1
      || !turnsByItself && !panels.tiles.isAtFirstTiles || appearance.isAdjusted || reader.isAdjusted
      || sounds.isAdjusted
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool { panels.isMoving || input.isMoving }

  /// The next deadline. Motion of the tiles counts only while they are visible.
  func deadline(areTilesSeen: Bool) -> Double? {
    var earliest = input.deadline ?? .infinity
    if let due = panels.deadline { earliest = min(earliest, due) }
    if let due = scanner.deadline { earliest = min(earliest, due) }
    if let due = touchGuard.deadline { earliest = min(earliest, due) }
    if let due = explorer.deadline { earliest = min(earliest, due) }
    if let due = orbit.due { earliest = min(earliest, due) }
    if let due = panels.tiles.values.deadline { earliest = min(earliest, due) }
    if areTilesSeen, let due = panels.tiles.deadline { earliest = min(earliest, due) }
    return earliest < .infinity ? earliest : nil
  }

  /// Draws the screen. Behind a question it is not the visitor's last screen.
  mutating func draw(isDark: Bool, isShaded: Bool, to frame: inout SceneFrame) {
    frame.removeAll()
    frame.size = panels.environment.metrics.size
    frame.background = isDark ? Color(hex: 0x000000) : panels.tiles.background
    panels.draw(isCovered ? isDark ? .nothing : .messageOnly : .everything, isShaded: isShaded, to: &frame)
    if !isCovered { scanner.draw(panels, to: &frame) }
    if panels.environment.isMirrored { frame.mirror() }
    panels.tiles.requestPictures(ofTiles: !isCovered, isShaded: isShaded)
    if orbit.offset != .zero { frame.move(by: orbit.offset) }
    panels.notice.noteEntrance()
  }

  /// Where the tiles rest is the visitor's place; `isHeard` where that is to be heard.
  mutating func keepPlace(isHeard: Bool) { if !isMoving { panels.tiles.keepPlace(isHeard: isHeard) } }
}

// What is told from outside.
extension Presentation {
  /// Handles an event that concerns only the presentation.
  mutating func handle(_ event: ShellEvent) {
    switch event {
    case .resized(let size, let scale): resize(to: size, scale: scale)
    case .languages(let languages, let words):
      // Input during the change was meant for the other side.
      if panels.environment.isTurned(by: languages.first) { releaseInput() }
      setLanguage(languages, words)
    case .readers(let readers):
      panels.environment.readers = readers
      panels.environment.keyboards = []
    case .keyboards(let layouts):
      panels.environment.keyboards = layouts
      panels.layOutPanels(only: .keyboard)
      panels.redraw()
    case .wallTime(let moment): panels.tiles.setWallTime(moment)
    case .pictureReady(let picture, let size, let inset, let carets):
      if scanner.measured(picture, size: size) { panels.redraw() }
      panels.measured(picture, size: size, inset: inset, carets: carets)
    case .measured(let pointsPerMillimeter): measure(pointsPerMillimeter)
    default: break
    }
  }

  private mutating func resize(to size: Size, scale: Double) {
    guard !size.isEmpty, scale > 0, size.width.isFinite, size.height.isFinite, scale.isFinite else { return }
    guard size != panels.environment.metrics.size || scale != panels.environment.scale else { return }
    panels.environment.resize(to: size, scale: scale)
    panels.tiles.resize()
    panels.notice.skipEntrance()
    panels.layOut()
    panels.tiles.layOutSurroundings()
    layOutHighlight()
    panels.redraw()
    input.resize(to: size)
    if panels.tiles.hasWantedPlace { restore(nil) }
  }

  /// The screen's size in the world is known, or no longer is.
  private mutating func measure(_ pointsPerMillimeter: Double?) {
    guard panels.environment.measure(pointsPerMillimeter) else { return }
    input.setThresholds(pointsPerMillimeter: panels.environment.pointsPerMillimeter)
    guard hasScreen else { return }
    // What fingers hit is as large as they are, and so is the largest print.
    panels.tiles.layOutTiles()
    panels.tiles.layOutSurroundings()
    panels.layOutPanels()
    panels.redraw()
  }
}

// What actions do.
extension Presentation {
  /// Performs an action on the presentation only; `point` is the place of the finger.
  mutating func perform(_ action: ShellAction, at point: Point?) {
    switch action {
    case .nextShelf: if panels.isEmpty { panels.tiles.changeShelf(by: 1) }
    case .previousShelf: if panels.isEmpty { panels.tiles.changeShelf(by: -1) }
    case .nextTile: if panels.isEmpty { panels.tiles.step(by: 1) }
    case .previousTile: if panels.isEmpty { panels.tiles.step(by: -1) }
    case .focus: if let key = action.key, isLauncherSeen { panels.handle(KeyEvent(key)) }
    case .open: if panels.isEmpty { panels.tiles.openTile(at: point) }
    case .language(let tag): choose(language: tag)
    case .adjust(let adjustment):
      releaseInput()
      adjust(adjustment)
    case .speech: toggleSpeech()
    case .sounds: sounds.toggle()
    case .read(let action): read(action)
    default: break
    }
  }
}

// What panels and features want shown.
extension Presentation {
  /// Whether visitors read that a program is being opened.
  var isOpening: Bool { if case .opening = panels.notice.notice?.message { true } else { false } }

  /// Performs an intent on the presentation only.
  mutating func perform(_ intent: Intent) {
    switch intent {
    case .layOutHighlight: if scanner.run != nil { layOutHighlight() }
    case .sound(let cue): sounds.play(cue)
    case .pressRetry: panels.tapNotice(at: nil)
    case .closePanel(let layer): panels.close(layer)
    case .removePad: panels.remove(.pin)
    case .activate(let control, let id):
      guard let tile = panels.tiles.tiles.first(where: { $0.id == id }) else { return }
      panels.tiles.activate(control, of: tile, isTrusted: true)
    case .closeFolder:
      if panels.tiles.levels.count > 1 { sounds.play(.back) }
      closeFolder()
    case .show(let notice): show(notice)
    case .showBriefly(let message): show(.brief(message, at: clock))
    case .showInPassing(let message):
      if panels.notice.notice == nil, !isCovered, isLauncherSeen { show(.brief(message, at: clock)) }
    case .endLaunch:
      panels.tiles.endLaunch()
      panels.redraw()
    case .showOpening(let tile): if !isOpening { show(Notice(.opening(tile: tile), expires: nil)) }
    // Where the launcher is seen all the while, its visitor has been given back the tiles.
    case .showSlow(let tile): if isOpening { show(Notice(.slow(tile: tile), expires: nil)) }
    case .showUnavailable(let tile): show(.brief(.notAvailable(tile: tile.name), at: clock))
    case .showOffline(let tile): show(.offline(tile))
    case .showSheet(let kind): panels.show(VisitorSheet(kind, at: clock))
    case .write(let request): panels.show(TextEntryPanel(request, at: clock))
    case .wrote(let request): panels.deliver(request)
    default: break
    }
  }
}

// What messages say of everything else.
extension Presentation {
  /// The launcher is what is seen: no program is being opened.
  mutating func endLaunch() {
    panels.tiles.endLaunch()
    switch panels.notice.notice?.message {
    case .opening, .slow: panels.notice.remove()
    default: break
    }
    panels.redraw()
  }

  /// An opened program has no window: the tiles are back and react to touches. The program continues, and a
  /// later window gets the screen.
  mutating func endOpening() {
    panels.dismissNotice()
    panels.tiles.endLaunch()
  }

  /// The cover of the screen is gone, and its message with it. An operator's message behind a dark screen is
  /// unread.
  mutating func uncover(wasDark: Bool) {
    switch panels.notice.notice?.message {
    case .stillThere: panels.dismissNotice()
    case .announcement: if !wasDark { panels.dismissNotice() }
    default: break
    }
    panels.redraw()
  }

  /// Shows operators that something is wrong with the configuration.
  mutating func show(_ problems: [Diagnostic]) {
    panels.tiles.hasProblems = !problems.isEmpty
    panels.redraw()
  }
}

// Screens instead of the tiles, and for a tile that cannot be opened.
extension Presentation {
  /// The screen that stands for the tiles; nil while something can be opened.
  var standing: StateScreen? { panels.first(StateScreen.self).flatMap { $0.layer == .state ? $0 : nil } }
  /// Whether the hours keep visitors from opening anything.
  var isClosed: Bool { if case .closed = standing?.state { true } else { false } }

  private func screen(of state: KioskState) -> StateScreen {
    let style = panels.tiles.header.settings.clock
    return StateScreen(state, contact: contact, clock: style == .none ? .auto : style, at: clock)
  }

  /// Whether visitors read that already.
  func stands(for state: KioskState) -> Bool { standing?.isSame(as: screen(of: state)) == true }
  mutating func show(_ state: KioskState) { panels.show(screen(of: state)) }
}

// How it looks.
extension Presentation {
  /// Applies another configuration. The panels follow with the new tiles. Returns whether the theme changed.
  mutating func apply(_ configuration: KioskConfiguration) -> Bool {
    leaveLevel()
    let theme = panels.environment.theme
    appearance.apply(Appearance(configuration))
    contact = configuration.kiosk.contact
    orbit.setting = configuration.idle.orbit
    applyTheme()
    panels.tiles.apply(configuration)
    applySound(of: configuration)
    return panels.environment.theme != theme
  }

  /// Follows a configuration whose tiles are visible by now.
  mutating func follow(_ configuration: KioskConfiguration, isThemeNew: Bool) {
    scanner.apply(configuration.access)
    input.apply(
      configuration, axis: panels.tiles.shelf.axis,
      pointsPerMillimeter: panels.environment.pointsPerMillimeter)
    input.lookOut(for: panels.tiles.tileGestures)
    panels.layOutPanels()
    if isThemeNew { panels.layOutNotice() }
    panels.tiles.layOutSurroundings()
  }

  private mutating func applySound(of configuration: KioskConfiguration) {
    reader.apply(configuration.access.isSpoken)
    followSpeech()
    sounds.apply(
      configuration.access.hasSounds, attracts: configuration.theme.look?.hasSound(for: .attract) == true,
      asks: configuration.idle.warnsBySound)
  }

  /// What a visitor needs to hear and to touch.
  private mutating func applyAccess() {
    let access = appearance.access
    touchGuard.apply(hold: access.touchHold, pause: access.touchPause)
    keyGuard.apply(pause: access.touchPause, repeats: access.repeatsKeys)
    panels.environment.isTouchSteady = access.touchHold > 0 || access.touchPause > 0
    panels.environment.namesDigits = access.spokenDigits == .always || hasHeadset
    panels.environment.hearing = appearance.hearing
    isHearingNew = true
  }

  /// Tells outside how the voice is, and how loud everything.
  private mutating func tellHearing() {
    let hearing = panels.environment.hearing
    if (hearing.rate, hearing.pitch) != (toldHearing.rate, toldHearing.pitch) {
      outbox.append(.setVoice(rate: hearing.rate, pitch: hearing.pitch))
    }
    if let volume = hearing.volume, volume != toldHearing.volume {
      outbox.append(.setVolume(percent: volume))
    }
    (toldHearing, isHearingNew) = (hearing, false)
  }

  private mutating func applyTheme() {
    scanner.adjust(appearance.scans)
    applyAccess()
    appearance.style(&panels.environment, language: panels.tiles.header.languages.first ?? "")
    guard input.leastSlop != panels.environment.theme.leastSlop else { return }
    input.leastSlop = panels.environment.theme.leastSlop
    input.setThresholds(pointsPerMillimeter: panels.environment.pointsPerMillimeter)
  }

  /// Adjusts the screen on a visitor's request. The same request again undoes it.
  private mutating func adjust(_ adjustment: Adjustment) {
    appearance.toggle(adjustment)
    restyle()
    guard case .scan = adjustment else { return }
    if scanner.isOn { startScanning() } else { stopScanning() }
  }

  /// The visitor wants another language; nil for the kiosk's own.
  private mutating func choose(language: String?) {
    if appearance.choose(language) { outbox.append(.setLanguage(language)) }
  }

  /// Restores the configuration for the next visitor.
  mutating func reset() {
    if !appearance.adjustments.isEmpty { releaseInput() }
    choose(language: nil)
    if appearance.reset() {
      restyle()
      stopScanning()
    }
    reader.reset(into: &outbox)
    listensPrivately = false
    followSpeech()
    sounds.reset()
  }

  /// Redraws everything in the present theme.
  private mutating func restyle() {
    applyTheme()
    panels.tiles.layOutTiles()
    panels.tiles.layOutSurroundings()
    panels.layOut()
    layOutHighlight()
  }

  /// Changes all texts to another language, also on open screens.
  private mutating func setLanguage(_ languages: [String], _ words: Localizer) {
    let isNew = panels.environment.setLanguage(languages, words)
    panels.environment.keyboards = []
    panels.tiles.write(in: languages, words)
    panels.layOut()
    layOutHighlight()
    // Text that stays the same can still change its letters, in languages that share characters.
    if isNew { panels.tiles.layOutTiles() }
    reader.repeatAll()
    panels.redraw()
  }
}

// One switch: everything that can be chosen is scanned.
extension Presentation {
  /// The elements; nil while the launcher is not visible.
  var scannedPanels: PanelStack? { isLauncherSeen && !isCovered && hasScreen ? panels : nil }

  /// A key goes down, or is held; whether it is the switch.
  mutating func handleSwitch(_ event: KeyEvent) -> Bool {
    guard scanner.isSwitch(event) else { return false }
    if scanner.press(event, at: clock) { perform(scanner.choose(scannedPanels, at: clock)) }
    return true
  }

  /// The switch comes up.
  mutating func releaseSwitch(_ event: KeyEvent, at time: Double) { scanner.release(event, at: time) }

  /// The switch is no longer held, as far as the launcher can know.
  mutating func forgetHold() { scanner.forgetHold() }

  mutating func startScanning() { perform(scanner.start(scannedPanels, at: clock)) }
  mutating func stopScanning() { perform(scanner.stop()) }
  mutating func meetDeadline() { perform(scanner.meetDeadline(scannedPanels, at: clock)) }
  /// Another window may have got the screen.
  mutating func followHighlight() {
    if scanner.run != nil { perform(scanner.follow(scannedPanels, at: clock)) }
  }

  mutating func layOutHighlight() {
    scanner.layOut(scannedPanels, into: &outbox)
    if scanner.run != nil { panels.redraw() }
  }

  private mutating func perform(_ action: SwitchScanner.Action) {
    switch action {
    case .none: return
    case .stop: break
    case .show(let element):
      panels.reveal(element)
      layOutHighlight()
    case .choose(let element):
      sounds.play(.tap)
      if let element { panels.activate(element) }
      if let element, element.isKind(of: .shelf(0)), let scannedPanels {
        scanner.enter(.tiles, of: scannedPanels, at: clock)
      }
      // After what the element wants has been done.
      panels.want(.layOutHighlight)
    }
    panels.redraw()
  }
}

// What is heard.
extension Presentation {
  mutating func toggleSpeech() {
    reader.toggle()
    if reader.isOnByVisitor, explores {
      reader.explain(panels.environment.words(.howToListen))
    }
    followSpeech()
    panels.layOutPanels(only: .page)
  }

  /// A headset is plugged in, or none is.
  mutating func setHeadset(_ isPlugged: Bool) {
    hasHeadset = isPlugged
    applyAccess()
    panels.layOutPanels(only: .pin)
  }

  /// The visitor with the headset hears the screen, and how to go on.
  mutating func beginPrivateListening() {
    guard appearance.access.listensForHeadset else { return }
    listensPrivately = !reader.isOn
    if reader.isOn {
      reader.repeatAll()
    } else {
      toggleSpeech()
    }
  }

  /// Nothing more is said to others; whether the headset had speech turned on.
  mutating func endPrivateListening(into effects: inout [ShellEffect]) -> Bool {
    guard listensPrivately else { return false }
    listensPrivately = false
    reader.reset(into: &effects)
    followSpeech()
    panels.layOutPanels(only: .page)
    return true
  }

  private mutating func followSpeech() {
    reading = ReadingState()
    panels.environment.isSpoken = reader.isOn
    input.readsAloud = reader.isOn
  }

  /// Whether fingers hear what is below them.
  var explores: Bool {
    reader.isOn && isLauncherSeen && (appearance.access.exploresByTouch ?? reader.isOnByVisitor)
  }

  /// A finger, a key or a button interrupts speech.
  mutating func interruptSpeech() { reader.interrupt() }
  mutating func sayAgain() { reader.sayAgain(into: &outbox) }
  mutating func say(_ sentences: [String], name: String?) { reader.say(sentences, name: name) }
  mutating func play(_ cue: SoundCue) { sounds.play(cue) }
  /// Something at the tiles may be due, while they are seen.
  mutating func meetTileDeadline(_ isAttracting: Bool) {
    let isAlone = panels.isEmpty && panels.notice.notice == nil && !isAttracting && scanner.run == nil
    panels.tiles.meetDeadline(isAlone: isAlone)
  }
  /// Whatever is seen is said again.
  mutating func repeatAll() { reader.repeatAll() }

  /// Has heard what is new.
  mutating func updateSound(isDark: Bool, hasVisitor: Bool) {
    if isHearingNew { tellHearing() }
    if reader.isActive, hasScreen {
      let surroundings = ScreenReader.Surroundings(
        isDark: isDark, isCovered: isCovered, isLauncherSeen: isLauncherSeen, hasVisitor: hasVisitor,
        highlight: scanner.run?.current, element: scanner.element)
      reader.update(panels, surroundings, into: &outbox)
    }
    sounds.update(into: &outbox)
  }
}
