import Wayland
import WaylandServer

/// The windows, and the shell that creates them.
final class WindowList {
  private(set) var windows: [WindowState] = []
  private(set) var pongs: [UInt32] = []
  private var shells: [XdgWmBaseResource] = []
  private unowned let state: CompositorState

  init(_ state: CompositorState) { self.state = state }

  /// The newest window.
  var current: WindowState? { windows.last }

  func bind(_ shell: XdgWmBaseResource) {
    shells.append(shell)
    shell.onDestroy = { [unowned self, unowned shell] in shells.removeAll { $0 === shell } }
    shell.onRequest = { [unowned self] request in
      switch request {
      case .getXdgSurface(let resource, let surface): add(resource, surface)
      case .pong(let serial): pongs.append(serial)
      case .createPositioner, .destroy: break
      }
    }
  }

  func ping() -> UInt32 {
    let serial = state.display.nextSerial()
    for shell in shells { shell.sendPing(serial: serial) }
    return serial
  }

  private func add(_ resource: XdgSurfaceResource, _ surface: WlSurfaceResource?) {
    guard let surface = state.surface(of: surface) else { return }
    // Acknowledgments of an earlier role do not count.
    surface.update { $0.acknowledged = [] }
    let window = WindowState(resource, surface, state)
    resource.onDestroy = { [unowned self] in windows.removeAll { $0 === window } }
    resource.onRequest = { [unowned self] request in
      switch request {
      case .getToplevel(let toplevel):
        window.become(toplevel)
        windows.append(window)
      case .ackConfigure(let serial): window.acknowledge(serial)
      case .getPopup, .setWindowGeometry, .destroy: break
      }
    }
  }
}
