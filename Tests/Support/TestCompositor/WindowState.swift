import Wayland
import WaylandServer

/// A window, on the compositor's thread.
final class WindowState {
  let surface: SurfaceState
  private(set) var toplevel: XdgToplevelResource?
  private let shellSurface: XdgSurfaceResource
  private unowned let state: CompositorState
  private var isConfigured = false
  private var pending: [UInt32] = []

  init(_ shellSurface: XdgSurfaceResource, _ surface: SurfaceState, _ state: CompositorState) {
    self.shellSurface = shellSurface
    self.surface = surface
    self.state = state
    surface.onCommit = { [unowned self] hasBuffer in mayCommit(hasBuffer) }
  }

  deinit { surface.onCommit = nil }

  func become(_ toplevel: XdgToplevelResource) {
    self.toplevel = toplevel
    surface.update { $0.role = .toplevel }
    toplevel.onDestroy = { [weak self] in
      self?.toplevel = nil
      self?.isConfigured = false
    }
    toplevel.onRequest = { [weak self] request in self?.handle(request) }
  }

  private func handle(_ request: XdgToplevelResource.Request) {
    switch request {
    case .setTitle(let title): surface.update { $0.title = title }
    case .setAppId(let appID): surface.update { $0.appID = appID }
    case .setFullscreen: setFullscreen(true)
    case .unsetFullscreen: setFullscreen(false)
    default: break
    }
  }

  private func setFullscreen(_ wanted: Bool) {
    surface.update { $0.wantsFullscreen = wanted }
    guard isConfigured else {
      // cage 0.3 aborts in this case.
      if wanted { state.violations.append("xdg_toplevel.set_fullscreen before the first configure") }
      return
    }
    guard state.options.honorsFullscreen else { return }
    let size = wanted ? state.outputSize : (0, 0)
    configure(width: size.0, height: size.1, states: wanted ? [.activated, .fullscreen] : [.activated])
  }

  /// Sends a size and a set of states.
  @discardableResult
  func configure(width: Int32, height: Int32, states: [XdgToplevel.State]) -> UInt32 {
    let serial = state.display.nextSerial()
    toplevel?.sendConfigure(width: width, height: height, states: [UInt8](words: states.map(\.rawValue)))
    shellSurface.sendConfigure(serial: serial)
    pending.append(serial)
    surface.update { $0.lastConfigure = serial }
    return serial
  }

  func acknowledge(_ serial: UInt32) {
    guard let place = pending.firstIndex(of: serial) else {
      return shellSurface.postError(
        code: XdgSurface.Error.invalidSerial.rawValue, "serial \(serial) was never sent")
    }
    pending.removeFirst(place + 1)
    surface.update { $0.acknowledged.append(serial) }
  }

  private func mayCommit(_ hasBuffer: Bool) -> Bool {
    guard !hasBuffer || !surface.shown.acknowledged.isEmpty else {
      shellSurface.postError(
        code: XdgSurface.Error.unconfiguredBuffer.rawValue, "a buffer before the first configure")
      return false
    }
    if !isConfigured, toplevel != nil { sendFirstConfigure() }
    return true
  }

  private func sendFirstConfigure() {
    isConfigured = true
    switch state.options.firstConfigure {
    case .output:
      configure(width: state.outputSize.width, height: state.outputSize.height, states: [.activated])
    case .zero: configure(width: 0, height: 0, states: [.activated])
    case .size(let width, let height): configure(width: width, height: height, states: [.activated])
    }
  }
}
