import Wayland
import WaylandServer

extension TestCompositor {
  /// Linux's code of the left button (`BTN_LEFT`).
  public static let leftButton: UInt32 = 0x110

  /// Moves the pointer. It enters the surface first if necessary.
  public func pointerMotion(x: Double, y: Double, milliseconds: UInt32? = nil, surface: UInt32? = nil) {
    pointer(surface) { state, pointer, target, time in
      if state.seat.pointed !== target {
        pointer.sendEnter(
          serial: state.display.nextSerial(), surface: target.resource, surfaceX: x, surfaceY: y)
      } else {
        pointer.sendMotion(time: milliseconds ?? time, surfaceX: x, surfaceY: y)
      }
    }
    thread.perform { $0.seat.pointed = $0.seat.target(surface) }
  }

  /// Removes the pointer from the surface.
  public func pointerLeave(surface: UInt32? = nil) {
    pointer(surface) { state, pointer, target, _ in
      pointer.sendLeave(serial: state.display.nextSerial(), surface: target.resource)
    }
    thread.perform { $0.seat.pointed = nil }
  }

  /// Presses or releases a button.
  public func pointerButton(
    _ button: UInt32 = leftButton, isPressed: Bool, milliseconds: UInt32? = nil, surface: UInt32? = nil
  ) {
    pointer(surface) { state, pointer, _, time in
      pointer.sendButton(
        serial: state.display.nextSerial(), time: milliseconds ?? time, button: button,
        state: isPressed ? .pressed : .released)
    }
  }

  /// Scrolls by a distance in the surface's coordinates.
  ///
  /// - Parameter clicks: the steps of a wheel; 0 for a touchpad.
  public func pointerAxis(
    _ axis: WlPointer.Axis, by distance: Double, clicks: Int32 = 0, milliseconds: UInt32? = nil,
    surface: UInt32? = nil
  ) {
    pointer(surface) { _, pointer, _, time in
      if pointer.version >= 5 { pointer.sendAxisSource(axisSource: clicks == 0 ? .finger : .wheel) }
      if clicks != 0, pointer.version >= 8 {
        pointer.sendAxisValue120(axis: axis, value120: clicks * 120)
      } else if clicks != 0, pointer.version >= 5 {
        pointer.sendAxisDiscrete(axis: axis, discrete: clicks)
      }
      pointer.sendAxis(time: milliseconds ?? time, axis: axis, value: distance)
    }
  }

  /// Ends scrolling with fingers.
  public func pointerAxisStop(_ axis: WlPointer.Axis, milliseconds: UInt32? = nil, surface: UInt32? = nil) {
    pointer(surface) { _, pointer, _, time in
      guard pointer.version >= 5 else { return }
      pointer.sendAxisSource(axisSource: .finger)
      pointer.sendAxisStop(time: milliseconds ?? time, axis: axis)
    }
  }

  private func pointer(
    _ surface: UInt32?, _ send: @escaping (CompositorState, WlPointerResource, SurfaceState, UInt32) -> Void
  ) {
    thread.perform { state in
      guard let target = state.seat.target(surface) else { return }
      for pointer in state.seat.pointer.of(target) {
        send(state, pointer, target, state.clock.inputMilliseconds)
        if pointer.version >= 5 { pointer.sendFrame() }
      }
      state.flush()
    }
  }
}
