import Wayland
import WaylandServer

extension TestCompositor {
  /// Gives keyboard focus to a surface.
  public func keyboardEnter(surface: UInt32? = nil) {
    keyboard(surface) { state, keyboard, target in
      keyboard.sendEnter(serial: state.display.nextSerial(), surface: target.resource, keys: [])
      keyboard.sendModifiers(
        serial: state.display.nextSerial(), modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
    }
    thread.perform { $0.seat.focused = $0.seat.target(surface) }
  }

  /// Removes keyboard focus from a surface.
  public func keyboardLeave(surface: UInt32? = nil) {
    keyboard(surface) { state, keyboard, target in
      keyboard.sendLeave(serial: state.display.nextSerial(), surface: target.resource)
    }
    thread.perform { $0.seat.focused = nil }
  }

  /// Presses or releases a key. First gives the surface keyboard focus if necessary.
  ///
  /// - Parameter code: Linux's key code (`KEY_ENTER` is 28).
  public func key(_ code: UInt32, isPressed: Bool, milliseconds: UInt32? = nil, surface: UInt32? = nil) {
    let hasFocus = thread.perform { state in
      state.seat.focused != nil && state.seat.focused === state.seat.target(surface)
    }
    if !hasFocus { keyboardEnter(surface: surface) }
    keyboard(surface) { state, keyboard, _ in
      keyboard.sendKey(
        serial: state.display.nextSerial(), time: milliseconds ?? state.clock.inputMilliseconds, key: code,
        state: isPressed ? .pressed : .released)
    }
  }

  /// Presses and releases a key.
  public func press(_ code: UInt32, surface: UInt32? = nil) {
    // Both at once: on a busy machine, the key would otherwise count as held.
    atOnce {
      key(code, isPressed: true, surface: surface)
      key(code, isPressed: false, surface: surface)
    }
  }

  /// Sets the active modifiers, as bits of the keymap (1 is Shift).
  public func modifiers(depressed: UInt32, locked: UInt32 = 0, surface: UInt32? = nil) {
    keyboard(surface) { state, keyboard, _ in
      keyboard.sendModifiers(
        serial: state.display.nextSerial(), modsDepressed: depressed, modsLatched: 0, modsLocked: locked,
        group: 0)
    }
  }

  private func keyboard(
    _ surface: UInt32?, _ send: @escaping (CompositorState, WlKeyboardResource, SurfaceState) -> Void
  ) {
    thread.perform { state in
      guard let target = state.seat.target(surface) else { return }
      for keyboard in state.seat.keyboard.of(target) { send(state, keyboard, target) }
      state.flush()
    }
  }
}
