import Rasterization
import Scene

/// Where frames go: a window, or memory.
public protocol DrawingSurface: AnyObject {
  /// Its extent.
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
