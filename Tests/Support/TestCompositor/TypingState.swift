import Glibc
import Wayland
import WaylandServer

/// A key press of a client's virtual keyboard (`zwp_virtual_keyboard_v1`).
public struct VirtualKey: Hashable, Sendable {
  /// The key code from linux/input-event-codes.h.
  public var code: UInt32
  /// The mask of the pressed modifiers.
  public var modifiers: UInt32
  /// The number of keymaps that the client had sent before.
  public var keymaps: Int
}

/// The input that clients send to programs: committed text and virtual keys.
final class TypingState {
  /// The committed texts of input methods, in order.
  private(set) var texts: [String] = []
  private(set) var keys: [VirtualKey] = []
  /// The keymaps of virtual keyboards, in order.
  private(set) var keymaps: [String] = []
  private(set) var keyboards = 0
  var hasMethod: Bool { method != nil }

  private var method: ZwpInputMethodV2Resource?
  /// The number of `done` events for the input method.
  private var states: UInt32 = 0
  private var pending = ""
  private unowned let state: CompositorState

  init(_ state: CompositorState) { self.state = state }

  func makeGlobal(_ interface: ProtocolInterface, version: UInt32) -> ServerGlobal? {
    switch interface {
    case .zwpInputMethodManagerV2:
      state.display.addGlobal(ZwpInputMethodManagerV2Resource.self, version: version) {
        [unowned self] manager in
        manager.onRequest = { [unowned self] request in
          if case .getInputMethod(_, let method) = request { add(method) }
        }
      }
    case .zwpVirtualKeyboardManagerV1:
      state.display.addGlobal(ZwpVirtualKeyboardManagerV1Resource.self, version: version) {
        [unowned self] manager in
        manager.onRequest = { [unowned self] request in
          if case .createVirtualKeyboard(_, let keyboard) = request { add(keyboard) }
        }
      }
    default: nil
    }
  }

  private func add(_ new: ZwpInputMethodV2Resource) {
    guard !state.options.hasOtherInputMethod, method == nil else { return new.sendUnavailable() }
    (method, states) = (new, 0)
    new.onDestroy = { [unowned self] in method = nil }
    new.onRequest = { [unowned self] request in
      switch request {
      case .commitString(let text): pending += text
      case .commit(let serial):
        if serial != states { state.violations.append("a commit of state \(serial) instead of \(states)") }
        if !pending.isEmpty { texts.append(pending) }
        pending = ""
      case .setPreeditString, .deleteSurroundingText, .getInputPopupSurface, .grabKeyboard, .destroy: break
      }
    }
  }

  private func add(_ keyboard: ZwpVirtualKeyboardV1Resource) {
    keyboards += 1
    var modifiers: UInt32 = 0
    keyboard.onDestroy = { [unowned self] in keyboards -= 1 }
    keyboard.onRequest = { [unowned self, unowned keyboard] request in
      switch request {
      case .keymap(_, let descriptor, let size):
        keymaps.append(Self.read(descriptor, Int(size)))
        close(descriptor)
      case .key(_, let code, let isPressed):
        guard !keymaps.isEmpty else {
          return keyboard.postError(code: ZwpVirtualKeyboardV1.Error.noKeymap.rawValue, "no keymap")
        }
        if isPressed == 1 {
          keys.append(VirtualKey(code: code, modifiers: modifiers, keymaps: keymaps.count))
        }
      case .modifiers(let depressed, _, _, _): modifiers = depressed
      case .destroy: break
      }
    }
  }

  private static func read(_ descriptor: Int32, _ size: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: size)
    guard pread(descriptor, &bytes, size, 0) == size else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Sends the content of a text field that gained the focus or changed.
  func tell(
    isNew: Bool, purpose: ZwpTextInputV3.ContentPurpose, hint: ZwpTextInputV3.ContentHint, text: String
  ) {
    guard let method else { return }
    if isNew { method.sendActivate() }
    method.sendSurroundingText(text: text, cursor: UInt32(text.utf8.count), anchor: UInt32(text.utf8.count))
    method.sendContentType(hint: hint, purpose: purpose)
    done(method)
  }

  func leave() {
    guard let method else { return }
    method.sendDeactivate()
    done(method)
  }

  private func done(_ method: ZwpInputMethodV2Resource) {
    states += 1
    method.sendDone()
  }
}

extension TestCompositor {
  /// Reports that a text field of a program gained the focus.
  public func enterTextField(
    _ purpose: ZwpTextInputV3.ContentPurpose = .normal, hint: ZwpTextInputV3.ContentHint = [],
    text: String = "before"
  ) {
    thread.perform { $0.extras.typing.tell(isNew: true, purpose: purpose, hint: hint, text: text) }
  }

  /// Reports a new content of the focused text field.
  public func changeTextField(
    _ purpose: ZwpTextInputV3.ContentPurpose = .normal, hint: ZwpTextInputV3.ContentHint = [], text: String
  ) {
    thread.perform { $0.extras.typing.tell(isNew: false, purpose: purpose, hint: hint, text: text) }
  }

  /// Reports that the text field lost the focus.
  public func leaveTextField() { thread.perform { $0.extras.typing.leave() } }

  /// The committed texts of input methods, in order.
  public var typedTexts: [String] { thread.perform { $0.extras.typing.texts } }
  /// The key presses of virtual keyboards, in order.
  public var virtualKeys: [VirtualKey] { thread.perform { $0.extras.typing.keys } }
  /// The keymaps of virtual keyboards, in order.
  public var virtualKeymaps: [String] { thread.perform { $0.extras.typing.keymaps } }
  /// Whether a client has the input method.
  public var hasInputMethod: Bool { thread.perform { $0.extras.typing.hasMethod } }
  /// The number of virtual keyboards.
  public var virtualKeyboards: Int { thread.perform { $0.extras.typing.keyboards } }
}
