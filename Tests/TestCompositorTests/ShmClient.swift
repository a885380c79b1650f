import Foundation
import TestCompositor
import Wayland

/// A small client in the test's process: a window with a single color.
@MainActor
final class ShmClient {
  let connection: Connection
  let registry: Registry
  let surface: WlSurface
  let toplevel: XdgToplevel
  let shellSurface: XdgSurface
  private(set) var configured: (width: Int32, height: Int32, states: [UInt32]) = (0, 0, [])
  private(set) var serials: [UInt32] = []
  private(set) var isClosed = false
  private let shm: WlShm

  init(_ compositor: TestCompositor) throws {
    connection = try Connection(to: .descriptor(try compositor.connectClient()))
    registry = try Registry(connection)
    shm = try registry.bind(WlShm.self)
    surface = try registry.bind(WlCompositor.self, atLeast: 4).createSurface()
    let shell = try registry.bind(XdgWmBase.self)
    shell.onEvent = { [unowned shell] event in
      if case .ping(let serial) = event { shell.pong(serial: serial) }
    }
    shellSurface = shell.getXdgSurface(surface: surface)
    toplevel = shellSurface.getToplevel()
    listen()
    toplevel.setTitle(title: "Fenster")
    toplevel.setAppId(appId: "org.example.Test")
    surface.commit()
    try connection.roundtrip()
  }

  private func listen() {
    toplevel.onEvent = { [unowned self] event in
      switch event {
      case .configure(let width, let height, let states): configured = (width, height, states.words)
      case .close: isClosed = true
      default: break
      }
    }
    shellSurface.onEvent = { [unowned self] event in
      guard case .configure(let serial) = event else { return }
      serials.append(serial)
      shellSurface.ackConfigure(serial: serial)
    }
  }

  /// Draws one color (blue, green, red, alpha) and returns the buffer.
  @discardableResult
  func draw(_ color: [UInt8], width: Int, height: Int, format: WlShm.Format = .argb8888) throws -> WlBuffer {
    let bytes = (0..<width * height).flatMap { _ in color }
    let file = FileManager.default.temporaryDirectory.appending(path: "shm-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forUpdating: file)
    let pool = shm.createPool(fd: handle.fileDescriptor, size: Int32(bytes.count))
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: format)
    pool.destroy()
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: Int32(width), height: Int32(height))
    surface.commit()
    _ = try connection.flush()
    return buffer
  }
}
