import RotundaGeometry
import Scene

/// Does what a renderer decides: through graphics, or with the processor.
protocol Painter: AnyObject {
  /// The pictures that it draws.
  var pictures: any PictureStore { get }
  /// Makes it the one that GL calls go to, where there are such.
  func makeCurrent(_ surface: (any DrawingSurface)?) throws(GraphicsError)
  /// Draws what lies in a part of a surface, whatever was there.
  ///
  /// - Returns: how many calls made something draw.
  func paint(_ composition: Composition, in part: PixelRectangle, of surface: any DrawingSurface) -> Int
  /// Finds out whether something went wrong meanwhile.
  func checkForErrors() throws(GraphicsError)
}

/// What a frame comes to: what may be seen of it, and what of that is.
struct Composition {
  /// A sprite of which something is on the surface.
  struct Drawn {
    let brush: QuadBrush
    let bounds: PixelRectangle
    /// What is left of it where some of it is cut off.
    let clip: PixelRectangle?
    /// What of it lets nothing shine through.
    let inside: QuadInside?
    let reflection: Sprite.Reflection
  }

  /// Behind everything.
  var background = Color.black
  /// From the back to the front.
  var drawn: [Drawn] = []
  /// What of them is seen.
  var occlusion = Occlusion()

  /// Finds out what is seen in a part of the surface.
  mutating func findWhatIsSeen(in part: PixelRectangle) {
    occlusion.removeAll()
    for index in drawn.indices.reversed() where !drawn[index].bounds.intersection(part).isEmpty {
      let sprite = drawn[index]
      occlusion.add(
        index, sprite.brush.quad, sprite.bounds, clip: sprite.clip, inside: sprite.inside,
        reflection: sprite.reflection)
    }
  }
}

/// What fills a quad: a part of a texture, times a color.
struct Paint {
  /// Nil for a plain color.
  let picture: StoredPicture?
  /// The picture's coordinates in the quad's middle; the white texel's for a plain color.
  let center: SIMD2<Double>
  /// What of the picture's coordinates the quad spans; nothing for a plain color.
  let extent: SIMD2<Double>
  /// The same in texels.
  let texels: SIMD2<Double>
  /// When any texture will do, because only its white texel is needed: nil.
  var texture: UInt32? { picture?.texture }
  /// The number of the upload that it comes from; 0 for a plain color.
  var upload: Int { picture?.upload ?? 0 }
  /// Premultiplied, red in the first byte.
  let color: UInt32
  /// Whether nothing shines through.
  let isOpaque: Bool

  /// One color in the light of `brightness`, or nil when it cannot be seen.
  init?(_ color: Color, opacity: Double, brightness: Double = 1) {
    let alpha = color.alpha * min(opacity, 1)
    guard alpha > 0 else { return nil }
    picture = nil
    (center, extent, texels) = (.zero, .zero, .zero)
    isOpaque = alpha >= 1
    let light = alpha * min(brightness, 1)
    self.color =
      Self.byte(color.red * light) | Self.byte(color.green * light) << 8 | Self.byte(color.blue * light) << 16
      | Self.byte(alpha) << 24
  }

  /// A picture in the light of `brightness`.
  ///
  /// - Parameter part: what of it, in its extents from its upper left corner.
  init(_ entry: StoredPicture, opacity: Double, brightness: Double = 1, part: Rectangle = Sprite.whole) {
    picture = entry
    let size = SIMD2(part.size.width, part.size.height)
    center = entry.center + (SIMD2(part.center.x, part.center.y) - 0.5) * entry.extent
    extent = entry.extent * size
    texels = SIMD2(Double(entry.width), Double(entry.height)) * size
    let alpha = min(opacity, 1)
    isOpaque = entry.isOpaque && alpha >= 1
    color = Self.byte(alpha * min(brightness, 1)) &* 0x01_0101 | Self.byte(alpha) << 24
  }

  /// Its color where only so much of it is to be seen.
  func color(seen part: Double) -> UInt32 {
    guard part < 1 else { return color }
    let light = max(0, part)
    var dimmed: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      dimmed |= UInt32((Double(color >> shift & 0xff) * light).rounded()) << shift
    }
    return dimmed
  }

  private static func byte(_ value: Double) -> UInt32 {
    // A color that is no number becomes black.
    UInt32((min(max(0, value.isNaN ? 0 : value), 1) * 255).rounded())
  }
}
