import CGraphics
import Scene

/// Where frames go: a window, or memory.
public protocol DrawingSurface: AnyObject {
  /// The context that draws into it.
  var context: GraphicsContext { get }
  /// Its extent.
  var size: PixelSize { get }
  /// Whether its first row in memory is the uppermost one, as pictures that are shared have it; GL begins below.
  var isTopDown: Bool { get }
  /// Makes GL calls go to it.
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
}

extension DrawingSurface {
  /// As GL has it, unless a surface says otherwise.
  public var isTopDown: Bool { false }

  /// What was drawn: red, green, blue and alpha, a byte each, row by row from the top.
  ///
  /// Of a window, only between drawing and `present(damage:)`.
  public func readPixels() throws(GraphicsError) -> [UInt8] {
    try makeCurrent()
    let stride = size.width * 4
    var upsideDown = [UInt8](repeating: 0, count: stride * size.height)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glReadPixels(
      0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &upsideDown)
    guard !isTopDown else { return upsideDown }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(upsideDown.count)
    for row in (0..<size.height).reversed() {
      pixels += upsideDown[row * stride..<(row + 1) * stride]
    }
    return pixels
  }
}
