import Configuration
import Gestures

/// One switch, speech and sounds: everything that can be chosen is scanned and said.
extension Shell {
  /// Whether the launcher is seen, so that something can be chosen.
  private var isShown: Bool { screen == .carousel && cover == nil && !metrics.size.isEmpty }
  /// What can be chosen from.
  private var chosenFrom: PanelStack? { isShown ? panels : nil }
  /// What can be chosen: in a group, or outside of any.
  func elements(in group: ElementID? = nil) -> [Element] { isShown ? panels.elements(in: group) : [] }
  /// Does what choosing an element does.
  mutating func choose(_ element: ElementID) { withPanels { $0.activate(element) } }

  /// The switch counts.
  private mutating func pressSwitch() { perform(scanner.choose(chosenFrom, at: clock)) }
  mutating func startScanning() { perform(scanner.start(chosenFrom, at: clock)) }
  mutating func stopScanning() { perform(scanner.stop()) }
  mutating func meetScanDeadline() { perform(scanner.meetDeadline(chosenFrom, at: clock)) }

  /// Something else may have got the screen.
  mutating func followScan() {
    if scanner.run != nil { perform(scanner.follow(chosenFrom, at: clock)) }
  }

  /// Whether a key is the switch, which it then is for.
  mutating func handleSwitch(_ event: KeyEvent) -> Bool {
    guard scanner.isSwitch(event) else { return false }
    if scanner.press(event, at: clock) { pressSwitch() }
    return true
  }

  mutating func layOutScan() {
    scanner.layOut(chosenFrom, into: &outbox)
    if scanner.run != nil { isDirty = true }
  }

  private mutating func perform(_ action: SwitchScanner.Action) {
    switch action {
    case .none: return
    case .stop: break
    case .show(let element):
      withPanels {
        if case .level = $0.place { $0.tiles.reveal(element) }
        // A visitor who waits for the highlight is still there.
        $0.stay()
      }
      layOutScan()
    case .choose(let element):
      sounds.play(.tap)
      if let element {
        choose(element)
        if element.isKind(of: .shelf(0)), let chosenFrom { scanner.enter(.tiles, of: chosenFrom, at: clock) }
      }
      layOutScan()
    }
    isDirty = true
  }

  /// Says what is new: a message, and what the visitor's attention has come to be on.
  mutating func updateSpeech() {
    guard reader.isActive, !metrics.size.isEmpty else { return }
    guard !isDark else {
      if reader.fallSilent() { outbox.append(.hush) }
      return
    }
    let scene = ScreenReader.Scene(
      // Pages and the pad stand before messages.
      notice: cover != nil || panels.alone == nil ? notice : nil, focus: focus,
      highlight: scanner.run?.current, element: scanner.element)
    if let said = reader.news(scene, panels) { outbox.append(said) }
  }

  /// What the visitor's attention is on; nil while that is what it was: something moves, or there is no visitor.
  private var focus: ScreenReader.Focus? {
    guard screen == .carousel, cover == nil else { return .aside }
    guard panels.alone != nil || (attraction == nil && !idle.isIdle) else { return nil }
    return panels.focus
  }

  mutating func updateSounds() {
    if let cue = sounds.consume() { outbox.append(.play(cue)) }
  }
}
