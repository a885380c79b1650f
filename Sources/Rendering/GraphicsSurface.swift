import CGraphics
import Rasterization

/// A surface that graphics draw on, through EGL and GLES2.
public protocol GraphicsSurface: DrawingSurface {
  /// The context that draws into it.
  var context: GraphicsContext { get }
}

extension GraphicsSurface {
  /// None that the processor could draw into.
  public var memory: PixelBuffer? { nil }

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
    var pixels: [UInt8] = []
    pixels.reserveCapacity(upsideDown.count)
    for row in (0..<size.height).reversed() {
      pixels += upsideDown[row * stride..<(row + 1) * stride]
    }
    return pixels
  }
}
