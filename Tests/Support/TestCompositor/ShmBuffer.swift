import Wayland
import WaylandServer

/// A buffer in shared memory.
final class ShmBuffer {
  let resource: WlBufferResource
  let width: Int
  let height: Int
  private let pool: ShmPool
  private let offset: Int
  private let stride: Int
  private let format: WlShm.Format

  /// Creates a buffer. Returns nil if the numbers are inconsistent or exceed the pool.
  init?(
    _ resource: WlBufferResource, pool: ShmPool, offset: Int, width: Int, height: Int, stride: Int,
    format: WlShm.Format
  ) {
    guard width > 0, height > 0, stride >= width * 4, pool.read(from: offset, count: stride * height) != nil
    else { return nil }
    self.resource = resource
    self.pool = pool
    (self.offset, self.width, self.height, self.stride, self.format) = (offset, width, height, stride, format)
  }

  /// Writes all rows, as long as the buffer's. Returns false if they do not fit.
  func write(_ rows: [UInt8]) -> Bool { rows.count == stride * height && pool.write(rows, at: offset) }

  /// Returns a copy of the pixels; nil if the client removed the memory.
  func snapshot() -> PixelSnapshot? {
    guard let source = pool.read(from: offset, count: stride * height) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
      for row in 0..<height {
        let line = UnsafeRawBufferPointer(rebasing: source[row * stride..<row * stride + width * 4])
        UnsafeMutableRawBufferPointer(target).baseAddress?.advanced(by: row * width * 4)
          .copyMemory(from: line.baseAddress.unsafelyUnwrapped, byteCount: line.count)
      }
      // Without alpha, the fourth byte is undefined.
      if format == .xrgb8888 {
        for place in Swift.stride(from: 3, to: width * height * 4, by: 4) { target[place] = 255 }
      }
      count = width * height * 4
    }
    return PixelSnapshot(width: width, height: height, bytes: bytes)
  }
}
