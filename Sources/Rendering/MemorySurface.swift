import Rasterization
import Scene

/// Memory to draw into with the processor: its own, or somebody else's.
public final class MemorySurface: DrawingSurface {
  /// Its extent.
  public let size: PixelSize
  /// How many frames ago its pixels were drawn; 0 when what they are is unknown.
  public private(set) var bufferAge = 0
  /// Its pixels; nil before there are any.
  public private(set) var memory: PixelBuffer?

  private var bytes: UnsafeMutableRawBufferPointer?
  private let ownsBytes: Bool
  private let keepsFrames: Bool

  /// A surface whose memory is somebody else's, see `draw(into:age:)`.
  public init(size: PixelSize) {
    self.size = PixelSize(max(1, size.width), max(1, size.height))
    ownsBytes = false
    keepsFrames = true
  }

  /// A surface with memory of its own.
  ///
  /// - Parameter keepsFrames: whether a frame is drawn over the one before, where it differs; else all of it is drawn.
  public init(owning size: PixelSize, keepsFrames: Bool = true) {
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

  /// Has the next frame drawn there: four bytes a pixel, blue in the first, row by row from the top without gaps.
  ///
  /// - Parameters:
  ///   - bytes: stay where they are until the frame is drawn.
  ///   - age: how many frames ago they were drawn; 0 when what they hold is unknown.
  public func draw(into bytes: UnsafeMutableRawBufferPointer, age: Int) {
    precondition(!ownsBytes, "a surface with memory of its own draws there")
    use(bytes)
    bufferAge = age
  }

  private func use(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
    memory = PixelBuffer(bytes, width: size.width, height: size.height)
  }

  /// Nothing to be done.
  public func makeCurrent() {}

  /// There is nobody to show it to.
  public func present(damage: PixelRectangle?) {
    if ownsBytes, keepsFrames { bufferAge = 1 }
  }

  /// What was drawn: red, green, blue and alpha, a byte each, row by row from the top.
  public func readPixels() -> [UInt8] {
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
