import Glibc
import Wayland
import WaylandServer

/// A keymap as compositors send it. It includes parts of the XKB database, which the client's library
/// compiles.
enum Keymap {
  static func send(to keyboard: WlKeyboardResource, layout: String) {
    let bytes = Array(text(layout).utf8) + [0]
    guard let descriptor = file(bytes) else { return }
    keyboard.sendKeymap(format: .xkbV1, fd: descriptor, size: UInt32(bytes.count))
    close(descriptor)
    if keyboard.version >= 4 { keyboard.sendRepeatInfo(rate: 25, delay: 600) }
  }

  private static func text(_ layout: String) -> String {
    """
    xkb_keymap {
      xkb_keycodes { include "evdev+aliases(qwerty)" };
      xkb_types { include "complete" };
      xkb_compat { include "complete" };
      xkb_symbols { include "pc+\(layout)+inet(evdev)" };
    };
    """
  }

  /// Creates an unlinked temporary file.
  private static func file(_ bytes: [UInt8]) -> Int32? {
    var template = Array("/tmp/keymap-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
