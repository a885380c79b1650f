/// Distinguishes the codes of barcode, RFID and badge readers from typing.
///
/// Readers are keyboards. They send a code faster than anyone types, and Enter or Tab after it. Therefore
/// this type holds back the first keys until it knows their speed. It then passes typed keys on. It drops
/// the keys of a reader, even without a final Enter.
///
/// ```swift
/// var reader = CodeReader()
/// for outcome in reader.handle(key, at: now) { … }
/// // If no further key arrives until `reader.deadline`:
/// for outcome in reader.advance(to: now) { … }
/// ```
package struct CodeReader: Hashable, Sendable {
  /// A decision about keys.
  package enum Outcome: Hashable, Sendable {
    /// A person typed these keys.
    case keys([KeyEvent])
    /// A reader sent this code; nil if the code is too long or incomplete.
    case code(String?)
  }

  /// The maximum average time between two keys, in seconds. Readers need 1 to 20 ms, fast typists about 60.
  package static let standardGap = 0.03
  package static let gapRange = 0.005...0.1
  /// The fewest characters of a code. A person can press two keys at once.
  private static let fewest = 3
  /// The most bytes of a code. Callers have lower limits.
  private static let mostBytes = 1024
  /// The pause that ends a code, in gaps. A busy USB bus delays single keys.
  private static let gapsInPause = 4.0
  /// The keys, and their average time in gaps, after which the input counts as typing.
  private static let (typedKeys, typedRatio) = (5, 2.0)

  private let gap: Double
  /// The keys since the last pause, and their releases.
  private var held: [KeyEvent] = []
  private var text = ""
  /// The number of characters, and the seconds from the first to the last.
  private var (count, span) = (0, 0.0)
  /// The line ends and Tab keys after the text. They end the code unless a character follows.
  private var end = ""
  private var isTooLong = false
  /// Whether the text is not a complete code: its beginning was passed on as typed, or it contained a key
  /// without a character.
  private var isCut = false
  /// Whether the input is typing, and keys pass until the next pause.
  private var isTyping = false
  /// Whether a pause passed after fast keys without Enter or Tab.
  private var isStale = false
  /// Whether a deadline, and not a key, decided that the latest keys were typed.
  private var wasLate = false
  /// The latest key press: its stamp, and the time of its handling.
  private var latest: Latest?

  private struct Latest: Hashable {
    let stamp: UInt32?
    let time: Double
  }

  /// Creates a reader.
  ///
  /// - Parameter gap: The maximum average time between two keys in seconds, clamped to `gapRange`.
  package init(gap: Double = standardGap) {
    self.gap = min(max(gap, Self.gapRange.lowerBound), Self.gapRange.upperBound)
  }

  private var pause: Double { gap * Self.gapsInPause }
  private var isActive: Bool { count > 0 }
  /// Whether the characters are enough and fast enough for a reader.
  private var isFast: Bool { count >= Self.fewest && span <= gap * Double(count - 1) }
  /// Whether the held keys can be the beginning of a code. A code can also contain line ends and other keys.
  private var mayBeCode: Bool { isActive && (count < Self.fewest || isFast) }

  /// The time at which `advance(to:)` decides about held keys; nil if no keys are held.
  package var deadline: Double? { isActive && !isStale ? latest.map { $0.time + pause } : nil }

  /// Handles a key at a time in seconds. Returns the decisions.
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
      // The stamps show that this process was late, and not the device.
      isStale = false
      if wasLate { isCut = true }
    }
    wasLate = false
    switch Meaning(event, isWithin: isActive) {
    case .character(let character): outcomes += add(character, event, after: wait)
    case .end(let character) where mayBeCode:
      end.append(character)
      hold(event)
    case .other where mayBeCode && (end.isEmpty || !isFast):
      isCut = true
      hold(event)
    case .end, .other: outcomes += finish() + [.keys([event])]
    }
    return outcomes
  }

  /// Decides about held keys whose deadline has passed.
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

  /// Forgets all keys, because another window gets their releases.
  package mutating func reset() { self = CodeReader(gap: gap) }

  /// Returns the seconds since the latest key, by the device's stamps if it has them.
  private func seconds(to event: KeyEvent, at time: Double) -> Double {
    guard let latest else { return .infinity }
    if let old = latest.stamp, let new = event.milliseconds {
      let milliseconds = new &- old
      // A key of another device can have an older stamp.
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

  /// Holds back a key that may be typed. People pause before they reach the limit.
  private mutating func hold(_ event: KeyEvent) { if held.count < Self.mostBytes { held.append(event) } }

  /// Decides about held keys at a pause, or at a key that cannot belong to a code.
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

/// The meaning of a key for a code.
private enum Meaning {
  case character(Character)
  /// Enter, Tab, or a reader's control character for a line end.
  case end(Character)
  case other

  /// Classifies a key. Readers send control characters, such as the separators of GS1, with the Control key.
  /// At the start of a code, such a key counts as a person's.
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
