import EventLoop
import Gestures
import Glibc
import Wayland

final class Keyboard {
  private let proxy: WlKeyboard
  private let isOwn: (WlSurface?) -> Bool
  private let deadline: Deadline
  private var keymap: Keymap?
  private var held = HeldKeys()
  private var keyRepeat = KeyRepeat()
  private var hasFocus = false

  var onKey: ((KeyEvent) -> Void)?
  /// Takes the serial of a key.
  var onPress: ((UInt32) -> Void)?
  /// The window lost the keyboard.
  var onLeave: (() -> Void)?

  /// `wl_keyboard.release` is there since.
  private static let releaseVersion: UInt32 = 3

  init(_ proxy: WlKeyboard, loop: EventLoop, isOwn: @escaping (WlSurface?) -> Bool) throws(EventLoopError) {
    self.proxy = proxy
    self.isOwn = isOwn
    let tick = WeakReference<Keyboard>()
    deadline = try loop.addDeadline { tick.object?.repeatKey() }
    tick.object = self
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func release() {
    reset()
    deadline.cancel()
    proxy.onEvent = nil
    if proxy.version >= Self.releaseVersion { proxy.release() } else { proxy.destroyProxy() }
  }

  private func handle(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      keymap = format == .xkbV1 ? Keymap(descriptor: descriptor, size: size) : nil
      close(descriptor)
    case .enter(_, let surface, _): hasFocus = isOwn(surface)
    case .leave: leave()
    case .key(let serial, let milliseconds, let code, let state):
      onPress?(serial)
      key(code, isPressed: state == .pressed, milliseconds)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.setModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
    case .repeatInfo(let rate, let delay):
      keyRepeat = KeyRepeat(rate: rate, delay: delay)
      if keyRepeat.interval == nil { deadline.set(nil) }
    }
  }

  private var modifiers: KeyEvent.Modifiers { keymap?.modifiers ?? [] }

  /// Keys that were down when the keyboard came here were meant for another window, and are not reported.
  private func key(_ code: UInt32, isPressed: Bool, _ milliseconds: UInt32) {
    guard hasFocus else { return }
    if isPressed {
      press(code, milliseconds)
    } else {
      emit(held.release(code, modifiers: modifiers), milliseconds)
    }
    if held.repeating == nil { deadline.set(nil) }
  }

  private func press(_ code: UInt32, _ milliseconds: UInt32) {
    guard let key = keymap.map({ $0.key(code) }) ?? Key(code: code) else { return }
    let event = held.press(code, key, modifiers: modifiers, repeats: keymap?.repeats(code) ?? true)
    guard let event else { return }
    deadline.set(keyRepeat.interval == nil ? nil : EventLoop.now + keyRepeat.delay)
    emit(event, milliseconds)
  }

  private func repeatKey() {
    guard let event = held.repeated(modifiers: modifiers) else { return }
    let now = EventLoop.now
    deadline.set(keyRepeat.next(after: now, now: now))
    emit(event)
  }

  /// The stamp is nil for what only the launcher makes of held keys.
  private func emit(_ event: KeyEvent?, _ milliseconds: UInt32? = nil) {
    guard var event else { return }
    event.milliseconds = milliseconds
    onKey?(event)
  }

  private func leave() {
    guard hasFocus else { return }
    reset()
    onLeave?()
  }

  /// No release will be heard any more.
  func reset() {
    hasFocus = false
    deadline.set(nil)
    for event in held.releaseAll() { emit(event) }
  }
}

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

/// How fast a held key counts again, as `wl_keyboard.repeat_info` says.
struct KeyRepeat: Hashable {
  /// Seconds from the press to the first repeat.
  private(set) var delay = 0.4
  /// Seconds between repeats; nil when keys do not repeat. 0.4 s and 25 per second are what wlroots and
  /// weston default to.
  private(set) var interval: Double? = 1.0 / 25

  /// More repeats per second are nonsense.
  private static let fastest: Int32 = 100
  /// A longer delay means never to anybody who holds a key, in milliseconds.
  private static let longestDelay: Int32 = 10_000

  init() {}

  /// `rate` in repeats per second, 0 for none; `delay` in milliseconds.
  init(rate: Int32, delay: Int32) {
    interval = rate > 0 ? 1 / Double(min(rate, Self.fastest)) : nil
    self.delay = Double(min(max(0, delay), Self.longestDelay)) / 1000
  }

  /// When the next repeat is due after one that was due at `time`: late repeats are skipped, not made up for.
  func next(after time: Double, now: Double) -> Double? {
    interval.map { max(time + $0, now) }
  }
}
