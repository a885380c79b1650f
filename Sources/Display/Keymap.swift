import CXKB
import Gestures
import Glibc
import Logging

private let log = Log("keyboard")

/// The compositor's keymap with the state of the modifiers.
final class Keymap {
  private nonisolated(unsafe) let keymap: OpaquePointer
  private nonisolated(unsafe) let state: OpaquePointer

  /// The size limit in bytes. Real keymaps have some 60 kB.
  private static let largestSize: UInt32 = 4 << 20
  /// The offset of X11's key codes, which xkbcommon uses.
  private static let keycodeOffset: UInt32 = 8

  /// Reads a keymap from a descriptor, which stays open. Returns nil if it is invalid.
  ///
  /// Does not map the file: if it shrinks under a mapping, SIGBUS ends this process.
  convenience init?(descriptor: Int32, size: UInt32) {
    guard size > 0, size <= Self.largestSize else {
      log.warning("a keymap of \(size) bytes is ignored")
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(filled))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    self.init(text: bytes[..<filled])
  }

  /// Compiles a keymap. Returns nil if it is invalid.
  init?(text: ArraySlice<UInt8>) {
    // The compositor decides, not the environment.
    guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else { return nil }
    defer { xkb_context_unref(context) }
    // xkbcommon would print its messages to standard error, line by line.
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    let text = text.prefix { $0 != 0 }
    let compiled = text.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: CChar.self) {
        xkb_keymap_new_from_buffer(
          context, $0.baseAddress, $0.count, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
      }
    }
    guard let compiled else {
      log.warning("the compositor's keymap is not valid")
      return nil
    }
    guard let state = xkb_state_new(compiled) else {
      xkb_keymap_unref(compiled)
      return nil
    }
    keymap = compiled
    self.state = state
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
  }

  /// Returns the current meaning of a key code of linux/input-event-codes.h; nil if the launcher does not use
  /// it.
  func key(_ code: UInt32) -> Key? {
    let symbol = xkb_state_key_get_one_sym(state, code &+ Self.keycodeOffset)
    return symbol == UInt32(XKB_KEY_NoSymbol) ? Key(nameless: code) : Key(symbol: symbol)
  }

  /// Reports whether a key repeats while held.
  func repeats(_ code: UInt32) -> Bool {
    xkb_keymap_key_repeats(keymap, code &+ Self.keycodeOffset) == 1
  }

  /// Applies a `wl_keyboard.modifiers` event.
  func setModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
  }

  /// The modifiers that are down.
  var modifiers: KeyEvent.Modifiers {
    var result: KeyEvent.Modifiers = []
    for (name, modifier) in Self.names
    where xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) == 1 {
      result.insert(modifier)
    }
    return result
  }

  /// The XKB_MOD_NAME_* constants.
  private static let names: [(String, KeyEvent.Modifiers)] = [
    ("Shift", .shift), ("Control", .control), ("Mod1", .alt), ("Mod4", .logo),
  ]
}

extension Key {
  /// Converts a key symbol of xkbcommon-keysyms.h. Returns nil for none and for modifiers.
  init?(symbol: UInt32) {
    if let known = Self.symbols[Int32(bitPattern: symbol)] {
      self = known
      return
    }
    if let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 0x20, scalar.value != 0x7F {
      self = .character(Character(scalar))
    } else if let name = Self.name(of: symbol), !Self.changesOthers(symbol) {
      self = .other(name)
    } else {
      return nil
    }
  }

  /// Returns the name of a key symbol; nil if it has none.
  private static func name(of symbol: UInt32) -> String? {
    guard symbol != 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestName) { buffer in
      let length = xkb_keysym_get_name(symbol, buffer.baseAddress, buffer.count)
      guard length > 0, Int(length) < buffer.count else { return nil }
      return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The buffer size that xkb_keysym_get_name(3) recommends.
  private static let longestName = 64

  /// Reports whether a key symbol is a modifier, lock or group key: the three ranges in xkbcommon-keysyms.h.
  private static func changesOthers(_ symbol: UInt32) -> Bool {
    switch Int32(bitPattern: symbol) {
    case XKB_KEY_Shift_L...XKB_KEY_Hyper_R, XKB_KEY_ISO_Lock...XKB_KEY_ISO_Last_Group_Lock, XKB_KEY_Num_Lock,
      XKB_KEY_Mode_switch, XKB_KEY_Scroll_Lock:
      true
    default: false
    }
  }

  /// Converts a code of linux/input-event-codes.h, for use without a keymap.
  init?(code: UInt32) {
    guard let known = Self.codes[code] else { return nil }
    self = known
  }

  private static let symbols: [Int32: Key] = [
    XKB_KEY_Left: .left, XKB_KEY_KP_Left: .left, XKB_KEY_Right: .right, XKB_KEY_KP_Right: .right,
    XKB_KEY_Up: .up, XKB_KEY_KP_Up: .up, XKB_KEY_Down: .down, XKB_KEY_KP_Down: .down,
    XKB_KEY_Home: .home, XKB_KEY_KP_Home: .home, XKB_KEY_End: .end, XKB_KEY_KP_End: .end,
    XKB_KEY_Page_Up: .pageUp, XKB_KEY_KP_Page_Up: .pageUp, XKB_KEY_Page_Down: .pageDown,
    XKB_KEY_KP_Page_Down: .pageDown, XKB_KEY_Return: .enter, XKB_KEY_KP_Enter: .enter,
    XKB_KEY_ISO_Enter: .enter, XKB_KEY_Select: .enter, XKB_KEY_XF86Select: .enter, XKB_KEY_Escape: .escape,
    XKB_KEY_XF86Back: .escape, XKB_KEY_Tab: .tab, XKB_KEY_KP_Tab: .tab, XKB_KEY_ISO_Left_Tab: .tab,
    XKB_KEY_space: .space, XKB_KEY_KP_Space: .space, XKB_KEY_BackSpace: .backspace,
    XKB_KEY_Delete: .backspace,
    XKB_KEY_KP_Delete: .backspace,
  ]

  /// Converts a code for which keymaps have no symbol: OK and select of remote controls (KEY_OK, KEY_SELECT).
  init?(nameless code: UInt32) {
    guard (352...353).contains(code) else { return nil }
    self = .enter
  }

  private static let codes: [UInt32: Key] = [
    1: .escape, 14: .backspace, 15: .tab, 28: .enter, 57: .space, 96: .enter, 102: .home, 103: .up,
    104: .pageUp,
    105: .left, 106: .right, 107: .end, 108: .down, 109: .pageDown, 158: .escape, 111: .backspace,
    352: .enter, 353: .enter,
  ]
}
