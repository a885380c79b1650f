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
  /// Called with the serial of a key event.
  var onPress: ((UInt32) -> Void)?
  /// Called when the window loses keyboard focus.
  var onLeave: (() -> Void)?

  /// The version that introduced `wl_keyboard.release`.
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

  /// Handles a key. Ignores keys that were down before the window got focus: they were meant for another
  /// window.
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

  /// Emits an event. The stamp is nil for key repeats, which the launcher creates.
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

  /// Releases all keys: no release events will come.
  func reset() {
    hasFocus = false
    deadline.set(nil)
    for event in held.releaseAll() { emit(event) }
  }
}

/// Tracks which keys are down, and which one repeats.
struct HeldKeys {
  /// The keys by code. A release then reports the key that was pressed, whatever the modifiers are by then.
  private var keys: [UInt32: Key] = [:]
  /// The code of the repeating key.
  private(set) var repeating: UInt32?

  /// The most keys to track; people have ten fingers.
  private static let limit = 64

  /// Records a press. Returns nil if the key is already down.
  mutating func press(_ code: UInt32, _ key: Key, modifiers: KeyEvent.Modifiers, repeats: Bool) -> KeyEvent? {
    guard keys[code] == nil, keys.count < Self.limit else { return nil }
    keys[code] = key
    repeating = repeats ? code : nil
    return KeyEvent(key, .pressed, modifiers: modifiers)
  }

  /// Records a release. Returns nil if no press was recorded.
  mutating func release(_ code: UInt32, modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    if repeating == code { repeating = nil }
    return keys.removeValue(forKey: code).map { KeyEvent($0, .released, modifiers: modifiers) }
  }

  /// Returns a repeat event for the repeating key.
  func repeated(modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    repeating.flatMap { keys[$0] }.map { KeyEvent($0, .repeated, modifiers: modifiers) }
  }

  /// Releases all keys, in order of their codes.
  mutating func releaseAll() -> [KeyEvent] {
    defer { self = HeldKeys() }
    return keys.sorted { $0.key < $1.key }.map { KeyEvent($0.value, .released) }
  }
}

/// The timing of key repeats, from `wl_keyboard.repeat_info`.
struct KeyRepeat: Hashable {
  /// Seconds from the press to the first repeat.
  private(set) var delay = 0.4
  /// Seconds between repeats; nil without repeats. The initial values, 0.4 s and 25 per second, are the
  /// defaults of wlroots and weston.
  private(set) var interval: Double? = 1.0 / 25

  /// The highest plausible rate, in repeats per second.
  private static let fastest: Int32 = 100
  /// The longest useful delay in milliseconds.
  private static let longestDelay: Int32 = 10_000

  init() {}

  /// `rate` is in repeats per second, 0 for none; `delay` is in milliseconds.
  init(rate: Int32, delay: Int32) {
    interval = rate > 0 ? 1 / Double(min(rate, Self.fastest)) : nil
    self.delay = Double(min(max(0, delay), Self.longestDelay)) / 1000
  }

  /// Returns the due time of the repeat after one due at `time`. Skips late repeats.
  func next(after time: Double, now: Double) -> Double? {
    interval.map { max(time + $0, now) }
  }
}
