import Rasterization
import Scene

/// The target of frames: a window or memory.
package protocol DrawingSurface: AnyObject {
  var size: PixelSize { get }
  /// The pixels if the processor draws; nil if graphics hardware draws.
  var memory: PixelBuffer? { get }
  /// Makes the surface current for GL calls, if graphics hardware draws.
  ///
  /// - Throws: `contextLost` or `surfaceLost` if the caller must rebuild the context or the surface.
  func makeCurrent() throws(GraphicsError)
  /// The number of frames since the next buffer was shown; 0 if its content is unknown.
  ///
  /// Valid only between `makeCurrent()` and `present(damage:)`.
  var bufferAge: Int { get }
  /// Shows the drawn frame. On Wayland this commits the surface.
  ///
  /// - Parameter damage: The part that differs from the previous frame; nil if all of it may differ.
  /// - Throws: `contextLost` or `surfaceLost` if the caller must rebuild the context or the surface.
  func present(damage: PixelRectangle?) throws(GraphicsError)
  /// Returns the drawn pixels: red, green, blue and alpha, one byte each, row by row from the top.
  ///
  /// For a window, call it only between drawing and `present(damage:)`.
  func readPixels() throws(GraphicsError) -> [UInt8]
}

/// A surface in memory for drawing with the processor. It owns the memory, or uses the caller's.
package final class MemorySurface: DrawingSurface {
  package let size: PixelSize
  /// The number of frames since the pixels were drawn; 0 if they are unknown.
  package private(set) var bufferAge = 0
  /// The pixels; nil before the first memory is set.
  package private(set) var memory: PixelBuffer?

  private var bytes: UnsafeMutableRawBufferPointer?
  private let ownsBytes: Bool
  private let keepsFrames: Bool

  /// Creates a surface that uses the caller's memory, see `draw(into:age:)`.
  package init(size: PixelSize) {
    self.size = PixelSize(max(1, size.width), max(1, size.height))
    ownsBytes = false
    keepsFrames = true
  }

  /// Creates a surface with its own memory.
  ///
  /// - Parameter keepsFrames: Whether frames reuse the previous one and draw only the differences. If not,
  ///   each frame is drawn completely.
  package init(owning size: PixelSize, keepsFrames: Bool = true) {
    self.size = PixelSize(max(1, size.width), max(1, size.height))
    ownsBytes = true
    self.keepsFrames = keepsFrames
    let count = self.size.width * self.size.height * 4
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    use(bytes)
  }

  deinit {
    if ownsBytes { bytes?.deallocate() }
  }

  /// Sets the memory for the next frame: four bytes per pixel, blue first, row by row from the top without
  /// gaps.
  ///
  /// - Parameters:
  ///   - bytes: The memory, which must stay valid until the frame is drawn.
  ///   - age: The number of frames since `bytes` was drawn; 0 if its content is unknown.
  package func draw(into bytes: UnsafeMutableRawBufferPointer, age: Int) {
    precondition(!ownsBytes, "a surface with memory of its own draws there")
    use(bytes)
    bufferAge = age
  }

  private func use(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
    memory = PixelBuffer(bytes, width: size.width, height: size.height)
  }

  /// Does nothing.
  package func makeCurrent() {}

  /// Updates the buffer age. The frame appears on no screen.
  package func present(damage: PixelRectangle?) {
    if ownsBytes, keepsFrames { bufferAge = 1 }
  }

  /// Returns the drawn pixels: red, green, blue and alpha, one byte each, row by row from the top.
  package func readPixels() -> [UInt8] {
    guard let bytes else { return [] }
    var pixels = [UInt8](repeating: .max, count: size.width * size.height * 4)
    for start in stride(from: 0, to: min(pixels.count, bytes.count), by: 4) {
      pixels[start] = bytes[start + 2]
      pixels[start + 1] = bytes[start + 1]
      pixels[start + 2] = bytes[start]
    }
    return pixels
  }
}

/// Memory for pixels. Its address stays the same until it grows.
final class PixelMemory {
  /// The first pixel.
  private(set) var start: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity = 1

  init() { start = .allocate(capacity: 1) }

  deinit { start.deallocate() }

  /// Sets the number of pixels. Their content is undefined.
  func resize(to count: Int) {
    self.count = count
    guard count > capacity else { return }
    start.deallocate()
    start = .allocate(capacity: count)
    capacity = count
  }
}

extension UInt32 {
  /// The pixel with red and blue, its first and third byte, swapped.
  var withRedAndBlueSwapped: UInt32 { (self & 0xff00_ff00) | (self >> 16 & 0xff) | (self & 0xff) << 16 }
}
