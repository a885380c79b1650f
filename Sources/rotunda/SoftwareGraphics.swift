import Glibc
import Rendering
import Scene

/// A renderer whose frames the processor draws.
///
/// It may be made on one thread and used on another: whoever has it is the only one.
nonisolated struct SoftwareGraphics: @unchecked Sendable {
  let context: GraphicsContext
  let renderer: Renderer

  /// Large enough for every kind of thing to be drawn once, in pixels.
  private static let warmUpSize = PixelSize(64, 64)

  /// Nil where graphics hardware would draw, which does so better without us in between.
  init?() throws(GraphicsError) {
    // With alpha, so that pixels are copied as they are.
    context = try GraphicsContext(offscreenTransparent: true)
    let surface = try OffscreenSurface(context, size: Self.warmUpSize, isTopDown: true)
    renderer = try Renderer(surface)
    guard context.isSoftware else { return nil }
    try renderer.warmUp(on: surface)
  }

  /// Where the kernel's graphics devices are.
  private static let devices = "/dev/dri"

  /// Whether there is no graphics hardware, or nobody is to use it: Mesa's own variable says otherwise.
  static func isLikely(_ variables: [String: String]) -> Bool {
    if let wish = variables["LIBGL_ALWAYS_SOFTWARE"], !wish.isEmpty {
      return !["0", "false", "no"].contains(wish)
    }
    guard let directory = opendir(devices) else { return true }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      // card0, renderD128; the others are no devices.
      let first = UInt8(bitPattern: entry.pointee.d_name.0)
      if first == UInt8(ascii: "c") || first == UInt8(ascii: "r") { return false }
    }
    return true
  }
}
