import Wayland
import WaylandServer

/// A layer surface at an edge of the screen.
final class LayerState {
  let surface: SurfaceState
  private let resource: ZwlrLayerSurfaceV1Resource
  private unowned let state: CompositorState
  private var pending: [UInt32] = []
  /// The requested size at the last configure event.
  private var configured: (width: UInt32, height: UInt32)?
  private var next: LayerProperties

  init(
    _ resource: ZwlrLayerSurfaceV1Resource, _ surface: SurfaceState, _ properties: LayerProperties,
    _ state: CompositorState
  ) {
    self.resource = resource
    self.surface = surface
    self.state = state
    next = properties
    surface.update { $0.role = .layer }
    surface.onCommit = { [weak self] hasBuffer in self?.mayCommit(hasBuffer) ?? true }
    resource.onRequest = { [unowned self] request in handle(request) }
  }

  private func handle(_ request: ZwlrLayerSurfaceV1Resource.Request) {
    switch request {
    case .setSize(let width, let height): next.size = (width, height)
    case .setAnchor(let anchor): next.anchor = anchor
    case .setExclusiveZone(let zone): next.exclusiveZone = zone
    case .setKeyboardInteractivity(let interactivity): next.keyboardInteractivity = interactivity
    case .setLayer(let layer): next.layer = layer
    case .ackConfigure(let serial): acknowledge(serial)
    case .setMargin, .getPopup, .destroy: break
    }
  }

  func close() { resource.sendClosed() }

  /// Sends a size, even an invalid one.
  func configure(width: UInt32, height: UInt32) {
    let serial = state.display.nextSerial()
    pending.append(serial)
    surface.update { $0.lastConfigure = serial }
    resource.sendConfigure(serial: serial, width: width, height: height)
  }

  private func acknowledge(_ serial: UInt32) {
    guard let place = pending.firstIndex(of: serial) else {
      return resource.postError(
        code: ZwlrLayerSurfaceV1.Error.invalidSurfaceState.rawValue, "serial \(serial) was never sent")
    }
    pending.removeFirst(place + 1)
    surface.update { $0.acknowledged.append(serial) }
  }

  private func mayCommit(_ hasBuffer: Bool) -> Bool {
    guard !hasBuffer || !surface.shown.acknowledged.isEmpty else {
      resource.postError(
        code: ZwlrLayerSurfaceV1.Error.invalidSurfaceState.rawValue, "a buffer before the first configure")
      return false
    }
    guard next.isSized else {
      resource.postError(
        code: ZwlrLayerSurfaceV1.Error.invalidSize.rawValue, "no size, and not held at both ends")
      return false
    }
    surface.update { $0.layer = next }
    let size = next.size
    if let configured, configured == size { return true }
    configured = size
    configure(
      width: size.width > 0 ? size.width : UInt32(state.outputSize.width),
      height: size.height > 0 ? size.height : UInt32(state.outputSize.height))
    return true
  }
}
