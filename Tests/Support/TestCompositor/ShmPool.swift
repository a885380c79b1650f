import Glibc
import Wayland
import WaylandServer

/// A client's shared memory. It is mapped here and not by libwayland, to read the pixels.
final class ShmPool {
  private let descriptor: Int32
  private var base: UnsafeMutableRawPointer?
  private var size: Int

  /// Maps `size` bytes, and takes ownership of the descriptor. Returns nil if the mapping fails.
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

  /// Enlarges the pool. Returns false if the file is too small.
  func resize(to size: Int) -> Bool { size >= self.size && map(size) }

  /// Returns `count` bytes from `offset`; nil if the pool or its file is too small.
  func read(from offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard let base, offset >= 0, count >= 0, offset + count <= size, fileSize() >= size else { return nil }
    return UnsafeRawBufferPointer(start: base + offset, count: count)
  }

  /// Writes bytes into the client's memory. Returns false if there is no room for them.
  func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard read(from: offset, count: bytes.count) != nil else { return false }
    return pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
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

  /// Returns the size of the file: access beyond its end would crash the process.
  private func fileSize() -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
