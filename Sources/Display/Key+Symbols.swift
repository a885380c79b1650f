import CXKB
import Gestures

extension Key {
  /// The key for a symbol of xkbcommon-keysyms.h; nil for none and for what only changes other keys, as shift does.
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

  /// The name of a symbol; nil for none.
  private static func name(of symbol: UInt32) -> String? {
    guard symbol != 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestName) { buffer in
      let length = xkb_keysym_get_name(symbol, buffer.baseAddress, buffer.count)
      guard length > 0, Int(length) < buffer.count else { return nil }
      return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// As xkb_keysym_get_name(3) recommends.
  private static let longestName = 64

  /// Whether a symbol is one of modifiers, locks and groups: the three blocks that xkbcommon-keysyms.h has for them.
  private static func changesOthers(_ symbol: UInt32) -> Bool {
    switch Int32(bitPattern: symbol) {
    case XKB_KEY_Shift_L...XKB_KEY_Hyper_R, XKB_KEY_ISO_Lock...XKB_KEY_ISO_Last_Group_Lock, XKB_KEY_Num_Lock,
      XKB_KEY_Mode_switch, XKB_KEY_Scroll_Lock:
      true
    default: false
    }
  }

  /// The key for a code of linux/input-event-codes.h, for want of a keymap.
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

  /// The key for a code that keymaps have no symbol for: OK and select of remote controls (KEY_OK, KEY_SELECT).
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
