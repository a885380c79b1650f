import CXKB
import Glibc

/// A keymap for the keyboard that the launcher has beside those that people plug in: the keys of the United
/// States, and a few without a meaning of their own, which get the characters that those lack.
///
/// The usual keys keep their codes, because some programs read codes instead of symbols.
nonisolated struct VirtualKeymap: Sendable {
  /// A key of linux/input-event-codes.h, and whether Shift is held with it.
  struct Press: Hashable, Sendable {
    var code: UInt32
    var isShifted = false
  }

  /// Its text up to the spare keys' symbols, and what follows each of them.
  private let pieces: [String]
  /// The keys of characters that never change.
  private let fixed: [Unicode.Scalar: Press]
  /// The characters of the spare keys, those that were typed last at the end.
  private var spare: [(scalar: Unicode.Scalar, slot: Int)] = []

  /// FK13 to FK24 of xkeyboard-config's `evdev`: F13 to F24, which hardly any keyboard has.
  private static let spareKeys = (13...24).map { "FK\($0)" }
  /// X11's numbers of keys are higher than the kernel's by this.
  private static let keycodeOffset: UInt32 = 8
  /// KEY_F13.
  private static let firstSpare: UInt32 = 183
  /// Characters for private use, which no keyboard has, stand for what spare keys will have.
  private static let firstPlaceholder: UInt32 = 0xE000
  /// The first bit of modifiers: Shift, in every keymap that X11 can have.
  static let shiftMask: UInt32 = 1
  /// Bytes for the name of a symbol, as xkb_keysym_get_name(3) recommends.
  private static let longestName = 64

  /// Compiles it, which takes milliseconds; nil where xkb's descriptions are not installed.
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

  /// Cuts a text at the placeholders, which stand in it in their order.
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

  /// Which keys type which characters, alone or with Shift.
  private static func characters(of keymap: OpaquePointer) -> [Unicode.Scalar: Press] {
    var keys: [Unicode.Scalar: Press] = [:]
    for code in xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap) {
      for level in 0..<min(2, xkb_keymap_num_levels_for_key(keymap, code, 0)) {
        var symbols: UnsafePointer<xkb_keysym_t>?
        guard xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols) == 1,
          let symbol = symbols?.pointee, code >= keycodeOffset,
          let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 0x20,
          // The keys beside the letters come first, those of the number pad are found later.
          keys[scalar] == nil, !(firstPlaceholder..<firstPlaceholder + 0x100).contains(scalar.value)
        else { continue }
        keys[scalar] = Press(code: code - keycodeOffset, isShifted: level == 1)
      }
    }
    return keys
  }

  /// The name of a character's symbol, in the words of keymaps.
  private static func name(of scalar: Unicode.Scalar) -> String {
    let symbol = xkb_utf32_to_keysym(scalar.value)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestName) { buffer in
      let length = xkb_keysym_get_name(symbol, buffer.baseAddress, buffer.count)
      guard length > 0, Int(length) < buffer.count else { return "NoSymbol" }
      return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The keymap as a compositor reads it.
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

  /// The key that types a character, and whether the keymap is another one from now on.
  mutating func press(for scalar: Unicode.Scalar) -> (press: Press, isNew: Bool) {
    if let press = fixed[scalar] { return (press, false) }
    if let place = spare.firstIndex(where: { $0.scalar == scalar }) {
      let known = spare.remove(at: place)
      spare.append(known)
      return (Press(code: Self.firstSpare + UInt32(known.slot)), false)
    }
    // The key that was not pressed for longest gives way.
    let slot = spare.count < Self.spareKeys.count ? spare.count : spare.removeFirst().slot
    spare.append((scalar, slot))
    return (Press(code: Self.firstSpare + UInt32(slot)), true)
  }
}
