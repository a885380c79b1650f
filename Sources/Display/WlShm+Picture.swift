import CLinux
import Glibc
import Wayland

extension WlShm {
  /// A pixel has so many bytes.
  private static let pixelSize = 4

  /// A picture in memory that the compositor shares: 32 bits per pixel, alpha, red, green, blue, premultiplied.
  ///
  /// - Parameter draw: fills in the pixels, row by row, which are clear before.
  /// - Returns: a buffer that destroys itself when the compositor no longer needs it; nil when there is no memory.
  func makePicture(
    width: Int, height: Int, draw: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) -> WlBuffer? {
    let size = width * height * Self.pixelSize
    let descriptor = clinux_shared_memory("rotunda-picture", Int64(size))
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    let mapping = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapping, mapping != MAP_FAILED else { return nil }
    defer { munmap(mapping, size) }
    let pixels = mapping.bindMemory(to: UInt32.self, capacity: width * height)
    draw(UnsafeMutableBufferPointer(start: pixels, count: width * height))
    let pool = createPool(fd: descriptor, size: Int32(size))
    defer { pool.destroy() }
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * Self.pixelSize),
      format: .argb8888)
    buffer.onEvent = { [weak buffer] _ in buffer?.destroy() }
    return buffer
  }
}
