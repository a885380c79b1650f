import Wayland
import WaylandServer

extension TestCompositor {
  /// Changes the input devices.
  public func setCapabilities(_ capabilities: WlSeat.Capability) {
    thread.perform { $0.seat.set(capabilities) }
  }

  /// Waits until a client has an object for a device: `wl_touch`, `wl_pointer` or `wl_keyboard`.
  public func waitForDevice(_ interface: ProtocolInterface, seconds: Double = patience) throws {
    try waitFor("a \(interface.name)", seconds) { state in
      let isThere =
        switch interface {
        case .wlTouch: !state.seat.touch.of(nil).isEmpty
        case .wlPointer: !state.seat.pointer.of(nil).isEmpty
        default: !state.seat.keyboard.of(nil).isEmpty
        }
      return isThere ? true : nil
    }
  }

  /// The current timestamp of input events; nil with a manual clock, which does not advance.
  public var inputMilliseconds: UInt32? {
    thread.perform { $0.clock.frames == .manual ? nil : $0.clock.inputMilliseconds }
  }

  /// Puts a finger down at a position in the surface's coordinates.
  ///
  /// - Parameters:
  ///   - milliseconds: the timestamp of the event; nil for the clock's.
  ///   - surface: the object ID of a `wl_surface`; nil for the newest window's.
  ///   - frame: whether `wl_touch.frame` follows, if the compositor sends it.
  public func touchDown(
    id: Int32, x: Double, y: Double, milliseconds: UInt32? = nil, surface: UInt32? = nil, frame: Bool = true
  ) {
    touch(surface, frame) { state, touch, target in
      guard let target else { return }
      touch.sendDown(
        serial: state.display.nextSerial(), time: milliseconds ?? state.clock.inputMilliseconds,
        surface: target.resource, id: id, x: x, y: y)
    }
  }

  /// Moves a finger, even one that is not down.
  public func touchMotion(
    id: Int32, x: Double, y: Double, milliseconds: UInt32? = nil, surface: UInt32? = nil, frame: Bool = true
  ) {
    touch(surface, frame) { state, touch, _ in
      touch.sendMotion(time: milliseconds ?? state.clock.inputMilliseconds, id: id, x: x, y: y)
    }
  }

  /// Lifts a finger, even one that is not down.
  public func touchUp(id: Int32, milliseconds: UInt32? = nil, surface: UInt32? = nil, frame: Bool = true) {
    touch(surface, frame) { state, touch, _ in
      touch.sendUp(
        serial: state.display.nextSerial(), time: milliseconds ?? state.clock.inputMilliseconds, id: id)
    }
  }

  /// Sends the shape of a finger in the surface's coordinates.
  public func touchShape(id: Int32, major: Double, minor: Double, surface: UInt32? = nil, frame: Bool = true)
  {
    touch(surface, frame) { _, touch, _ in
      if touch.version >= 6 { touch.sendShape(id: id, major: major, minor: minor) }
    }
  }

  /// Ends a group of touch events.
  public func touchFrame(surface: UInt32? = nil) {
    touch(surface, false) { _, touch, _ in touch.sendFrame() }
  }

  /// Cancels all touches: the compositor uses them for its own gesture.
  public func touchCancel(surface: UInt32? = nil) {
    touch(surface, false) { _, touch, _ in touch.sendCancel() }
  }

  private func touch(
    _ surface: UInt32?, _ frame: Bool,
    _ send: @escaping (CompositorState, WlTouchResource, SurfaceState?) -> Void
  ) {
    thread.perform { state in
      let target = state.seat.target(surface)
      for touch in state.seat.touch.of(target) {
        send(state, touch, target)
        if frame, state.options.sendsTouchFrames { touch.sendFrame() }
      }
      state.flush()
    }
  }
}
