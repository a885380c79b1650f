import Rasterization
import Scene

/// Where frames go: a window, or memory.
package protocol DrawingSurface: AnyObject {
  var size: PixelSize { get }
  /// Its pixels, where the processor draws; nil where graphics do.
  var memory: PixelBuffer? { get }
  /// Makes GL calls go to it, where graphics draw.
  ///
  /// - Throws: `contextLost` or `surfaceLost` when there is something to be rebuilt.
  func makeCurrent() throws(GraphicsError)
  /// How many frames ago the buffer that is drawn next was shown; 0 when what it holds is unknown.
  ///
  /// Only to be asked between `makeCurrent()` and `present(damage:)`.
  var bufferAge: Int { get }
  /// Shows what was drawn; on Wayland this commits the surface.
  ///
  /// - Parameter damage: the part that differs from the frame before, or nil when all of it may.
  /// - Throws: `contextLost` or `surfaceLost` when there is something to be rebuilt.
  func present(damage: PixelRectangle?) throws(GraphicsError)
  /// What was drawn: red, green, blue and alpha, a byte each, row by row from the top.
  ///
  /// Of a window, only between drawing and `present(damage:)`.
  func readPixels() throws(GraphicsError) -> [UInt8]
}

/// Memory to draw into with the processor: its own, or the caller's.
package final class MemorySurface: DrawingSurface {
  package let size: PixelSize
  /// How many frames ago its pixels were drawn; 0 when what they are is unknown.
  package private(set) var bufferAge = 0
  /// Its pixels; nil before there are any.
  package private(set) var memory: PixelBuffer?

  private var bytes: UnsafeMutableRawBufferPointer?
  private let ownsBytes: Bool
  private let keepsFrames: Bool

  /// A surface whose memory is the caller's, see `draw(into:age:)`.
  package init(size: PixelSize) {
    self.size = PixelSize(max(1, size.width), max(1, size.height))
    ownsBytes = false
    keepsFrames = true
  }

  /// A surface with memory of its own.
  ///
  /// - Parameter keepsFrames: whether a frame is drawn over the one before, where it differs; else all of it
  ///   is drawn.
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

  /// Has the next frame drawn there: four bytes a pixel, blue in the first, row by row from the top without
  /// gaps.
  ///
  /// - Parameters:
  ///   - bytes: stay where they are until the frame is drawn.
  ///   - age: how many frames ago they were drawn; 0 when what they hold is unknown.
  package func draw(into bytes: UnsafeMutableRawBufferPointer, age: Int) {
    precondition(!ownsBytes, "a surface with memory of its own draws there")
    use(bytes)
    bufferAge = age
  }

  private func use(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
    memory = PixelBuffer(bytes, width: size.width, height: size.height)
  }

  /// Nothing to be done.
  package func makeCurrent() {}

  /// There is no screen to show it on.
  package func present(damage: PixelRectangle?) {
    if ownsBytes, keepsFrames { bufferAge = 1 }
  }

  /// What was drawn: red, green, blue and alpha, a byte each, row by row from the top.
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

/// Memory for pixels, which stays where it is until it has to hold more.
final class PixelMemory {
  /// The first one.
  private(set) var start: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity = 1

  init() { start = .allocate(capacity: 1) }

  deinit { start.deallocate() }

  /// Makes room for so many; what they hold is unknown.
  func resize(to count: Int) {
    self.count = count
    guard count > capacity else { return }
    start.deallocate()
    start = .allocate(capacity: count)
    capacity = count
  }
}

extension UInt32 {
  /// A pixel with red and blue, its first and its third byte, in each other's place.
  var withRedAndBlueSwapped: UInt32 { (self & 0xff00_ff00) | (self >> 16 & 0xff) | (self & 0xff) << 16 }
}
