import Gestures

/// Which keys are down, and which of them repeats.
struct HeldKeys {
  /// By code, so that a release names the key that was pressed, whatever the modifiers are by then.
  private var keys: [UInt32: Key] = [:]
  /// The code that repeats.
  private(set) var repeating: UInt32?

  /// Keys remembered at most; people have ten fingers.
  private static let limit = 64

  /// Takes a press. Nil when the key is down already.
  mutating func press(_ code: UInt32, _ key: Key, modifiers: KeyEvent.Modifiers, repeats: Bool) -> KeyEvent? {
    guard keys[code] == nil, keys.count < Self.limit else { return nil }
    keys[code] = key
    repeating = repeats ? code : nil
    return KeyEvent(key, .pressed, modifiers: modifiers)
  }

  /// Takes a release. Nil when the press was never heard, or was not heard here.
  mutating func release(_ code: UInt32, modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    if repeating == code { repeating = nil }
    return keys.removeValue(forKey: code).map { KeyEvent($0, .released, modifiers: modifiers) }
  }

  /// The repeating key once more.
  func repeated(modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    repeating.flatMap { keys[$0] }.map { KeyEvent($0, .repeated, modifiers: modifiers) }
  }

  /// Releases everything, in the order of the codes.
  mutating func releaseAll() -> [KeyEvent] {
    defer { self = HeldKeys() }
    return keys.sorted { $0.key < $1.key }.map { KeyEvent($0.value, .released) }
  }
}
