import Configuration

/// Reads the content of the screen aloud when it changes.
struct ScreenReader: Hashable {
  /// The subject of the visitor's attention.
  enum Focus: Hashable {
    /// Content outside the launcher's screens: a program, or screens behind a question.
    case aside
    case tile(SpokenTile)
    /// The button of a message.
    case retry
    /// A panel in front of the tiles.
    case panel(SpokenPanel)
  }

  /// The state besides the panels.
  struct Surroundings {
    let isDark: Bool
    /// Whether a cover hides everything except a message.
    let isCovered: Bool
    /// Whether the launcher has the screen, and no program.
    let isLauncherSeen: Bool
    /// Whether a visitor is present.
    let hasVisitor: Bool
    /// The element with the highlight of one switch.
    let highlight: ElementID?
    let element: Element?
  }

  /// The content to read.
  private struct Scene {
    /// The message on the screen.
    let notice: Notice?
    /// The subject of the visitor's attention. Nil while it stays unchanged: the content moves, or no visitor
    /// is present.
    let focus: Focus?
    /// The element with the highlight of one switch.
    let highlight: ElementID?
    let element: Element?

    init(_ panels: PanelStack, _ surroundings: Surroundings) {
      (highlight, element) = (surroundings.highlight, surroundings.element)
      // Pages and the pad are in front of messages.
      notice = surroundings.isCovered || panels.alone == nil ? panels.notice.notice : nil
      if surroundings.isCovered || !surroundings.isLauncherSeen {
        focus = .aside
      } else {
        let isSaid = panels.alone != nil || surroundings.hasVisitor || panels.open?.isSaidToAll == true
        focus = isSaid ? panels.focus : nil
      }
    }
  }

  /// Whether the configuration turns the screen reader on.
  private var isWanted = false
  /// Whether the screen reader is on.
  private(set) var isOn = false
  /// Whether it was just turned on or off, which it also says, and (in `explanation`) the text that follows.
  private var isSwitched = false
  private var explanation = ""
  /// The latest spoken message, while it is visible.
  private var message: Message?
  /// The latest element with the highlight of one switch.
  private var highlight: ElementID?
  /// The latest spoken subject; nil if the next one is new in any case.
  private var focus: Focus?
  /// The text that a finger or a key requested. It precedes all other news.
  private var answer: [String]?
  /// The latest text.
  private var latest: ShellEffect?
  /// The text for spelling: the name of the latest element; nil for that of the focus.
  private(set) var latestName: String?
  /// Whether speech may still be running, and whether it must stop.
  private var (isTalking, mustStop) = (false, false)

  /// Applies a changed setting of the configuration.
  mutating func apply(_ isWanted: Bool) {
    guard self.isWanted != isWanted else { return }
    self = ScreenReader()
    (self.isWanted, isOn) = (isWanted, isWanted)
  }

  /// Turns the screen reader on or off, and says so.
  mutating func toggle() {
    isOn.toggle()
    isSwitched = true
    repeatAll()
  }

  /// Restores the configured setting for the next visitor.
  mutating func reset(into effects: inout [ShellEffect]) {
    guard isOn != isWanted else { return }
    let isWanted = isWanted
    self = ScreenReader()
    (self.isWanted, isOn) = (isWanted, isWanted)
    if !isWanted { effects.append(.stopSpeaking) }
  }

  /// Whether a visitor has changed the setting.
  var isAdjusted: Bool { isOn != isWanted }

  /// Reads the visible content again, in another language or for another visitor.
  mutating func repeatAll() { (message, focus) = (nil, nil) }

  /// Whether a visitor has turned it on.
  var isOnByVisitor: Bool { isOn && !isWanted }

  /// Interrupts speech, because of a finger or a key.
  mutating func interrupt() { mustStop = isTalking }

  /// Says a text that a finger or a key requested. `name` is the text for spelling.
  mutating func say(_ sentences: [String], name: String?) {
    answer = sentences
    if let name { latestName = name }
  }

  /// Repeats the latest text.
  mutating func sayAgain(into effects: inout [ShellEffect]) {
    guard isOn, let latest else { return }
    effects.append(latest)
    (isTalking, mustStop) = (true, false)
  }

  /// Makes a repeated message new again.
  mutating func repeatMessage() { message = nil }

  /// Sets an explanation to say after the screen reader has said that it is on.
  mutating func explain(_ text: String) { explanation = text }

  /// Whether the screen reader may have to speak or stop.
  var isActive: Bool { isOn || isSwitched || mustStop }

  /// Says what is new: a message, and the subject of the visitor's attention.
  mutating func update(
    _ panels: PanelStack, _ surroundings: Surroundings, into effects: inout [ShellEffect]
  ) {
    guard !surroundings.isDark else {
      if message != nil || focus != nil { effects.append(.stopSpeaking) }
      (answer, isTalking, mustStop) = (nil, false, false)
      return repeatAll()
    }
    if let said = news(Scene(panels, surroundings), panels) {
      // The new text replaces the current speech.
      effects.append(said)
      (latest, isTalking) = (said, true)
    } else if mustStop {
      effects.append(.stopSpeaking)
      isTalking = false
    }
    mustStop = false
  }

  /// Returns what is new in words; nil for nothing.
  private mutating func news(_ scene: Scene, _ panels: PanelStack) -> ShellEffect? {
    let words = panels.environment.words
    var sentences: [String] = []
    if isSwitched { sentences = [words(.readAloud), words(isOn ? .on : .off), explanation] }
    (isSwitched, explanation) = (false, "")
    if isOn {
      sentences += newMessage(scene.notice, words)
      let (focus, highlight) = (newFocus(scene, panels), newHighlight(scene, words))
      if let answer {
        sentences += answer
      } else {
        if !focus.isEmpty { latestName = nil }
        sentences += focus
        // If the highlight is on the group of tiles, the middle tile has already said its place.
        if focus.isEmpty || scene.highlight != .tiles { sentences += highlight }
      }
    }
    answer = nil
    guard !sentences.isEmpty else { return nil }
    let said = SpokenText(sentences)
    guard !said.isEmpty else { return nil }
    let language = panels.tiles.header.languages.first.flatMap { LanguageTag($0) }?.description
    return .speak(said.text, language: language)
  }

  private mutating func newMessage(_ seen: Notice?, _ words: Localizer) -> [String] {
    let message = seen?.message.withoutCountdown
    guard message != self.message else { return [] }
    self.message = message
    guard let seen else { return [] }
    let text = seen.message.text(in: words)
    return [text.title] + text.detail.split(whereSeparator: \.isNewline).map(String.init)
      + (seen.retry == nil ? [] : [words(.tryAgain)])
  }

  private mutating func newHighlight(_ scene: Scene, _ words: Localizer) -> [String] {
    guard scene.highlight != highlight else { return [] }
    highlight = scene.highlight
    return highlight == nil ? [] : scene.element?.sentences(in: words) ?? []
  }

  private mutating func newFocus(_ scene: Scene, _ panels: PanelStack) -> [String] {
    // The tile to which the highlight returns is read again.
    if let current = scene.highlight, current.isKind(of: .tile(0)), current != highlight { focus = nil }
    guard let focus = scene.focus, focus != self.focus else { return [] }
    let before = self.focus
    self.focus = focus
    return panels.sentences(about: focus, after: before)
  }
}

/// A spoken tile.
struct SpokenTile: Hashable {
  /// The number of open levels, and the shelf of the innermost one.
  let depth, shelf: Int
  let tile: String
  /// The control that has the focus, and (in `state`) its state or value; empty for a button.
  let control: TileControl?
  /// The control at the lower edge that has the focus.
  let foot: FootControls.Control?
  let state: String
}

extension Message {
  /// The message without its countdown, which the screen reader would otherwise read every second.
  var withoutCountdown: Message {
    if case .stillThere = self { .stillThere(seconds: 0) } else { self }
  }
}
