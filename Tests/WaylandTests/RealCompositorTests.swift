import Foundation
import Testing
import Wayland

/// The bindings against another project's compositor.
@MainActor
@Suite(.enabled(if: WestonProcess.isInstalled, "weston is not installed"), .serialized)
struct RealCompositorTests {
  /// Starts a compositor and connects as soon as its socket exists.
  private func connected() throws -> (WestonProcess, Connection) {
    let weston = try WestonProcess()
    let deadline = Date(timeIntervalSinceNow: 60)
    while Date() < deadline {
      if let connection = try? Connection(to: .path(weston.socket)) { return (weston, connection) }
      usleep(10_000)
    }
    return (weston, try Connection(to: .path(weston.socket)))
  }

  @Test func registryListsTheGlobals() throws {
    let (weston, connection) = try connected()
    defer { weston.kill() }
    let registry = try Registry(connection)
    let names = Set(registry.globals.map(\.interface))
    #expect(names.isSuperset(of: ["wl_compositor", "wl_shm", "wl_output", "xdg_wm_base"]))
    connection.close()
  }

  @Test func outputsTellTheirModeAndSurfacesAreConfigured() throws {
    let (weston, connection) = try connected()
    defer { weston.kill() }
    let registry = try Registry(connection)
    let output = try registry.bind(WlOutput.self)
    var mode: (width: Int32, height: Int32)?
    output.onEvent = { event in
      if case .mode(_, let width, let height, _) = event { mode = (width, height) }
    }
    let shell = try registry.bind(XdgWmBase.self)
    let surface = try registry.bind(WlCompositor.self, atLeast: 4).createSurface()
    let shellSurface = shell.getXdgSurface(surface: surface)
    var serial: UInt32?
    shellSurface.onEvent = { event in if case .configure(let value) = event { serial = value } }
    let toplevel = shellSurface.getToplevel()
    toplevel.setTitle(title: "Ein Titel")
    surface.commit()
    try connection.roundtrip()
    #expect(mode?.width == 640 && mode?.height == 480)
    #expect(serial != nil)
    toplevel.destroy()
    shellSurface.destroy()
    surface.destroy()
    try connection.roundtrip()
    connection.close()
  }

  @Test func aProtocolErrorSaysWhatWasWrong() throws {
    let (weston, connection) = try connected()
    defer { weston.kill() }
    let registry = try Registry(connection)
    let surface = try registry.bind(WlCompositor.self, atLeast: 4).createSurface()
    surface.setBufferScale(scale: -1)
    let error = #expect(throws: ConnectionError.self) { try connection.roundtrip() }
    guard case .refusedByProtocol(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.interface == "wl_surface")
    #expect(reason.code == WlSurface.Error.invalidScale.rawValue)
    #expect(!reason.message.isEmpty)
    #expect(throws: ConnectionError.refusedByProtocol(reason)) { try connection.prepareRead() }
    connection.close()
  }

  @Test func aCompositorThatIsKilledIsNoticed() throws {
    let (weston, connection) = try connected()
    _ = try Registry(connection)
    weston.kill()
    #expect(throws: ConnectionError.self) { try connection.roundtrip() }
    guard case .disconnected = connection.failure else {
      Issue.record("\(String(describing: connection.failure))")
      return
    }
    #expect(throws: ConnectionError.self) { try connection.prepareRead() }
    #expect(throws: ConnectionError.self) { _ = try connection.flush() }
    connection.close()
  }
}
