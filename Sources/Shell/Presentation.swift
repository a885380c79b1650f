import Configuration
import Gestures
import RotundaGeometry
import Scene

/// What the launcher presents: what is seen, what fingers and keys do there, how it looks, what is heard, and the highlight for visitors
/// with one switch.
///
/// It knows nothing of programs, visitors and PINs. What it wants of them it leaves for the shell, which performs that as soon as a call
/// has returned.
struct Presentation: Sendable {
  var panels: PanelStack
  /// What fingers do.
  var input: GestureInput
  private(set) var appearance: ScreenAppearance
  /// The highlight for visitors with one switch.
  private(set) var scanner: SwitchScanner
  /// What is spoken, and what is heard beside it.
  private var (reader, sounds) = (ScreenReader(), SoundCues())
  /// What moves everything a little while nobody touches it.
  var orbit = Orbit()
  private var outbox: [ShellEffect] = []
  /// Whether something covers everything but a message, and whether the launcher has the screen, as of the latest call.
  private var (isCovered, isLauncherSeen) = (false, true)

  init(_ panels: PanelStack, _ configuration: KioskConfiguration) {
    self.panels = panels
    appearance = ScreenAppearance(Appearance(configuration))
    scanner = SwitchScanner(configuration.access)
    input = GestureInput(configuration)
    input.setUp(axis: panels.tiles.shelf.axis, pointsPerMillimeter: nil)
    input.lookOut(for: panels.tiles.tileGestures)
    orbit.setting = configuration.idle.orbit
    applySound(of: configuration)
  }

  private var clock: Double { panels.environment.time }
  private var hasScreen: Bool { !panels.environment.metrics.size.isEmpty }

  /// What is around it, as far as it needs to know.
  mutating func setSurroundings(isCovered: Bool, isLauncherSeen: Bool) {
    (self.isCovered, self.isLauncherSeen) = (isCovered, isLauncherSeen)
    panels.setSurroundings(isCovered: isCovered)
  }

  /// What has come together: effects are appended, wishes are returned; nil where there are none.
  mutating func collect(into effects: inout [ShellEffect]) -> PanelOutput? {
    if !outbox.isEmpty {
      effects += outbox
      outbox.removeAll(keepingCapacity: true)
    }
    return panels.collect(into: &effects)
  }

  mutating func show(_ notice: Notice) {
    // The same once more is news again, unless it only counts.
    if notice.message.withoutCountdown == notice.message { reader.repeatMessage() }
    panels.show(notice)
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool { panels.isMoving || input.isMoving }

  /// When something is due; what only moves the tiles counts while they are seen.
  func deadline(areTilesSeen: Bool) -> Double? {
    var earliest = input.deadline ?? .infinity
    if let due = panels.deadline { earliest = min(earliest, due) }
    if let due = scanner.deadline { earliest = min(earliest, due) }
    if let due = orbit.due { earliest = min(earliest, due) }
    if let due = panels.tiles.values.deadline { earliest = min(earliest, due) }
    if areTilesSeen, let due = panels.tiles.deadline { earliest = min(earliest, due) }
    return earliest < .infinity ? earliest : nil
  }

  /// Draws what is seen; what is behind a question is not what its visitor left.
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
  /// Handles an event that concerns nothing but what is presented.
  mutating func handle(_ event: ShellEvent) {
    switch event {
    case .resized(let size, let scale): resize(to: size, scale: scale)
    case .languages(let languages, let words):
      // What fingers do now was meant for the other side.
      if panels.environment.isTurned(by: languages.first) { releaseInput() }
      setLanguage(languages, words)
    case .readers(let readers): panels.environment.readers = readers
    case .wallTime(let moment): panels.tiles.setWallTime(moment)
    case .pictureReady(let picture, let size, let inset):
      if scanner.measured(picture, size: size) { panels.redraw() }
      panels.measured(picture, size: size, inset: inset)
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
    // What fingers hit is as large as they are.
    panels.tiles.layOutTiles()
    panels.layOutPanels()
    panels.redraw()
  }
}

// What fingers, keys and wheels do.
extension Presentation {
  /// An event as if everything were in its place, and left were left.
  func placed(_ event: ShellEvent) -> ShellEvent {
    let event = orbit.offset == .zero ? event : event.moved(back: orbit.offset)
    return panels.environment.isMirrored
      ? event.mirrored(width: panels.environment.metrics.size.width) : event
  }

  /// Whether a gesture counts; when a touch ends everything is back in its place.
  mutating func admits(_ gesture: Gesture) -> Bool {
    guard input.firstTouch.admits(gesture) else { return false }
    if case .touchEnded = gesture { returnFromOrbit() }
    return true
  }

  /// Gestures that are decided because a finger lands: they come before that.
  mutating func decided(by gesture: Gesture) -> [Gesture] {
    guard case .touchBegan(let point) = gesture, input.hasTileGestures else { return [] }
    return input.forgo(except: panels.tiles.recognizers(at: point))
  }

  /// Does what a gesture means.
  mutating func handle(_ gesture: Gesture) {
    let meaning = PanelStack.Meaning(
      bindings: input.bindings, trigger: input.trigger(of: gesture), flickMinimum: input.flickMinimum)
    panels.handle(gesture, meaning)
    if case .touchBegan = gesture, let axis = panels.swipeAxis { input.swipe(along: axis) }
  }

  /// Forgets every finger and key that is down: another window gets to know of their ends.
  mutating func releaseInput(at time: Double? = nil) {
    handleAll(input.cancel(at: time ?? clock))
    if panels.tiles.scrolling.isActive { panels.tiles.stopScrolling(velocity: 0) }
    scanner.forgetHold()
  }

  private mutating func handleAll(_ gestures: [Gesture]) {
    for gesture in gestures where admits(gesture) { handle(gesture) }
    input.reuse(gestures)
  }

  /// The launcher gains or loses the keyboard. What has it now is what is seen.
  mutating func setFocus(_ hasFocus: Bool, at time: Double) {
    if !hasFocus {
      releaseInput(at: time)
      // Nothing shows any more that it was tapped.
      handleAll(input.endPress())
    }
    let isLaunchCovered = !hasFocus && !isLauncherSeen
    panels.tiles.launch?.isCovered = isLaunchCovered
  }

  /// A key goes down or is held: the switch, what an action is bound to, or for what is in front.
  mutating func handle(_ event: KeyEvent) {
    guard !handleSwitch(event) else { return }
    stopScanning()
    guard let button = ControllerButton(event.key), input.bindings[button] != .none else {
      return panels.handle(event)
    }
    let action = input.bindings[button]
    if let key = action.key {
      panels.handle(bound(key, event.phase))
    } else if event.phase == .pressed {
      panels.want(.perform(action, at: nil))
    }
  }

  /// The key that a button stands for: on the glass it is on the side on which the button is.
  func bound(_ key: Key, _ phase: KeyEvent.Phase) -> KeyEvent {
    let event = KeyEvent(key, phase)
    return panels.environment.isMirrored ? event.mirrored : event
  }

  /// Does what an action means for what is presented, and nothing else; `point` is where the finger is.
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
    default: break
    }
  }
}

// Who is there.
extension Presentation {
  /// A visitor comes, or is still there.
  mutating func visitorCame(isNew: Bool, at time: Double) {
    if isNew {
      reader.repeatAll()
      panels.tiles.beginVisit()
    } else {
      panels.tiles.nudge.touched(at: time)
    }
  }

  /// Everything is back in its place.
  mutating func returnFromOrbit() { if orbit.reset() { panels.redraw() } }
  /// Everything moves a little when its time has come.
  mutating func meetOrbit(at time: Double) {
    let environment = panels.environment
    let isMoved = orbit.meet(at: time, letters: environment.metrics.plainFontSize, scale: environment.scale)
    if isMoved { panels.redraw() }
  }
}

// Going from place to place.
extension Presentation {
  /// What is under way on the tiles ends here.
  mutating func leaveLevel() {
    releaseInput()
    // A tap comes before its touch has ended.
    panels.tiles.endTouch()
  }

  /// Closes the folder that is open, if one is.
  mutating func closeFolder() {
    guard panels.tiles.levels.count > 1 else { return }
    leaveLevel()
    panels.tiles.closeFolder()
  }

  /// Goes on at a visitor's place; nil is the one that waited for a screen.
  mutating func restore(_ place: [String]?) {
    leaveLevel()
    panels.tiles.restore(place)
  }

  /// The tiles are as when a visit begins.
  mutating func showFirstTiles() {
    // What an operator has to say concerns the next visitor too.
    if case .announcement = panels.notice.notice?.message {} else { panels.dismissNotice() }
    panels.tiles.closeOuterFolders()
    closeFolder()
    panels.tiles.showFirstTiles()
  }

  /// Opens a folder or a page.
  mutating func enter(_ tile: LauncherTile) {
    leaveLevel()
    switch tile.action {
    case .folder(let tiles): panels.tiles.openFolder(tile, tiles)
    case .page(let content):
      let tiles = panels.tiles
      panels.show(
        ContentPage(
          tile, content.linked(tiles.findTile), from: tiles.growingTile(tile.id),
          isReduced: tiles.theme.hasReducedMotion, at: clock))
    default: break
    }
  }

  /// Leaves what is in front, one thing at a time.
  mutating func goBack() {
    if !panels.isEmpty || panels.notice.notice != nil || panels.tiles.levels.count > 1 { play(.back) }
    if !panels.goBack() { closeFolder() }
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

  /// What covered the screen has gone, and its message with it; behind a dark screen an operator's message has not been read.
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

// How it looks.
extension Presentation {
  /// Another configuration is in force; the panels follow once there are other tiles.
  mutating func apply(_ configuration: KioskConfiguration) {
    appearance.apply(Appearance(configuration))
    orbit.setting = configuration.idle.orbit
    applyTheme()
    panels.tiles.apply(configuration)
    applySound(of: configuration)
  }

  /// Follows a configuration whose tiles are shown by now.
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
    panels.environment.isSpoken = reader.isOn
    sounds.apply(
      configuration.access.hasSounds, attracts: configuration.theme.look?.hasSound(for: .attract) == true)
  }

  private mutating func applyTheme() {
    scanner.adjust(appearance.scans)
    appearance.style(&panels.environment, language: panels.tiles.header.languages.first ?? "")
  }

  /// Adjusts the screen as the visitor asks; the same request once more takes that back.
  private mutating func adjust(_ adjustment: Adjustment) {
    appearance.toggle(adjustment)
    restyle()
    guard case .scan = adjustment else { return }
    if scanner.isOn { startScanning() } else { stopScanning() }
  }

  /// The visitor wants another language; nil for the kiosk's own.
  private mutating func choose(language: String?) {
    if appearance.choose(language) { outbox.append(.speak(language)) }
  }

  /// The next visitor finds everything as the configuration has it.
  mutating func reset() {
    if !appearance.adjustments.isEmpty { releaseInput() }
    choose(language: nil)
    if appearance.reset() {
      restyle()
      stopScanning()
    }
    reader.reset(into: &outbox)
    panels.environment.isSpoken = reader.isOn
    sounds.reset()
  }

  /// Has everything drawn anew in the theme that now holds.
  private mutating func restyle() {
    applyTheme()
    panels.tiles.layOutTiles()
    panels.tiles.layOutSurroundings()
    panels.layOut()
    layOutHighlight()
  }

  /// From now on everything is written in these words, also what is on the screen already.
  private mutating func setLanguage(_ languages: [String], _ words: Words) {
    let isNew = panels.environment.setLanguage(languages, words)
    panels.tiles.write(in: languages, words)
    panels.layOut()
    layOutHighlight()
    // What does not change its words changes its letters, where languages share characters.
    if isNew { panels.tiles.layOutTiles() }
    reader.repeatAll()
    panels.redraw()
  }
}

// One switch: everything that can be chosen is scanned.
extension Presentation {
  /// What can be chosen from; nil while the launcher is not seen.
  var scannedPanels: PanelStack? { isLauncherSeen && !isCovered && hasScreen ? panels : nil }

  /// A key goes down, or is held; whether it is the switch.
  private mutating func handleSwitch(_ event: KeyEvent) -> Bool {
    guard scanner.isSwitch(event) else { return false }
    if scanner.press(event, at: clock) { perform(scanner.choose(scannedPanels, at: clock)) }
    return true
  }

  /// The switch comes up.
  mutating func releaseSwitch(_ event: KeyEvent, at time: Double) { scanner.release(event, at: time) }

  mutating func startScanning() { perform(scanner.start(scannedPanels, at: clock)) }
  mutating func stopScanning() { perform(scanner.stop()) }
  mutating func meetDeadline() { perform(scanner.meetDeadline(scannedPanels, at: clock)) }
  /// Something else may have got the screen.
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
  private mutating func toggleSpeech() {
    reader.toggle()
    panels.environment.isSpoken = reader.isOn
    panels.layOutPanels(only: .page)
  }
  mutating func play(_ cue: SoundCue) { sounds.play(cue) }
  /// Whatever is seen is said again.
  mutating func repeatAll() { reader.repeatAll() }

  /// Has heard what is new.
  mutating func updateSound(isDark: Bool, hasVisitor: Bool, into effects: inout [ShellEffect]) {
    if reader.isActive, hasScreen {
      let surroundings = ScreenReader.Surroundings(
        isDark: isDark, isCovered: isCovered, isLauncherSeen: isLauncherSeen, hasVisitor: hasVisitor,
        highlight: scanner.run?.current, element: scanner.element)
      reader.update(panels, surroundings, into: &effects)
    }
    sounds.update(into: &effects)
  }
}
