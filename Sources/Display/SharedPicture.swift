import CLinux
import Glibc
import Wayland

/// A whole surface's pixels in memory that the compositor shares: 32 bits each, blue in the lowest byte, opaque.
@MainActor  // Explicit: optimised, other modules see the isolated deinit but not this module's default.
public final class SharedPicture {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Where they are, row by row from the top without gaps.
  public let bytes: UnsafeMutableRawBufferPointer
  /// The number of the frame that it showed last; 0 where what it shows is unknown.
  public internal(set) var frame = 0
  /// Whether the compositor may still read it.
  private(set) var isBusy = false
  let buffer: WlBuffer

  /// Bytes of a pixel.
  public nonisolated static let bytesPerPixel = 4

  /// Nil when there is no memory for it.
  init?(_ memory: WlShm, width: Int, height: Int) {
    let size = width * height * Self.bytesPerPixel
    guard width > 0, height > 0, size <= Int(Int32.max) else { return nil }
    let descriptor = clinux_shared_memory("rotunda-frame", Int64(size))
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    let mapping = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapping, mapping != MAP_FAILED else { return nil }
    (self.width, self.height) = (width, height)
    bytes = UnsafeMutableRawBufferPointer(start: mapping, count: size)
    let pool = memory.createPool(fd: descriptor, size: Int32(size))
    defer { pool.destroy() }
    buffer = pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * Self.bytesPerPixel),
      format: .xrgb8888)
    buffer.onEvent = { [weak self] _ in self?.isBusy = false }
  }

  isolated deinit {
    buffer.destroy()
    munmap(bytes.baseAddress, bytes.count)
  }

  func handOver(as frame: Int) {
    self.frame = frame
    isBusy = true
  }
}
