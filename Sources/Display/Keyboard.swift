import EventLoop
import Gestures
import Glibc
import Wayland

/// A seat's keyboard.
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
    case .key(let serial, _, let code, let state):
      onPress?(serial)
      key(code, isPressed: state == .pressed)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.setModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
    case .repeatInfo(let rate, let delay):
      keyRepeat = KeyRepeat(rate: rate, delay: delay)
      if keyRepeat.interval == nil { deadline.set(nil) }
    }
  }

  private var modifiers: KeyEvent.Modifiers { keymap?.modifiers ?? [] }

  /// Keys that were down when the keyboard came here were meant for somebody else, and are not told.
  private func key(_ code: UInt32, isPressed: Bool) {
    guard hasFocus else { return }
    if isPressed { press(code) } else { emit(held.release(code, modifiers: modifiers)) }
    if held.repeating == nil { deadline.set(nil) }
  }

  private func press(_ code: UInt32) {
    guard let key = keymap.map({ $0.key(code) }) ?? Key(code: code) else { return }
    let event = held.press(code, key, modifiers: modifiers, repeats: keymap?.repeats(code) ?? true)
    guard let event else { return }
    deadline.set(keyRepeat.interval == nil ? nil : EventLoop.now + keyRepeat.delay)
    emit(event)
  }

  private func repeatKey() {
    guard let event = held.repeated(modifiers: modifiers) else { return }
    let now = EventLoop.now
    deadline.set(keyRepeat.next(after: now, now: now))
    emit(event)
  }

  private func emit(_ event: KeyEvent?) {
    if let event { onKey?(event) }
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
    held.releaseAll().forEach(emit)
  }
}
