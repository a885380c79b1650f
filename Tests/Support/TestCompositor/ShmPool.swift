import Glibc
import Wayland
import WaylandServer

/// Memory that a client shares. It is mapped here, and not by libwayland, so that its pixels can be read.
final class ShmPool {
  private let descriptor: Int32
  private var base: UnsafeMutableRawPointer?
  private var size: Int

  /// Maps `size` bytes; nil if the client's descriptor is not fit for that. Takes the descriptor over.
  init?(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = 0
    guard size > 0, map(size) else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    unmap()
    close(descriptor)
  }

  /// Makes room for more; false if the file is not that large.
  func resize(to size: Int) -> Bool { size >= self.size && map(size) }

  /// Copies `count` bytes from `offset`; nil if the pool, or the file behind it, does not have them.
  func read(from offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard let base, offset >= 0, count >= 0, offset + count <= size, fileSize() >= size else { return nil }
    return UnsafeRawBufferPointer(start: base + offset, count: count)
  }

  private func map(_ size: Int) -> Bool {
    guard fileSize() >= size else { return false }
    unmap()
    guard let mapping = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), mapping != MAP_FAILED else {
      return false
    }
    base = mapping
    self.size = size
    return true
  }

  private func unmap() {
    if let base { munmap(base, size) }
    base = nil
  }

  /// Touching memory beyond the end of the file would end the process.
  private func fileSize() -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
