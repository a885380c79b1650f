import Glibc
import TouchCarousel
import Wayland

/// Pixels in memory shared with the compositor. This example has one buffer. A real program has two, and
/// waits for `release`.
@MainActor
final class Canvas {
  let size: (width: Int, height: Int)
  let buffer: WlBuffer
  private let pixels: UnsafeMutableBufferPointer<UInt32>

  init?(_ shm: WlShm, _ size: (width: Int, height: Int)) {
    let bytes = size.width * size.height * 4
    let name = "/carousel-example-\(getpid())"
    let file = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    shm_unlink(name)
    defer { close(file) }
    guard file >= 0, ftruncate(file, bytes) == 0,
      let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
    else { return nil }
    self.size = size
    pixels = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: UInt32.self), count: size.width * size.height)
    let pool = shm.createPool(fd: file, size: Int32(bytes))
    buffer = pool.createBuffer(
      offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(size.width * 4),
      format: .argb8888)
    pool.destroy()
  }

  isolated deinit {
    buffer.destroy()
    munmap(pixels.baseAddress, pixels.count * 4)
  }

  func clear(_ color: UInt32) { pixels.update(repeating: color) }

  /// Fills a convex shape: each row of pixels from its leftmost to its rightmost edge.
  func fill(_ corners: [Point], _ color: UInt32) {
    let top = max(0, Int(corners.map(\.y).min() ?? 0))
    let bottom = min(size.height, Int(corners.map(\.y).max() ?? 0) + 1)
    for row in min(top, bottom)..<bottom {
      let y = Double(row) + 0.5
      var (left, right) = (Double.infinity, -Double.infinity)
      for (from, to) in zip(corners, corners[1...] + corners[..<1])
      where (from.y <= y) != (to.y <= y) {
        let x = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y)
        (left, right) = (min(left, x), max(right, x))
      }
      guard left < right, right > 0, left < Double(size.width) else { continue }
      let (first, last) = (max(0, Int(left + 0.5)), min(size.width, Int(right + 0.5)))
      if first < last {
        pixels[(row * size.width + first)..<(row * size.width + last)].update(repeating: color)
      }
    }
  }
}
