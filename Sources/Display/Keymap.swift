import CXKB
import Gestures
import Glibc
import Logging

private let log = Log("keyboard")

/// What the keys mean, as the compositor says, and which modifiers are held.
final class Keymap {
  private nonisolated(unsafe) let keymap: OpaquePointer
  private nonisolated(unsafe) let state: OpaquePointer

  /// Real keymaps have some 60 kB.
  private static let largestSize: UInt32 = 4 << 20
  /// X11 counts keys from 8, and so does xkbcommon.
  private static let keycodeOffset: UInt32 = 8

  /// Reads a keymap from a descriptor, which stays open; nil when it is none.
  ///
  /// Reads rather than maps: a file that shrinks under a mapping would end this process with SIGBUS.
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

  /// Compiles a keymap; nil when it is not valid.
  init?(text: ArraySlice<UInt8>) {
    // The compositor decides, not the environment.
    guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else { return nil }
    defer { xkb_context_unref(context) }
    // Its complaints would go to standard error line by line, in the compositor's words.
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

  /// What a key of linux/input-event-codes.h means now; nil when it has no use here.
  func key(_ code: UInt32) -> Key? {
    let symbol = xkb_state_key_get_one_sym(state, code &+ Self.keycodeOffset)
    return symbol == UInt32(XKB_KEY_NoSymbol) ? Key(nameless: code) : Key(symbol: symbol)
  }

  /// Whether a key counts again while it is held.
  func repeats(_ code: UInt32) -> Bool {
    xkb_keymap_key_repeats(keymap, code &+ Self.keycodeOffset) == 1
  }

  /// Takes what `wl_keyboard.modifiers` says.
  func setModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
  }

  /// What is held.
  var modifiers: KeyEvent.Modifiers {
    var result: KeyEvent.Modifiers = []
    for (name, modifier) in Self.names
    where xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) == 1 {
      result.insert(modifier)
    }
    return result
  }

  /// XKB_MOD_NAME_*.
  private static let names: [(String, KeyEvent.Modifiers)] = [
    ("Shift", .shift), ("Control", .control), ("Mod1", .alt), ("Mod4", .logo),
  ]
}
