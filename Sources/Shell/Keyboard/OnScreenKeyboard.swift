import Gestures
import Languages
import RotundaGeometry

/// An on-screen keyboard: its keys, and the fingers on them.
///
/// It handles touches itself instead of gestures, because people who type fast overlap their touches. A key
/// takes effect when its finger lifts, or when the next finger lands.
struct OnScreenKeyboard: Hashable, Sendable {
  /// The result of an input.
  enum Stroke: Hashable, Sendable {
    /// Types a text.
    case text(String)
    case backspace
    /// Moves the caret right by a number of characters.
    case caret(Int)
    /// Moves to another field or line of a program.
    case field(BoardKey.FieldKey)
    /// Replaces the character before the caret.
    case replace(String)
    case hide
    case done
    /// The keys changed.
    case changed
  }

  /// Other forms of a key, offered for a choice.
  struct Variants: Hashable, Sendable {
    let key: Int
    let texts: [String]
    let places: [Rectangle]
    /// Whether the chosen form replaces the typed character.
    let replaces: Bool
    /// The form under the finger.
    fileprivate(set) var chosen: Int?
  }

  /// A finger on a key.
  private struct Contact: Hashable {
    enum Phase: Hashable {
      /// The action is still open.
      case pressed
      /// The finger deletes characters repeatedly.
      case deleting
      /// The finger moves the caret. `from` is the x position of the last caret step.
      case movesCaret(from: Double)
      case choosing
    }

    let id: Int32
    let key: Int
    let start: Point
    /// The touchscreen's time of the first touch.
    let milliseconds: UInt32
    var phase = Phase.pressed
    /// The time at which the finger triggers its long-press action.
    var due: Double
  }

  /// The keyboards of the kiosk's languages.
  private var layouts: [KeyboardLayout] = [.latin]
  private var current = 0
  let kind: TextField.Kind
  /// Whether it types into programs, and not into a field of the launcher.
  let isForPrograms: Bool
  private(set) var page: Page
  private(set) var shift = Shift.off
  /// The time at which Shift was last pressed.
  private var shiftTime = -1.0
  private(set) var keys: [BoardKey] = []
  private(set) var places = KeyboardPlaces()
  private(set) var variants: Variants?
  private var contact: Contact?
  /// The screen's width and whether it is mirrored, for the positions of other forms.
  private var (width, isMirrored) = (0.0, false)
  private var (slop, caretStep) = (20.0, 25.0)

  /// Time-outs in seconds: until a resting finger shows other forms; until the delete key repeats; between
  /// two deletions; and between two presses that lock Shift.
  private static let (rest, deleteRest, deleteStep, twice) = (0.45, 0.5, 0.07, 0.4)
  /// Distances in millimeters: the caret step of a sliding finger, and the tolerance for a finger on a key.
  private static let (caretWay, wander) = (3.5, 3.2)

  init(_ kind: TextField.Kind, isForPrograms: Bool = false) {
    (self.kind, self.isForPrograms) = (kind, isForPrograms)
    switch kind {
    case .number, .phone, .pin: page = .digits
    case .text, .address, .mail, .password: page = .letters
    }
    rebuild()
  }

  var layout: KeyboardLayout { layouts[min(current, layouts.count - 1)] }
  private var hasLanguages: Bool { layouts.count > 1 }
  var isShifted: Bool { shift != .off }
  private var rows: [[BoardKey]] {
    Self.rows(page, of: layout, for: kind, hasLanguages: hasLanguages, isForPrograms: isForPrograms)
  }

  private mutating func rebuild() { keys = rows.flatMap { $0 } }

  /// Takes the kiosk's keyboards, and selects the one for a language. Addresses and passwords start with a
  /// Latin keyboard.
  mutating func offer(_ layouts: [KeyboardLayout], language: String?) {
    guard !layouts.isEmpty, layouts != self.layouts else { return }
    self.layouts = layouts
    let wanted = language?.lowercased().prefix { $0 != "-" && $0 != "_" }
    let own = layouts.firstIndex { $0.language.lowercased().prefix { $0 != "-" && $0 != "_" } == wanted } ?? 0
    let isPlain = kind == .address || kind == .mail || kind.isSecret
    current = isPlain && !layouts[own].isLatin ? layouts.firstIndex(where: \.isLatin) ?? own : own
    rebuild()
  }

  /// Turns Shift on for one letter at the beginning of a text, otherwise off.
  mutating func capitalize(_ isAtBeginning: Bool) {
    guard shift != .locked, page == .letters else { return }
    shift = isAtBeginning && layout.hasCapitals ? .once : .off
  }

  /// Returns the height of all rows, and of one row.
  func extent(_ environment: Environment) -> (all: Double, row: Double) {
    let places = KeyboardPlaces(rows, bottom: 0, environment.pageMetrics, isMirrored: false)
    return (places.area.size.height, places.height)
  }

  /// Places the keys above a lower edge.
  mutating func layOut(bottom: Double, _ environment: Environment) {
    let page = environment.pageMetrics
    (width, isMirrored) = (environment.metrics.size.width, environment.isMirrored)
    slop = Self.wander * page.pointsPerMillimeter
    caretStep = Self.caretWay * page.pointsPerMillimeter
    let places = KeyboardPlaces(rows, bottom: bottom, page, isMirrored: isMirrored)
    guard places != self.places else { return }
    self.places = places
    forgetFingers()
  }

  /// Ignores fingers that are down.
  mutating func forgetFingers() { (contact, variants) = (nil, nil) }

  /// The key to draw as pressed; nil for a password and while other forms are shown.
  var pressed: Int? { kind.isSecret ? nil : variants == nil ? contact?.key : nil }

  // Effects of keys.

  /// Presses a key.
  mutating func press(_ key: Int, at time: Double) -> Stroke? {
    guard keys.indices.contains(key) else { return nil }
    switch keys[key].action {
    case .text, .space:
      guard let text = keys[key].typed(isShifted: isShifted) else { return nil }
      return type(text)
    case .backspace: return .backspace
    case .shift:
      let isTwice = shift == .once && time - shiftTime < Self.twice
      shift = isTwice ? .locked : shift == .off ? .once : .off
      shiftTime = time
    case .page(let page):
      self.page = page
      rebuild()
    case .language:
      current = (current + 1) % layouts.count
      shift = .off
      rebuild()
    case .caret(let step): return .caret(step)
    case .field(let key): return .field(key)
    case .hide: return .hide
    case .done: return .done
    }
    return .changed
  }

  private mutating func type(_ text: String) -> Stroke {
    if shift == .once { shift = .off }
    return .text(text)
  }

  /// Shows other forms of a key. Returns false if it has none.
  private mutating func showVariants(of key: Int, replacing: Bool = false) -> Bool {
    let texts = keys[key].variants(isShifted: isShifted && !replacing)
    guard !texts.isEmpty else { return false }
    variants = Variants(
      key: key, texts: texts,
      places: places.variants(texts.count, of: key, width: width, isMirrored: isMirrored),
      replaces: replacing)
    return true
  }

  /// Returns the key that types a character and has other forms of it.
  func keyWithForms(of character: Character?) -> Int? {
    guard let text = character?.lowercased(), !kind.isSecret else { return nil }
    return keys.firstIndex { !$0.variants.isEmpty && $0.typed(isShifted: false) == text }
  }

  /// Shows other forms of the last typed character. Returns false if it has none.
  mutating func offerForms(of character: Character?) -> Bool {
    guard let character, let key = keyWithForms(of: character), showVariants(of: key, replacing: true) else {
      return false
    }
    if character.isUppercase, let offered = variants {
      variants = Variants(
        key: key, texts: offered.texts.map { $0.count == $0.uppercased().count ? $0.uppercased() : $0 },
        places: offered.places, replaces: true)
    }
    return true
  }

  /// Chooses one of the offered forms.
  mutating func choose(form index: Int) -> Stroke? {
    guard let offered = variants, offered.texts.indices.contains(index) else { return nil }
    variants = nil
    return offered.replaces ? .replace(offered.texts[index]) : type(offered.texts[index])
  }

  mutating func closeVariants() { variants = nil }

  // Fingers.

  // A finger's own times decide whether its press was long: a busy machine handles touches and deadlines
  // late.

  /// The time of the next long-press action.
  var deadline: Double? { contact.flatMap { $0.due < .infinity ? $0.due : nil } }

  mutating func handle(_ event: TouchEvent, at time: Double) -> [Stroke] {
    switch event {
    case .down(let id, let place, let milliseconds): return land(id, place, milliseconds, at: time)
    case .motion(let id, let place, let milliseconds):
      return contact?.id == id ? meetMissedDeadline(milliseconds) + move(to: place) : []
    case .up(let id, let milliseconds):
      guard let finger = contact, finger.id == id else { return [] }
      if finger.phase == .choosing, variants?.chosen == nil, !isLong(finger, until: milliseconds) {
        // The forms appeared although the finger had already lifted.
        contact?.phase = .pressed
        variants = nil
      }
      return meetMissedDeadline(milliseconds) + lift(at: time)
    case .cancelContact(let id):
      if contact?.id == id { forgetFingers() }
      return []
    case .cancel, .lost:
      forgetFingers()
      return []
    }
  }

  /// Performs the long-press action that was due before an event of the finger.
  private mutating func meetMissedDeadline(_ milliseconds: UInt32) -> [Stroke] {
    guard let finger = contact, finger.phase == .pressed, finger.due < .infinity,
      isLong(finger, until: milliseconds)
    else { return [] }
    return meetDeadline(at: finger.due)
  }

  /// Reports whether a finger had rested long enough at a touchscreen's time.
  private func isLong(_ finger: Contact, until milliseconds: UInt32) -> Bool {
    // The counter wraps around. A time before the first touch counts as none.
    let held = Int32(bitPattern: milliseconds &- finger.milliseconds)
    return Double(held) / 1000 >= rest(on: finger.key)
  }

  /// Returns the seconds of a long press on a key.
  private func rest(on key: Int) -> Double {
    keys[key].action == .backspace ? Self.deleteRest : Self.rest
  }

  private mutating func land(
    _ id: Int32, _ place: Point, _ milliseconds: UInt32, at time: Double
  ) -> [Stroke] {
    var strokes: [Stroke] = []
    if contact?.phase == .pressed { strokes = lift(at: time) }
    contact = nil
    // The key under the finger is hidden now.
    guard !strokes.contains(.hide) else { return strokes }
    if let offered = variants {
      let form = offered.places.firstIndex { $0.contains(place) }
      guard let form else {
        variants = nil
        return strokes + [.changed]
      }
      return strokes + (choose(form: form).map { [$0] } ?? [])
    }
    guard let key = places.key(at: place), keys.indices.contains(key) else { return strokes }
    contact = Contact(
      id: id, key: key, start: place, milliseconds: milliseconds, due: time + rest(on: key))
    return strokes + [.changed]
  }

  private mutating func move(to place: Point) -> [Stroke] {
    guard var finger = contact else { return [] }
    let way = place - finger.start
    switch finger.phase {
    case .choosing:
      let chosen = variants?.places.firstIndex { $0.contains(place) }
      guard !kind.isSecret, chosen != variants?.chosen else {
        variants?.chosen = chosen
        return []
      }
      variants?.chosen = chosen
      return [.changed]
    case .movesCaret(let from):
      let steps = ((place.x - from) / caretStep).rounded(.towardZero)
      guard steps != 0 else { return [] }
      contact?.phase = .movesCaret(from: from + steps * caretStep)
      return [.caret(Int(isMirrored ? -steps : steps))]
    case .pressed:
      guard way.length > slop else { return [] }
      if keys[finger.key].action == .space {
        finger.phase = .movesCaret(from: place.x)
        finger.due = .infinity
        contact = finger
        return []
      }
      // A finger that slides off a key presses the key where it ends.
      guard let key = places.key(at: place) else {
        contact = nil
        return [.changed]
      }
      guard key != finger.key, keys.indices.contains(key) else { return [] }
      contact = Contact(
        id: finger.id, key: key, start: place, milliseconds: finger.milliseconds, due: .infinity)
      return [.changed]
    case .deleting: return []
    }
  }

  private mutating func lift(at time: Double) -> [Stroke] {
    guard let finger = contact else { return [] }
    contact = nil
    switch finger.phase {
    case .pressed: return press(finger.key, at: time).map { [$0] } ?? []
    case .choosing: return variants?.chosen.flatMap { choose(form: $0) }.map { [$0] } ?? [.changed]
    case .deleting, .movesCaret: return [.changed]
    }
  }

  /// Performs the action of a finger that rested long enough.
  mutating func meetDeadline(at time: Double) -> [Stroke] {
    guard var finger = contact, finger.due <= time else { return [] }
    if keys[finger.key].action == .backspace {
      finger.phase = .deleting
      finger.due = time + Self.deleteStep
      contact = finger
      return [.backspace]
    }
    contact?.due = .infinity
    guard finger.phase == .pressed, showVariants(of: finger.key) else { return [] }
    contact?.phase = .choosing
    return [.changed]
  }
}

extension KeyboardLayout {
  /// Whether the layout has capital letters.
  fileprivate var hasCapitals: Bool {
    rows.joined().contains { $0.shifted != $0.text && $0.shifted == $0.text.uppercased() }
  }
}
