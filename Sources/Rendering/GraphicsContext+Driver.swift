import CGraphics

extension GraphicsContext {
  /// What draws, in the driver's own words ("Mesa Intel(R) UHD Graphics 620", "llvmpipe (LLVM 15, 256 bits)").
  public func driverName() throws(GraphicsError) -> String {
    try makeCurrent(nil)
    guard let name = glGetString(GLenum(GL_RENDERER)) else { throw .latest("glGetString") }
    return String(cString: name)
  }
}
