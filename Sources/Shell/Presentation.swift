import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The launcher's presentation: the picture, input on it, the theme, the screen reader and sounds, and
/// one-switch scanning.
///
/// It knows no programs, visitors and PINs. It leaves intents for the shell, which performs them after each
/// call.
struct Presentation: Sendable {
  var panels: PanelStack
  /// The gestures of the fingers.
  var input: GestureInput
  private(set) var appearance: ScreenAppearance
  /// The highlight for visitors with one switch.
  private(set) var scanner: SwitchScanner
  /// The screen reader, and (in `sounds`) the sound cues.
  private(set) var reader = ScreenReader()
  private var sounds = SoundCues()
  /// The reading position of a visitor with the screen reader, and the exploring fingers.
  var (reading, explorer) = (ReadingState(), TouchExplorer())
  /// The filters for touches and keys.
  var (touchGuard, keyGuard) = (TouchGuard(), KeyGuard())
  /// Whether a headset is plugged in.
  private var hasHeadset = false
  /// Whether the headset has turned the screen reader on.
  private var listensPrivately = false
  /// The voice and the volume as last reported to the host.
  private var toldHearing = HearingChoices()
  private var isHearingNew = true
  /// The small motion of the picture while the screen is idle.
  var orbit = Orbit()
  /// The contact for visitors while the kiosk does not work; nil if not configured.
  private var contact: LocalizedText?
  private var outbox: [ShellEffect] = []
  /// Whether a cover hides everything except a message, and whether the launcher has the screen, as of the
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

  /// Sets the state of the surroundings.
  mutating func setSurroundings(isCovered: Bool, isLauncherSeen: Bool) {
    (self.isCovered, self.isLauncherSeen) = (isCovered, isLauncherSeen)
    panels.setSurroundings(isCovered: isCovered)
  }

  /// Appends the effects, and returns the intents; nil for none.
  mutating func collect(into effects: inout [ShellEffect]) -> PanelOutput? {
    if !outbox.isEmpty {
      effects += outbox
      outbox.removeAll(keepingCapacity: true)
    }
    return panels.collect(into: &effects)
  }

  mutating func show(_ notice: Notice) {
    // The screen reader reads a repeated message again, unless only its countdown changed.
    if notice.message.withoutCountdown == notice.message { reader.repeatMessage() }
    panels.show(notice)
  }

  /// Reports whether a visitor has opened something, moved the tiles, or adjusted the screen.
  ///
  /// - Parameter turnsByItself: Whether the row moved by itself.
  func isInUse(turnsByItself: Bool) -> Bool {
    panels.hasVisitorsPanel || panels.tiles.levels.count > 1
      || !turnsByItself && !panels.tiles.isAtFirstTiles || appearance.isAdjusted || reader.isAdjusted
      || sounds.isAdjusted
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool { panels.isMoving || input.isMoving }

  /// Returns the next deadline. Motion of the tiles counts only while they are visible.
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

  /// Draws the screen. Behind a question, it omits the visitor's last screen.
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

  /// Reports the resting place of the tiles as the visitor's place. `isHeard` says whether to play a sound.
  mutating func keepPlace(isHeard: Bool) { if !isMoving { panels.tiles.keepPlace(isHeard: isHeard) } }
}

// Events.
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

  /// Applies the physical scale of the screen; nil if unknown.
  private mutating func measure(_ pointsPerMillimeter: Double?) {
    guard panels.environment.measure(pointsPerMillimeter) else { return }
    input.setThresholds(pointsPerMillimeter: panels.environment.pointsPerMillimeter)
    guard hasScreen else { return }
    // Touch areas and the largest print follow the physical scale.
    panels.tiles.layOutTiles()
    panels.tiles.layOutSurroundings()
    panels.layOutPanels()
    panels.redraw()
  }
}

// Actions.
extension Presentation {
  /// Performs an action on the presentation only. `point` is the place of the finger.
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

// Intents of panels and features.
extension Presentation {
  /// Whether visitors read that a program opens.
  var isOpening: Bool {
    switch panels.notice.notice?.message {
    case .opening, .hung: true
    default: false
    }
  }

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
    // If the launcher stays visible, the tiles are usable again and need no message.
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

// Messages.
extension Presentation {
  /// Ends the launch, because the launcher is visible and no program opens.
  mutating func endLaunch() {
    panels.tiles.endLaunch()
    switch panels.notice.notice?.message {
    case .opening, .slow, .hung: panels.notice.remove()
    default: break
    }
    panels.redraw()
  }

  /// Ends the opening of a program without a window: the tiles are back and react to touches. The program
  /// continues, and a later window gets the screen.
  mutating func endOpening() {
    panels.dismissNotice()
    panels.tiles.endLaunch()
  }

  /// Removes the message of a cover that has disappeared. An operator's message behind a dark screen is still
  /// unread.
  mutating func uncover(wasDark: Bool) {
    switch panels.notice.notice?.message {
    case .stillThere: panels.dismissNotice()
    case .announcement: if !wasDark { panels.dismissNotice() }
    default: break
    }
    panels.redraw()
  }

  /// Shows operators that the configuration has problems.
  mutating func show(_ problems: [Diagnostic]) {
    panels.tiles.hasProblems = !problems.isEmpty
    panels.redraw()
  }
}

// Screens instead of the tiles, and for an unavailable tile.
extension Presentation {
  /// The screen instead of the tiles; nil while a tile can open.
  var standing: StateScreen? { panels.first(StateScreen.self).flatMap { $0.layer == .state ? $0 : nil } }
  /// Whether the hours keep visitors from opening anything.
  var isClosed: Bool { if case .closed = standing?.state { true } else { false } }

  private func screen(of state: KioskState) -> StateScreen {
    let style = panels.tiles.header.settings.clock
    return StateScreen(state, contact: contact, clock: style == .none ? .auto : style, at: clock)
  }

  /// Reports whether visitors already read that state.
  func stands(for state: KioskState) -> Bool { standing?.isSame(as: screen(of: state)) == true }
  mutating func show(_ state: KioskState) { panels.show(screen(of: state)) }
}

// Looks.
extension Presentation {
  /// Applies another configuration. Panels follow with the new tiles. Returns whether the theme changed.
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

  /// Follows a configuration whose tiles are visible now.
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

  /// Applies a visitor's settings for hearing and touch.
  private mutating func applyAccess() {
    let access = appearance.access
    touchGuard.apply(hold: access.touchHold, pause: access.touchPause)
    keyGuard.apply(pause: access.touchPause, repeats: access.repeatsKeys)
    panels.environment.isTouchSteady = access.touchHold > 0 || access.touchPause > 0
    // Without the watch, the launcher would not learn when a headset is unplugged.
    let isPrivate = hasHeadset && access.listensForHeadset
    panels.environment.namesDigits = access.spokenDigits == .always || isPrivate
    panels.environment.hearing = appearance.hearing
    isHearingNew = true
  }

  /// Reports the voice and the volume to the host.
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

  /// Adjusts the screen on a visitor's request. A second equal request reverts it.
  private mutating func adjust(_ adjustment: Adjustment) {
    appearance.toggle(adjustment)
    restyle()
    guard case .scan = adjustment else { return }
    if scanner.isOn { startScanning() } else { stopScanning() }
  }

  /// Chooses a language for the visitor; nil for the kiosk's own.
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
    // In languages that share characters, an equal text can still need other letters.
    if isNew { panels.tiles.layOutTiles() }
    reader.repeatAll()
    panels.redraw()
  }
}

// One-switch scanning of all elements.
extension Presentation {
  /// The elements to scan; nil while the launcher is invisible.
  var scannedPanels: PanelStack? { isLauncherSeen && !isCovered && hasScreen ? panels : nil }

  /// Handles a key that goes down or repeats. Returns whether it is the switch.
  mutating func handleSwitch(_ event: KeyEvent) -> Bool {
    guard scanner.isSwitch(event) else { return false }
    if scanner.press(event, at: clock) { perform(scanner.choose(scannedPanels, at: clock)) }
    return true
  }

  /// Handles the release of the switch.
  mutating func releaseSwitch(_ event: KeyEvent, at time: Double) { scanner.release(event, at: time) }

  /// Forgets a held switch, because another window may receive its release.
  mutating func forgetHold() { scanner.forgetHold() }

  mutating func startScanning() { perform(scanner.start(scannedPanels, at: clock)) }
  mutating func stopScanning() { perform(scanner.stop()) }
  mutating func meetDeadline() { perform(scanner.meetDeadline(scannedPanels, at: clock)) }
  /// Stops or updates the highlight after another window may have got the screen.
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
      // This intent follows those of the element.
      panels.want(.layOutHighlight)
    }
    panels.redraw()
  }
}

// Sound.
extension Presentation {
  mutating func toggleSpeech() {
    reader.toggle()
    if reader.isOnByVisitor, explores {
      reader.explain(panels.environment.words(.howToListen))
    }
    followSpeech()
    panels.layOutPanels(only: .page)
  }

  /// Sets whether a headset is plugged in.
  mutating func setHeadset(_ isPlugged: Bool) {
    hasHeadset = isPlugged
    applyAccess()
    panels.layOutPanels(only: .pin)
  }

  /// Starts the screen reader for the headset's user, with an explanation.
  mutating func beginPrivateListening() {
    guard appearance.access.listensForHeadset else { return }
    listensPrivately = !reader.isOn
    if reader.isOn {
      reader.repeatAll()
    } else {
      toggleSpeech()
    }
  }

  /// Turns the screen reader off if the headset had turned it on. Returns whether it did.
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

  /// Whether fingers explore.
  var explores: Bool {
    reader.isOn && isLauncherSeen && (appearance.access.exploresByTouch ?? reader.isOnByVisitor)
  }

  /// Interrupts the screen reader, because of a finger, a key or a button.
  mutating func interruptSpeech() { reader.interrupt() }
  mutating func sayAgain() { reader.sayAgain(into: &outbox) }
  mutating func say(_ sentences: [String], name: String?) { reader.say(sentences, name: name) }
  mutating func play(_ cue: SoundCue) { sounds.play(cue) }
  /// Handles what is due at the visible tiles.
  mutating func meetTileDeadline(_ isAttracting: Bool) {
    let isAlone = panels.isEmpty && panels.notice.notice == nil && !isAttracting && scanner.run == nil
    panels.tiles.meetDeadline(isAlone: isAlone)
  }
  /// Makes the screen reader read the visible content again.
  mutating func repeatAll() { reader.repeatAll() }

  /// Reads and plays what is new.
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
