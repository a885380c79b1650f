import Configuration

/// Says aloud what is seen, as soon as it is another thing.
struct ScreenReader: Hashable {
  /// What a visitor's attention is on.
  enum Focus: Hashable {
    /// What the launcher does not show: a program, or what a question hides.
    case aside
    case tile(SpokenTile)
    /// The button of a message.
    case retry
    /// A panel before the tiles.
    case panel(SpokenPanel)
  }

  /// What there is beside the panels.
  struct Surroundings {
    let isDark: Bool
    /// Whether something covers everything but a message.
    let isCovered: Bool
    /// Whether the launcher has the screen, and not a program.
    let isLauncherSeen: Bool
    /// Whether there is a visitor.
    let hasVisitor: Bool
    /// What the highlight of one switch is on.
    let highlight: ElementID?
    let element: Element?
  }

  /// What is there to be said.
  private struct Scene {
    /// The message on the screen.
    let notice: Notice?
    /// What a visitor's attention is on; nil while that is what it was: something moves, or there is no
    /// visitor.
    let focus: Focus?
    /// What the highlight of one switch is on.
    let highlight: ElementID?
    let element: Element?

    init(_ panels: PanelStack, _ surroundings: Surroundings) {
      (highlight, element) = (surroundings.highlight, surroundings.element)
      // Pages and the pad stand before messages.
      notice = surroundings.isCovered || panels.alone == nil ? panels.notice.notice : nil
      if surroundings.isCovered || !surroundings.isLauncherSeen {
        focus = .aside
      } else {
        let isSaid = panels.alone != nil || surroundings.hasVisitor || panels.open?.isSaidToAll == true
        focus = isSaid ? panels.focus : nil
      }
    }
  }

  /// Whether the configuration wants everything spoken.
  private var isWanted = false
  /// Whether everything is spoken now.
  private(set) var isOn = false
  /// Whether it was just turned on or off, which it says too, and the text that follows.
  private var isSwitched = false
  private var explanation = ""
  /// The message that was said last, as long as it is seen.
  private var message: Message?
  /// What the highlight of one switch was on last.
  private var highlight: ElementID?
  /// What was spoken of last; nil when whatever comes next is news.
  private var focus: Focus?
  /// The text that a finger or a key asked for. It comes before all other news.
  private var answer: [String]?
  /// The latest text.
  private var latest: ShellEffect?
  /// The text for spelling: the name of the latest element; nil for that of the focus.
  private(set) var latestName: String?
  /// Whether speech may still be running, and whether it has to stop.
  private var (isTalking, mustStop) = (false, false)

  /// Takes what the configuration wants, where that is other than before.
  mutating func apply(_ isWanted: Bool) {
    guard self.isWanted != isWanted else { return }
    self = ScreenReader()
    (self.isWanted, isOn) = (isWanted, isWanted)
  }

  /// Speaks from now on, or is silent; that is said as well.
  mutating func toggle() {
    isOn.toggle()
    isSwitched = true
    repeatAll()
  }

  /// The next visitor finds it as the configuration has it.
  mutating func reset(into effects: inout [ShellEffect]) {
    guard isOn != isWanted else { return }
    let isWanted = isWanted
    self = ScreenReader()
    (self.isWanted, isOn) = (isWanted, isWanted)
    if !isWanted { effects.append(.stopSpeaking) }
  }

  /// Whether it is as a visitor needs it.
  var isAdjusted: Bool { isOn != isWanted }

  /// Whatever is seen is said again: in another language, or to another visitor.
  mutating func repeatAll() { (message, focus) = (nil, nil) }

  /// Whether a visitor has turned it on.
  var isOnByVisitor: Bool { isOn && !isWanted }

  /// A finger or a key interrupts speech.
  mutating func interrupt() { mustStop = isTalking }

  /// Says a text that a finger or a key asked for; `name` is the text for spelling.
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

  /// A message that is shown once more is news again.
  mutating func repeatMessage() { message = nil }

  /// Says how to go on, once it has said that it is on.
  mutating func explain(_ text: String) { explanation = text }

  /// Whether anything may have to be said.
  var isActive: Bool { isOn || isSwitched || mustStop }

  /// Says what is new: a message, and what the visitor's attention has come to be on.
  mutating func update(
    _ panels: PanelStack, _ surroundings: Surroundings, into effects: inout [ShellEffect]
  ) {
    guard !surroundings.isDark else {
      if message != nil || focus != nil { effects.append(.stopSpeaking) }
      (answer, isTalking, mustStop) = (nil, false, false)
      return repeatAll()
    }
    if let said = news(Scene(panels, surroundings), panels) {
      // It replaces the current speech.
      effects.append(said)
      (latest, isTalking) = (said, true)
    } else if mustStop {
      effects.append(.stopSpeaking)
      isTalking = false
    }
    mustStop = false
  }

  /// What is new in words; nil when nothing is.
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
        // Where all tiles are meant, the one in the middle has said where that is.
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
    // The tile that the highlight comes back to is said again.
    if let current = scene.highlight, current.isKind(of: .tile(0)), current != highlight { focus = nil }
    guard let focus = scene.focus, focus != self.focus else { return [] }
    let before = self.focus
    self.focus = focus
    return panels.sentences(about: focus, after: before)
  }
}

/// A tile that is spoken of.
struct SpokenTile: Hashable {
  /// How many levels are open, and the shelf of the innermost.
  let depth, shelf: Int
  let tile: String
  /// The control that keys have chosen, and how it is set: on or off, or its value; empty for a button.
  let control: TileControl?
  /// The control at the lower edge that keys have chosen.
  let foot: FootControls.Control?
  let state: String
}

extension Message {
  /// The same at every second of a countdown, so that it is not said at each.
  var withoutCountdown: Message {
    if case .stillThere = self { .stillThere(seconds: 0) } else { self }
  }
}
