import Wayland
import WaylandServer

/// The input devices, on the compositor's thread. They send every requested event, even an invalid one.
final class SeatState {
  private(set) var capabilities: WlSeat.Capability
  let touch = DeviceList<WlTouchResource>()
  let pointer = DeviceList<WlPointerResource>()
  let keyboard = DeviceList<WlKeyboardResource>()
  /// The surface with the pointer.
  var pointed: SurfaceState?
  /// The surface with keyboard focus.
  var focused: SurfaceState?

  private var seats: [WlSeatResource] = []
  private unowned let state: CompositorState

  init(_ state: CompositorState) {
    self.state = state
    capabilities = state.options.capabilities
  }

  func bind(_ seat: WlSeatResource) {
    seats.append(seat)
    seat.onDestroy = { [unowned self, unowned seat] in seats.removeAll { $0 === seat } }
    seat.onRequest = { [unowned self] request in
      switch request {
      case .getTouch(let device): touch.add(device)
      case .getPointer(let device): pointer.add(device)
      case .getKeyboard(let device):
        keyboard.add(device)
        Keymap.send(to: device, layout: state.options.keyboardLayout)
      case .release: break
      }
    }
    seat.sendCapabilities(capabilities: capabilities)
    if seat.version >= 2 { seat.sendName(name: "seat0") }
  }

  func set(_ capabilities: WlSeat.Capability) {
    self.capabilities = capabilities
    for seat in seats { seat.sendCapabilities(capabilities: capabilities) }
  }

  func forget(_ surface: SurfaceState) {
    if pointed === surface { pointed = nil }
    if focused === surface { focused = nil }
  }

  /// Returns the surface for input: the given one, or the newest window's.
  func target(_ id: UInt32?) -> SurfaceState? {
    if let id { return state.surface(id: id) }
    return state.windows.current?.surface ?? state.surfaces.last { $0.isMapped }
  }
}
