import CLinux
import EventLoop
import Glibc
import Logging
import Wayland

private let log = Log("keyboard")

/// A program's description of its focused text field.
package nonisolated struct ProgramFieldContent: Hashable, Sendable {
  /// The hints of `zwp_text_input_v3`.
  package var hint: ZwpTextInputV3.ContentHint = []
  package var purpose = ZwpTextInputV3.ContentPurpose.normal
  /// Whether no text precedes the caret; false if the program does not report the surrounding text.
  package var isAtBeginning = false

  package init() {}
}

/// A key that the launcher sends to programs as a key press instead of text.
package nonisolated enum ProgramKey: Hashable, Sendable {
  case enter, backspace, tab, left, right, up, down

  /// The key code from linux/input-event-codes.h.
  fileprivate var code: UInt32 {
    switch self {
    case .backspace: 14
    case .tab: 15
    case .enter: 28
    case .up: 103
    case .left: 105
    case .right: 106
    case .down: 108
    }
  }
}

/// Types into the focused program as a virtual keyboard, and follows its text fields as an input method.
///
/// Without a virtual keyboard, it commits text as an input method. Some compositors, such as wlroots 0.18,
/// drop text that crosses a report of the program, so fast typists would lose letters.
///
/// Its protocol objects exist only from `begin` to `end`. It does not store typed text.
package final class ProgramInput {
  /// A change of the focused text field.
  package nonisolated enum Event: Hashable, Sendable {
    /// A field gained the focus.
    case entered(ProgramFieldContent)
    /// The program described the focused field again.
    case changed(ProgramFieldContent)
    /// The field lost the focus.
    case left
    /// Another input method is already active on the seat.
    case unavailable
  }

  package var onEvent: ((Event) -> Void)?

  private let globals: Globals
  private let loop: EventLoop
  private var method: ZwpInputMethodV2?
  private var keyboard: ZwpVirtualKeyboardV1?
  private var keymap: VirtualKeymap?
  /// The compilation of the keymap in progress.
  private var compilation: BackgroundTask?
  /// The seat to type on; nil outside `begin` and `end`.
  private var seat: Seat?
  /// The number of `done` events, which `commit` sends as its serial.
  private var states: UInt32 = 0
  /// The field as of the last `done` event, and its pending state.
  private var (field, pending): (ProgramFieldContent?, ProgramFieldContent?)
  private var isNew = false

  /// The format of all keymaps.
  private static let keymapFormat = WlKeyboard.KeymapFormat.xkbV1.rawValue

  /// Returns nil if the compositor supports neither protocol.
  init?(_ globals: Globals, _ loop: EventLoop) {
    guard globals.inputMethods != nil || globals.virtualKeyboards != nil else { return nil }
    (self.globals, self.loop) = (globals, loop)
  }

  /// Whether the launcher is the input method of the compositor.
  package var isInputMethod: Bool { method != nil }

  /// Creates the input method and the virtual keyboard on a seat.
  ///
  /// The first virtual keyboard follows when its keymap is compiled, before a visitor can see keys.
  package func begin(on seat: Seat) {
    guard self.seat == nil else { return }
    self.seat = seat
    if let method = globals.inputMethods?.getInputMethod(seat: seat.proxy) {
      self.method = method
      method.onEvent = { [weak self] in self?.handle($0) }
    }
    guard globals.virtualKeyboards != nil else { return }
    if keymap == nil { compile() } else { createKeyboard() }
  }

  private func compile() {
    guard compilation == nil else { return }
    do throws(EventLoopError) {
      // xkb reads and compiles files, which would delay a frame.
      compilation = try loop.inBackground {
        VirtualKeymap()
      } done: { [weak self] in
        self?.compiled($0)
      }
    } catch {
      log.warning("programs get no keys: \(error)")
    }
  }

  private func compiled(_ keymap: VirtualKeymap?) {
    compilation = nil
    guard let keymap else { return log.warning("xkb has no keyboard: programs get no keys") }
    self.keymap = keymap
    createKeyboard()
  }

  private func createKeyboard() {
    guard let seat, keyboard == nil else { return }
    keyboard = globals.virtualKeyboards?.createVirtualKeyboard(seat: seat.proxy)
    sendKeymap()
  }

  /// Destroys the input method and the virtual keyboard.
  package func end() {
    method?.destroy()
    keyboard?.destroy()
    (seat, method, keyboard) = (nil, nil, nil)
    keymap?.forget()
    (field, pending, isNew, states) = (nil, nil, false, 0)
  }

  private func handle(_ event: ZwpInputMethodV2.Event) {
    switch event {
    case .activate: (pending, isNew) = (ProgramFieldContent(), true)
    case .deactivate: (pending, isNew) = (nil, false)
    case .surroundingText(_, let cursor, let anchor): pending?.isAtBeginning = cursor == 0 && anchor == 0
    case .contentType(let hint, let purpose):
      pending?.hint = hint
      pending?.purpose = purpose
    case .textChangeCause: break
    case .done: settle()
    case .unavailable: unavailable()
    }
  }

  private func settle() {
    states &+= 1
    let (old, wasNew) = (field, isNew)
    (field, isNew) = (pending, false)
    if let field {
      if wasNew { onEvent?(.entered(field)) } else if field != old { onEvent?(.changed(field)) }
    } else if old != nil {
      onEvent?(.left)
    }
  }

  private func unavailable() {
    log.warning("another input method types into programs: the keyboard over programs sends keys only")
    method?.destroy()
    method = nil
    let hadField = field != nil
    (field, pending, isNew) = (nil, nil, false)
    if hadField { onEvent?(.left) }
    onEvent?(.unavailable)
  }

  /// Types text into the focused program.
  package func type(_ text: String) {
    if keyboard != nil {
      for scalar in text.unicodeScalars { press(scalar) }
    } else if let method, field != nil {
      method.commitString(text: text)
      method.commit(serial: states)
    }
  }

  private func press(_ scalar: Unicode.Scalar) {
    guard let (press, isNew) = keymap?.press(for: scalar) else { return }
    if isNew { sendKeymap() }
    send(press.code, isShifted: press.isShifted)
  }

  /// Presses and releases a key.
  package func press(_ key: ProgramKey) { send(key.code, isShifted: false) }

  private func send(_ code: UInt32, isShifted: Bool) {
    guard let keyboard else { return }
    let time = UInt32(truncatingIfNeeded: Int64(EventLoop.now * 1000))
    if isShifted { sendModifiers(VirtualKeymap.shiftMask) }
    keyboard.key(time: time, key: code, state: WlKeyboard.KeyState.pressed.rawValue)
    keyboard.key(time: time, key: code, state: WlKeyboard.KeyState.released.rawValue)
    if isShifted { sendModifiers(0) }
  }

  private func sendModifiers(_ mask: UInt32) {
    keyboard?.modifiers(modsDepressed: mask, modsLatched: 0, modsLocked: 0, group: 0)
  }

  private func sendKeymap() {
    guard let keyboard, let keymap else { return }
    let bytes = Array(keymap.text.utf8CString)
    let descriptor = clinux_shared_memory("rotunda-keymap", Int64(bytes.count))
    guard descriptor >= 0 else { return giveUpKeys() }
    defer { Glibc.close(descriptor) }
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == bytes.count else { return giveUpKeys() }
    keyboard.keymap(format: Self.keymapFormat, fd: descriptor, size: UInt32(bytes.count))
  }

  /// Destroys the virtual keyboard: a key without a keymap would end the connection.
  private func giveUpKeys() {
    log.warning("no memory for a keymap: the program gets no keys")
    keyboard?.destroy()
    keyboard = nil
  }
}
