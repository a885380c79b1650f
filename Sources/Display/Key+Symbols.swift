import CXKB
import Gestures

extension Key {
  /// The key for a symbol of xkbcommon-keysyms.h; nil when it neither moves anything nor writes.
  init?(symbol: UInt32) {
    if let known = Self.symbols[Int32(bitPattern: symbol)] {
      self = known
      return
    }
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 0x20, scalar.value != 0x7F
    else { return nil }
    self = .character(Character(scalar))
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

  private static let codes: [UInt32: Key] = [
    1: .escape, 14: .backspace, 15: .tab, 28: .enter, 57: .space, 96: .enter, 102: .home, 103: .up,
    104: .pageUp,
    105: .left, 106: .right, 107: .end, 108: .down, 109: .pageDown, 158: .escape, 111: .backspace,
    353: .enter,
  ]
}
