import Geometry
import Scene

extension Renderer {
  /// Texels of the picture that is drawn only to see it drawn.
  private static let warmUpSide = 16

  /// Draws something of every kind, so that what the driver compiles for it has been compiled when the first frame comes.
  ///
  /// - Parameter surface: one that nobody sees.
  public func warmUp(on surface: any DrawingSurface) throws(GraphicsError) {
    let side = Self.warmUpSide
    let picture = Picture(
      .text(TextBlock("", color: .clear, fontSize: 1)), size: PixelSize(side, side), scale: 1)
    let white = UnsafeMutableRawBufferPointer.allocate(byteCount: side * side * 4, alignment: 4)
    defer { white.deallocate() }
    white.initializeMemory(as: UInt8.self, repeating: .max)
    _ = try upload(
      picture, width: side, height: side, stride: side * 4, isOpaque: true,
      bytes: UnsafeRawBufferPointer(white))
    let extent = Size(Double(surface.size.width), Double(surface.size.height))
    var frame = SceneFrame(size: extent)
    frame.sprites = [
      Sprite(.picture(picture, placeholder: .white), size: extent, cornerRadius: 2),
      Sprite(.picture(picture, placeholder: .white), size: extent, opacity: 0.5),
    ]
    try draw(frame, to: surface, scale: 1)
    try surface.present(damage: nil)
    try retain(only: [])
  }
}
