import CLinux
import Glibc
import Wayland

/// The pixels of a whole surface in shared memory: 32 bits each, with blue in the lowest byte.
@MainActor  // Explicit: optimized, other modules see the isolated deinit but not this module's default.
package final class SharedPicture {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The pixels, row by row from the top without gaps.
  package let bytes: UnsafeMutableRawBufferPointer
  /// The number of the last frame in this buffer; 0 if the content is unknown.
  package internal(set) var frame = 0
  /// Whether the compositor may still read the buffer.
  private(set) var isBusy = false
  let buffer: WlBuffer

  package nonisolated static let bytesPerPixel = 4

  /// Creates a picture. Returns nil if memory is short.
  init?(_ memory: WlShm, width: Int, height: Int, isOpaque: Bool) {
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
      format: isOpaque ? .xrgb8888 : .argb8888)
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

/// A small pool of shared buffers for frames that the processor draws.
package final class SharedPictures {
  private let memory: WlShm
  private let surface: WlSurface
  private let isOpaque: Bool
  private var pictures: [SharedPicture] = []

  /// One on the screen, one that the compositor still holds, and one to draw into.
  private static let mostPictures = 3
  /// The version that introduced `wl_surface.damage_buffer`.
  private static let bufferDamageVersion: UInt32 = 4

  /// Creates a pool for a session's window. Returns nil if the compositor has no shared memory.
  package convenience init?(_ session: WaylandSession) {
    guard let memory = session.globals.memory else { return nil }
    self.init(memory, session.window.surface, isOpaque: true)
  }

  /// Creates pictures for a surface: opaque, or with premultiplied alpha.
  init(_ memory: WlShm, _ surface: WlSurface, isOpaque: Bool) {
    (self.memory, self.surface, self.isOpaque) = (memory, surface, isOpaque)
  }

  /// Returns a picture to draw into; nil if the compositor holds all of them, or memory is short.
  package func next(width: Int, height: Int) -> SharedPicture? {
    pictures.removeAll { !$0.isBusy && ($0.width, $0.height) != (width, height) }
    // The newest picture differs least from the next frame.
    var newest: SharedPicture?
    for picture in pictures where !picture.isBusy && picture.frame >= newest?.frame ?? 0 { newest = picture }
    if let newest { return newest }
    guard pictures.count < Self.mostPictures,
      let picture = SharedPicture(memory, width: width, height: height, isOpaque: isOpaque)
    else { return nil }
    pictures.append(picture)
    return picture
  }

  /// Commits a picture with the given damage in pixels.
  ///
  /// - Parameter frame: the number of the frame in it, from 1.
  package func show(_ picture: SharedPicture, frame: Int, x: Int, y: Int, width: Int, height: Int) {
    picture.handOver(as: frame)
    surface.attach(buffer: picture.buffer, x: 0, y: 0)
    if surface.version >= Self.bufferDamageVersion {
      surface.damageBuffer(x: Int32(x), y: Int32(y), width: Int32(width), height: Int32(height))
    } else {
      surface.damage(x: 0, y: 0, width: .max, height: .max)
    }
    surface.commit()
  }

  /// Marks the content of all pictures as unknown, for a new count of frames.
  package func forget() {
    for picture in pictures { picture.frame = 0 }
  }
}

extension WlShm {
  private static let pixelSize = 4

  /// Creates a picture in shared memory: 32 bits per pixel, premultiplied ARGB.
  ///
  /// - Parameter draw: fills in the pixels, row by row. They are clear before.
  /// - Returns: a buffer that destroys itself when the compositor releases it; nil if memory is short.
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
