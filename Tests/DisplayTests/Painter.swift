import Display
import Foundation
import Testing
import Wayland

/// Fills shared memory with one color: a minimal renderer.
@MainActor
final class Painter {
  private let session: WaylandSession
  private let memory: WlShm

  init(_ session: WaylandSession) throws {
    self.session = session
    memory = try #require(session.globals.memory)
  }

  func paint(_ configuration: WindowConfiguration) -> Bool {
    let (width, height) = (configuration.pixelWidth, configuration.pixelHeight)
    let path = "/tmp/rotunda-paint-\(UUID().uuidString)"
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    defer {
      close(descriptor)
      unlink(path)
    }
    let pixels = [UInt32](repeating: 0xFF20_4080, count: width * height)
    let size = pixels.count * 4
    guard write(descriptor, pixels, size) == size else { return false }
    let pool = memory.createPool(fd: descriptor, size: Int32(size))
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: .xrgb8888)
    buffer.onEvent = { [weak buffer] _ in buffer?.destroy() }
    pool.destroy()
    let surface = session.window.surface
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: Int32(width), height: Int32(height))
    surface.commit()
    return true
  }
}
