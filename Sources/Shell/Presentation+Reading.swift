import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The last output of the screen reader, for a visitor who explores by touch or keys.
struct ReadingState: Hashable {
  /// The latest item.
  var item: ReadingItem?
  /// Whether keys selected it. Enter then opens it.
  var isByKeys = false
  /// When the finger lifted from it.
  var lifted = -Double.infinity

  /// Seconds within which a second tap anywhere opens the latest item.
  static let secondTap = 1.0
}

extension Presentation {
  /// The visible texts.
  ///
  /// They are computed in a separate frame, only when a visitor needs them.
  private var seenWords: [SeenWords] {
    var (copy, frame) = (panels, SceneFrame())
    frame.size = panels.environment.metrics.size
    copy.draw(.everything, isShaded: false, to: &frame)
    return SeenWords.all(in: frame)
  }

  private var canRead: Bool { isLauncherSeen && !isCovered && hasScreen }

  /// All readable items on the screen, in order.
  var readingItems: [ReadingItem] { canRead ? panels.readingItems(seenWords) : [] }

  /// Reads the item below a finger, if it differs from the latest.
  mutating func hear(at point: Point) {
    guard canRead, let item = panels.readingItem(at: point, seenWords) else { return }
    guard reading.item?.isSame(as: item) != true || reading.lifted > -.infinity else { return }
    reading = ReadingState(item: item)
    say(item)
  }

  /// Notes that the exploring finger lifted.
  mutating func endExploring() { if reading.item != nil { reading.lifted = clock } }

  /// Handles a tap: the first one reads the item, and the second one opens it.
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

  /// Opens the latest item.
  mutating func openHeard() {
    guard canRead, let id = reading.item?.id else { return }
    reading = ReadingState()
    play(.tap)
    panels.activate(id)
  }

  /// Performs a reading action of a key, a gesture or a tile.
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
    // Reading begins at the visitor's place.
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

  /// Handles a key of the screen reader while it is on. Returns whether the key is one.
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
