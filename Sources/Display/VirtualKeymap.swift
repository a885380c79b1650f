import CXKB
import Glibc

/// The keymap of the launcher's virtual keyboard: the US layout, and spare keys for characters that the
/// layout lacks.
///
/// The keys of the US layout keep their codes, because some programs read codes instead of symbols.
nonisolated struct VirtualKeymap: Sendable {
  /// A key code from linux/input-event-codes.h, and whether Shift is held.
  struct Press: Hashable, Sendable {
    var code: UInt32
    var isShifted = false
  }

  /// The text of the keymap, divided at the symbols of the spare keys.
  private let pieces: [String]
  /// The keys of the US layout, by character.
  private let fixed: [Unicode.Scalar: Press]
  /// The characters of the spare keys, least recently typed first.
  private var spare: [(scalar: Unicode.Scalar, slot: Int)] = []

  /// FK13 to FK24 of xkeyboard-config's `evdev`: the keys F13 to F24, which few keyboards have.
  private static let spareKeys = (13...24).map { "FK\($0)" }
  /// The difference between X11's key codes and the kernel's.
  private static let keycodeOffset: UInt32 = 8
  /// The key code of the first spare key, KEY_F13.
  private static let firstSpare: UInt32 = 183
  /// The first of the private-use characters that stand for the symbols of the spare keys.
  private static let firstPlaceholder: UInt32 = 0xE000
  /// The modifier bit of Shift, which is the first one in every X11 keymap.
  static let shiftMask: UInt32 = 1
  /// The buffer size in bytes for the name of a symbol, as xkb_keysym_get_name(3) recommends.
  private static let longestName = 64

  /// Compiles the keymap, which takes milliseconds. Returns nil if xkb's data files are not installed.
  init?() {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else { return nil }
    defer { xkb_context_unref(context) }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    guard
      let keymap = xkb_keymap_new_from_string(
        context, Self.source, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    else { return nil }
    defer { xkb_keymap_unref(keymap) }
    guard let compiled = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else { return nil }
    defer { free(compiled) }
    guard let pieces = Self.divide(String(cString: compiled)) else { return nil }
    (self.pieces, fixed) = (pieces, Self.characters(of: keymap))
  }

  private static var source: String {
    let keys = spareKeys.enumerated().map { index, name in
      let symbol = "U" + String(firstPlaceholder + UInt32(index), radix: 16, uppercase: true)
      return "replace key <\(name)> { type = \"ONE_LEVEL\", [ \(symbol) ] };"
    }
    return """
      xkb_keymap {
        xkb_keycodes { include "evdev+aliases(qwerty)" };
        xkb_types { include "complete" };
        xkb_compatibility { include "complete" };
        xkb_symbols { include "pc+us" \(keys.joined(separator: " ")) };
      };
      """
  }

  /// Divides a keymap at its placeholders, which are in ascending order.
  private static func divide(_ text: String) -> [String]? {
    var (pieces, rest) = ([String](), Substring(text))
    for index in spareKeys.indices {
      let name = name(of: Unicode.Scalar(firstPlaceholder + UInt32(index)) ?? " ")
      guard let place = rest.firstRange(of: name) else { return nil }
      pieces.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return pieces + [String(rest)]
  }

  /// Maps characters to the keys that type them, alone or with Shift.
  private static func characters(of keymap: OpaquePointer) -> [Unicode.Scalar: Press] {
    var keys: [Unicode.Scalar: Press] = [:]
    for code in xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap) {
      for level in 0..<min(2, xkb_keymap_num_levels_for_key(keymap, code, 0)) {
        var symbols: UnsafePointer<xkb_keysym_t>?
        guard xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols) == 1,
          let symbol = symbols?.pointee, code >= keycodeOffset,
          let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 0x20,
          // The main keys have lower codes and take precedence over the number pad.
          keys[scalar] == nil, !(firstPlaceholder..<firstPlaceholder + 0x100).contains(scalar.value)
        else { continue }
        keys[scalar] = Press(code: code - keycodeOffset, isShifted: level == 1)
      }
    }
    return keys
  }

  /// Returns the name of a character's symbol in keymaps.
  private static func name(of scalar: Unicode.Scalar) -> String {
    let symbol = xkb_utf32_to_keysym(scalar.value)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestName) { buffer in
      let length = xkb_keysym_get_name(symbol, buffer.baseAddress, buffer.count)
      guard length > 0, Int(length) < buffer.count else { return "NoSymbol" }
      return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The keymap in xkb's text format.
  var text: String {
    var names = [String](repeating: "NoSymbol", count: Self.spareKeys.count)
    for (scalar, slot) in spare { names[slot] = Self.name(of: scalar) }
    var text = pieces[0]
    for (name, piece) in zip(names, pieces.dropFirst()) {
      text += name
      text += piece
    }
    return text
  }

  /// Frees the spare keys: their symbols are a part of what a visitor typed.
  mutating func forget() { spare = [] }

  /// Returns the key that types a character, and whether the keymap changed for it.
  mutating func press(for scalar: Unicode.Scalar) -> (press: Press, isNew: Bool) {
    if let press = fixed[scalar] { return (press, false) }
    if let place = spare.firstIndex(where: { $0.scalar == scalar }) {
      let known = spare.remove(at: place)
      spare.append(known)
      return (Press(code: Self.firstSpare + UInt32(known.slot)), false)
    }
    // Replaces the least recently used spare key.
    let slot = spare.count < Self.spareKeys.count ? spare.count : spare.removeFirst().slot
    spare.append((scalar, slot))
    return (Press(code: Self.firstSpare + UInt32(slot)), true)
  }
}
