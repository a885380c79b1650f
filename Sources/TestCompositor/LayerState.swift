import Wayland
import WaylandServer

/// A strip at an edge of the screen.
final class LayerState {
  let surface: SurfaceState
  private let resource: ZwlrLayerSurfaceV1Resource
  private unowned let state: CompositorState
  private var size: (width: UInt32, height: UInt32) = (0, 0)
  private var isConfigured = false

  init(_ resource: ZwlrLayerSurfaceV1Resource, _ surface: SurfaceState, _ state: CompositorState) {
    self.resource = resource
    self.surface = surface
    self.state = state
    surface.update { $0.role = .layer }
    surface.onCommit = { [weak self] hasBuffer in self?.mayCommit(hasBuffer) ?? true }
    resource.onRequest = { [unowned self] request in
      switch request {
      case .setSize(let width, let height): size = (width, height)
      case .ackConfigure(let serial): surface.update { $0.acknowledged.append(serial) }
      default: break
      }
    }
  }

  func close() { resource.sendClosed() }

  private func mayCommit(_ hasBuffer: Bool) -> Bool {
    guard !hasBuffer || !surface.shown.acknowledged.isEmpty else {
      resource.postError(
        code: ZwlrLayerSurfaceV1.Error.invalidSurfaceState.rawValue, "a buffer before the first configure")
      return false
    }
    guard !isConfigured else { return true }
    isConfigured = true
    let serial = state.display.nextSerial()
    surface.update { $0.lastConfigure = serial }
    resource.sendConfigure(
      serial: serial, width: size.width > 0 ? size.width : UInt32(state.outputSize.width),
      height: size.height > 0 ? size.height : UInt32(state.outputSize.height))
    return true
  }
}
