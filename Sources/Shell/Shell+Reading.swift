import Configuration
import Gestures
import RotundaGeometry

// Reading by touch and by keys.
extension Shell {
<<<<<<< HEAD
  /// Fingers on the launcher: for gestures, or to hear what is below them.
  mutating func handleTouch(_ frame: TouchFrame, at time: Double) {
=======
  /// Fingers on the launcher: for gestures, or to explore.
  mutating func takeTouch(_ frame: TouchFrame, at time: Double) {
>>>>>>> r3
    presentation.input.lookOut(inFront: panels.recognizers)
    guard !presentation.touchGuard.isOff else { return handleCounted(frame, at: time) }
    let slop = presentation.input.slop
    for frame in presentation.touchGuard.admit(frame, slop: slop, at: time) { handleCounted(frame, at: time) }
  }

  private mutating func handleCounted(_ frame: TouchFrame, at time: Double) {
    guard presentation.explorer.isActive || presentation.explores else {
      return recognize(frame, at: time)
    }
    let slop = presentation.input.slop
    perform(presentation.explorer.handle(frame, slop: slop, at: time), at: time)
  }

  private mutating func recognize(_ frame: TouchFrame, at time: Double) {
    if panels.takesTouches { withPanels { $0.handle(frame) } }
    act(on: presentation.input.handle(frame, at: time))
  }

  /// Decides about resting fingers.
  mutating func meetTouchDeadlines(at time: Double) {
    for frame in presentation.touchGuard.advance(to: time) { handleCounted(frame, at: time) }
    perform(presentation.explorer.advance(to: time), at: time)
  }

  private mutating func perform(_ outcomes: [TouchExplorer.Outcome], at time: Double) {
    for outcome in outcomes {
      switch outcome {
      case .pass(let frame): recognize(frame, at: time)
      case .explore(let point): present { $0.hear(at: point) }
      case .lifted: present { $0.endExploring() }
      case .tap(let point): present { $0.tapToHear(at: point) }
      case .splitTap: present { $0.openHeard() }
      }
    }
  }
}

// Private listening.
extension Shell {
<<<<<<< HEAD
  /// A headset was plugged in: its visitor hears the screen. Unplugged, it is open whether they are there.
  mutating func handleHeadset(isPlugged: Bool, isNew: Bool, at time: Double) {
=======
  /// A plugged headset turns the screen reader on. After it is unplugged, the visitor may have left.
  mutating func takeHeadset(isPlugged: Bool, isNew: Bool, at time: Double) {
>>>>>>> r3
    present { $0.setHeadset(isPlugged) }
    guard isNew else { return }
    if isPlugged {
      somebodyCame(at: time)
      present { $0.beginPrivateListening() }
    } else if presentation.endPrivateListening(into: &outbox) {
      ask(until: time + (idle.monitor.settings.warning ?? ScreenCover.usualQuestion), at: time)
    }
  }
}
<<<<<<< HEAD
=======

/// The reading position of a visitor with the screen reader, by touch or by keys.
struct ReadingState: Hashable {
  /// The latest element.
  var item: ReadingItem?
  /// Whether keys selected it: then Enter opens it.
  var isByKeys = false
  /// When a finger last lifted from there.
  var lifted = -Double.infinity

  /// Seconds within which a second tap opens the latest element, wherever it lands.
  static let secondTap = 1.0
}

extension Presentation {
  /// The words that are visible now.
  ///
  /// They come from a frame that is drawn for this alone, only when a visitor asks.
  private var seenWords: [SeenWords] {
    var (copy, frame) = (panels, SceneFrame())
    frame.size = panels.environment.metrics.size
    copy.draw(.everything, isShaded: false, to: &frame)
    return SeenWords.all(in: frame)
  }

  private var canRead: Bool { isLauncherSeen && !isCovered && hasScreen }

  /// Everything that can be read on the screen, in its order.
  var readingItems: [ReadingItem] { canRead ? panels.readingItems(seenWords) : [] }

  /// Says the element below a finger, if it differs from the one before.
  mutating func hear(at point: Point) {
    guard canRead, let item = panels.readingItem(at: point, seenWords) else { return }
    guard reading.item?.isSame(as: item) != true || reading.lifted > -.infinity else { return }
    reading = ReadingState(item: item)
    say(item)
  }

  /// The finger that explored has lifted.
  mutating func endExploring() { if reading.item != nil { reading.lifted = clock } }

  /// A tap: the first one says the element, and the second one opens it.
  mutating func tapToHear(at point: Point) {
    guard canRead else { return }
    let item = panels.readingItem(at: point, seenWords)
    let isSecond = reading.lifted > -.infinity && reading.item?.id != nil
    if isSecond,
      item.flatMap({ reading.item?.isSame(as: $0) }) == true
        || clock - reading.lifted <= ReadingState.secondTap
    {
      return openHeard()
    }
    guard let item else { return }
    reading = ReadingState(item: item, lifted: clock)
    say(item)
  }

  /// Opens the latest element.
  mutating func openHeard() {
    guard canRead, let id = reading.item?.id else { return }
    reading = ReadingState()
    play(.tap)
    panels.activate(id)
  }

  /// Reads as a visitor asks by a key, a gesture or a tile.
  mutating func read(_ action: ReadingAction) {
    guard reader.isOn else { return }
    switch action {
    case .on: move(by: 1)
    case .back: move(by: -1)
    case .again: sayAgain()
    case .spelled: spell()
    case .everything: repeatAll()
    }
  }

  private mutating func move(by step: Int) {
    let items = readingItems
    guard !items.isEmpty else { return }
    let place = reading.item.flatMap { item in items.firstIndex { $0.isSame(as: item) } }
    // It begins where the visitor is.
    let focus = ElementID.tile(panels.tiles.chosenShelf.carousel.currentItemIndex)
    let start = place ?? (panels.isEmpty ? items.firstIndex { $0.id == focus } : nil)
    let next = start.map { $0 + step } ?? (step > 0 ? 0 : items.count - 1)
    guard items.indices.contains(next) else { return play(.error) }
    reading = ReadingState(item: items[next], isByKeys: true)
    if let id = items[next].id, id.isKind(of: .tile(0)) { panels.reveal(id) }
    say(items[next])
  }

  private mutating func spell() {
    let name = reader.latestName ?? panels.focusName
    let words = panels.environment.words
    let letters = name.map { $0.isWhitespace ? words(.space) : String($0) }
    if !letters.isEmpty { say(letters, name: name) }
  }

  private mutating func say(_ item: ReadingItem) { say(item.sentences, name: item.name) }

  /// A key that reads, while the screen is read aloud; whether it is one.
  mutating func handleReadingKey(_ event: KeyEvent) -> Bool {
    if case .other("F4") = event.key {
      if event.phase == .pressed { toggleSpeech() }
      return true
    }
    guard reader.isOn, isLauncherSeen, event.phase != .released else { return false }
    switch event.key {
    case .pageDown: read(.on)
    case .pageUp: read(.back)
    case .other("F1"), .other("Help"): read(.everything)
    case .other("F2"): read(.again)
    case .other("F3"): read(.spelled)
    case .enter, .space:
      guard reading.isByKeys, reading.item?.id != nil else { return false }
      if event.phase == .pressed { openHeard() }
    default:
      reading.isByKeys = false
      return false
    }
    return true
  }
}
>>>>>>> r3
