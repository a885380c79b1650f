/// Tells the codes of barcode, RFID and badge readers from keys that people press.
///
/// Readers are keyboards: they write a code faster than anyone types, and Enter or Tab after it. So the first
/// keys are held back until their speed is known. What people typed is passed on then, and what a reader
/// wrote is not, also if no Enter came.
///
/// ```swift
/// var reader = CodeReader()
/// for outcome in reader.handle(key, at: now) { … }
/// // Nothing else comes: at `reader.deadline`
/// for outcome in reader.advance(to: now) { … }
/// ```
package struct CodeReader: Hashable, Sendable {
  /// What became of keys.
  package enum Outcome: Hashable, Sendable {
    /// They were typed.
    case keys([KeyEvent])
    /// A reader wrote this; nil for more than it can take.
    case code(String?)
  }

  /// Seconds between two keys on average, at most. Readers need 1 to 20 ms, fast typists some 60.
  package static let standardGap = 0.03
  package static let gapRange = 0.005...0.1
  /// The fewest characters of a code: two keys can be pressed at once.
  private static let fewest = 3
  /// The most bytes that are kept of a code: those who use it have limits of their own.
  private static let mostBytes = 1024
  /// A pause of so many gaps ends a code: a busy USB bus keeps single keys waiting.
  private static let gapsInPause = 4.0
  /// After so many keys that come so many times slower than a reader's, people are typing.
  private static let (typedKeys, typedRatio) = (5, 2.0)

  private let gap: Double
  /// The keys since the last pause, and their releases.
  private var held: [KeyEvent] = []
  private var text = ""
  /// How many characters came, and over how many seconds.
  private var (count, span) = (0, 0.0)
  /// Enter or Tab, with which the code ends unless more follows.
  private var end = ""
  private var isTooLong = false
  /// Whether its beginning was passed on as typed: it is no whole code.
  private var isCut = false
  /// Whether keys pass until the next pause.
  private var isTyping = false
  /// Whether nothing came for a pause, although no Enter came either.
  private var isStale = false
  /// Whether time alone decided that the latest keys were typed.
  private var wasLate = false
  /// The latest key that went down, and when it was handled.
  private var latest: Latest?

  private struct Latest: Hashable {
    let stamp: UInt32?
    let time: Double
  }

  /// A reader whose keys come at most `gap` seconds after one another on average.
  package init(gap: Double = standardGap) {
    self.gap = min(max(gap, Self.gapRange.lowerBound), Self.gapRange.upperBound)
  }

  private var pause: Double { gap * Self.gapsInPause }
  private var isActive: Bool { count > 0 }
  /// Whether so many characters came so fast.
  private var isFast: Bool { count >= Self.fewest && span <= gap * Double(count - 1) }

  /// When keys are decided by time; nil at rest.
  package var deadline: Double? { isActive && !isStale ? latest.map { $0.time + pause } : nil }

  /// Takes a key at a time in seconds; returns what is decided.
  package mutating func handle(_ event: KeyEvent, at time: Double) -> [Outcome] {
    guard event.phase == .pressed else {
      guard isActive, !isStale else { return [.keys([event])] }
      hold(event)
      return []
    }
    let wait = seconds(to: event, at: time)
    latest = Latest(stamp: event.milliseconds, time: time)
    var outcomes: [Outcome] = []
    if wait > pause {
      outcomes = finish()
    } else {
      // This process was kept waiting, and the device was not.
      isStale = false
      if wasLate { isCut = true }
    }
    wasLate = false
    switch Meaning(event, isWithin: isActive) {
    case .character(let character): outcomes += add(character, event, after: wait)
    case .end(let character) where isActive && isFast: end.append(character)
    case .end, .other: outcomes += finish() + [.keys([event])]
    }
    return outcomes
  }

  /// Decides what time has decided.
  package mutating func advance(to time: Double) -> [Outcome] {
    guard let deadline, deadline <= time else { return [] }
    if isFast, end.isEmpty {
      (isStale, held) = (true, [])
      return []
    }
    let outcomes = finish()
    if case .keys? = outcomes.first { wasLate = true }
    return outcomes
  }

  /// Forgets all keys: another window gets their releases.
  package mutating func reset() { self = CodeReader(gap: gap) }

  /// The seconds since the latest key, by the device's stamps where it has them.
  private func seconds(to event: KeyEvent, at time: Double) -> Double {
    guard let latest else { return .infinity }
    if let old = latest.stamp, let new = event.milliseconds {
      let milliseconds = new &- old
      // What comes from another device may be older.
      if milliseconds < 1 << 31 { return Double(milliseconds) / 1000 }
    }
    return max(0, time - latest.time)
  }

  private mutating func add(_ character: Character, _ event: KeyEvent, after wait: Double) -> [Outcome] {
    if isTyping { return [.keys([event])] }
    if isActive { span += wait }
    append(end + String(character))
    end = ""
    count += 1
    hold(event)
    guard count >= Self.typedKeys, span > gap * Self.typedRatio * Double(count - 1) else { return [] }
    let keys = held
    clear()
    isTyping = true
    return [.keys(keys)]
  }

  private mutating func append(_ more: String) {
    if text.utf8.count + more.utf8.count > Self.mostBytes { isTooLong = true } else { text += more }
  }

  /// A held key belongs to what may be typed. People pause before so many.
  private mutating func hold(_ event: KeyEvent) { if held.count < Self.mostBytes { held.append(event) } }

  /// A pause, or a key that no code has.
  private mutating func finish() -> [Outcome] {
    defer { clear() }
    guard isActive, !isStale else { return [] }
    guard isFast else { return [.keys(held)] }
    return end.isEmpty ? [] : [.code(isTooLong || isCut ? nil : text)]
  }

  private mutating func clear() {
    (held, text, count, span, end) = ([], "", 0, 0, "")
    (isTooLong, isCut, isTyping, isStale) = (false, false, false, false)
  }
}

/// What a key is to a code.
private enum Meaning {
  case character(Character)
  /// Enter or Tab, or what readers have for a line's end.
  case end(Character)
  case other

  /// Readers write control characters, such as the separators of GS1, with the control key. Alone, such a key
  /// is a person's.
  init(_ event: KeyEvent, isWithin: Bool) {
    let isPlain = event.modifiers.isDisjoint(with: [.control, .alt, .logo])
    switch event.key {
    case .enter where isPlain: self = .end("\n")
    case .tab where isPlain: self = .end("\t")
    case .space where isPlain: self = .character(" ")
    case .character(let character) where isPlain: self = .character(character)
    case .character(let character) where isWithin && event.modifiers.contains(.control):
      switch character.asciiValue.map({ $0 & 0x1F }) {
      case nil, 0: self = .other
      case 0x0A, 0x0D: self = .end("\n")
      case let value?: self = .character(Character(UnicodeScalar(value)))
      }
    default: self = .other
    }
  }
}
