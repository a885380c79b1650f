import Configuration

/// What is spoken, and whether.
struct SpeechState: Hashable {
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

  /// Whether the configuration wants everything spoken.
  var isWanted = false
  /// Whether everything is spoken now.
  var isOn = false
  /// Whether it has just been switched on or off, which is said too.
  var isSwitched = false
  /// The message that was said last, as long as it is seen.
  var message: Message?
  /// What the highlight of one switch was on last.
  var highlight: ElementID?
  /// What was spoken of last; nil when whatever comes next is news.
  var focus: Focus?
}

/// A tile that is spoken of.
struct SpokenTile: Hashable {
  /// How many levels are open, and the shelf of the innermost.
  let depth, shelf: Int
  let tile: String
  /// The control that keys have chosen, and how it is set: on or off, or its value; empty for a button.
  let control: TileControl?
  let state: String
}

/// Saying aloud what is seen: when.
extension Shell {
  /// Takes what the configuration wants, where that is other than before.
  mutating func takeSpeech(_ isWanted: Bool) {
    guard speech.isWanted != isWanted else { return }
    speech = SpeechState()
    (speech.isWanted, speech.isOn) = (isWanted, isWanted)
  }

  /// Speaks from now on, or is silent; that is said as well.
  mutating func toggleSpeech() {
    speech.isOn.toggle()
    speech.isSwitched = true
    (speech.message, speech.focus) = (nil, nil)
  }

  /// The next visitor finds it as the configuration has it.
  mutating func resetSpeech() {
    guard speech.isOn != speech.isWanted else { return }
    let isWanted = speech.isWanted
    speech = SpeechState()
    (speech.isWanted, speech.isOn) = (isWanted, isWanted)
    if !isWanted { outbox.append(.hush) }
  }

  /// Whatever is seen is said again: in another language, or to another visitor.
  mutating func repeatSpeech() { (speech.message, speech.focus) = (nil, nil) }

  /// Says what is new: a message, and what the visitor's attention has come to be on.
  mutating func updateSpeech() {
    guard speech.isOn || speech.isSwitched, !metrics.size.isEmpty else { return }
    guard !isDark else { return fallSilent() }
    var sentences: [String] = []
    if speech.isSwitched { sentences = [words(.readAloud), words(speech.isOn ? .on : .off)] }
    speech.isSwitched = false
    if speech.isOn {
      sentences += newMessage()
      let (focus, highlight) = (newFocus(), newHighlight())
      sentences += focus
      // Where all tiles are meant, the one in the middle has said where that is.
      if focus.isEmpty || scan.run?.current != .tiles { sentences += highlight }
    }
    guard !sentences.isEmpty else { return }
    let said = SpokenText(sentences)
    guard !said.isEmpty else { return }
    outbox.append(.say(said.text, language: spokenLanguage))
  }

  private mutating func fallSilent() {
    if speech.message != nil || speech.focus != nil { outbox.append(.hush) }
    repeatSpeech()
  }

  private var spokenLanguage: String? {
    tilesPanel.header.languages.first.flatMap { LanguageTag($0) }?.description
  }

  private mutating func newMessage() -> [String] {
    let seen = seenNotice
    let message = seen?.message.withoutCountdown
    guard message != speech.message else { return [] }
    speech.message = message
    guard let seen else { return [] }
    let text = seen.message.text(in: words)
    return [text.title] + text.detail.split(whereSeparator: \.isNewline).map(String.init)
      + (seen.retry == nil ? [] : [words(.tryAgain)])
  }

  /// The message on the screen; pages and the pad stand before it.
  private var seenNotice: Notice? {
    guard cover != nil || panels.alone == nil else { return nil }
    return notice
  }

  private mutating func newHighlight() -> [String] {
    let highlight = scan.run?.current
    guard highlight != speech.highlight else { return [] }
    speech.highlight = highlight
    return highlight == nil ? [] : scan.element?.sentences ?? []
  }

  private mutating func newFocus() -> [String] {
    // The tile that the highlight comes back to is said again.
    if let current = scan.run?.current, current.isKind(of: .tile(0)), current != speech.highlight {
      speech.focus = nil
    }
    guard let focus = spokenFocus, focus != speech.focus else { return [] }
    let before = speech.focus
    speech.focus = focus
    return switch focus {
    case .aside: []
    case .retry: [words(.tryAgain)]
    case .tile(let tile): sentences(about: tile, after: before)
    case .panel(let panel): sentences(about: panel, after: before)
    }
  }

  private func sentences(about tile: SpokenTile, after before: SpeechState.Focus?) -> [String] {
    var earlier: SpokenTile?
    if case .tile(let other) = before { earlier = other }
    return tilesPanel.sentences(about: tile, after: earlier)
  }

  private func sentences(about panel: SpokenPanel, after before: SpeechState.Focus?) -> [String] {
    var earlier: SpokenPanel?
    if case .panel(let other) = before, other.panel == panel.panel { earlier = other }
    return panels.open?.sentences(after: earlier, environment) ?? []
  }

  /// What the visitor's attention is on; nil while that is what it was: something moves, or nobody is there.
  private var spokenFocus: SpeechState.Focus? {
    guard screen == .carousel, cover == nil else { return .aside }
    if let panel = panels.alone { return .panel(panel.spoken) }
    guard attraction == nil, !idle.isIdle else { return nil }
    if notice?.isRetryFocused == true { return .retry }
    if let panel = panels.open { return .panel(panel.spoken) }
    return tilesPanel.spokenTile.map { .tile($0) }
  }
}

extension Message {
  /// The same at every second of a countdown, so that it is not said at each.
  var withoutCountdown: Message {
    if case .stillThere = self { .stillThere(seconds: 0) } else { self }
  }
}
