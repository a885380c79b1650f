import RotundaGeometry
import Scene

/// Paints the compositions of a renderer, with graphics hardware or with the processor.
protocol Painter: AnyObject {
  /// The store of the pictures.
  var pictures: any PictureStore { get }
  /// Makes the surface current for GL calls, if the painter uses GL.
  func makeCurrent(_ surface: (any DrawingSurface)?) throws(GraphicsError)
  /// Draws a part of a surface, regardless of its previous content.
  ///
  /// - Returns: The number of draw calls.
  func paint(_ composition: Composition, in part: PixelRectangle, of surface: any DrawingSurface) -> Int
  /// Throws an error if drawing failed.
  func checkForErrors() throws(GraphicsError)
}

/// A composed frame: the sprites on the surface and their visible parts.
struct Composition {
  /// A sprite that is at least partly on the surface.
  struct Drawn {
    let brush: QuadBrush
    let bounds: PixelRectangle
    /// The clipping rectangle, if the sprite is clipped.
    let clip: PixelRectangle?
    /// The opaque part.
    let inside: QuadInside?
    let reflection: Sprite.Reflection
  }

  /// The color behind everything.
  var background = Color.black
  /// The sprites from back to front.
  var drawn: [Drawn] = []
  /// The visible parts of the sprites.
  var occlusion = Occlusion()

  /// Computes the visible parts in a part of the surface.
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

/// The fill of a quad: a part of a texture, multiplied by a color.
struct Paint {
  /// Nil for a plain color.
  let picture: StoredPicture?
  /// The picture's coordinates at the quad's center; those of the white texel for a plain color.
  let center: SIMD2<Double>
  /// The extent of the quad in the picture's coordinates; zero for a plain color.
  let extent: SIMD2<Double>
  /// The extent of the quad in texels.
  let texels: SIMD2<Double>
  /// The texture; nil if any texture works because only its white texel is needed.
  var texture: UInt32? { picture?.texture }
  /// The number of the picture's upload; 0 for a plain color.
  var upload: Int { picture?.upload ?? 0 }
  /// The premultiplied color, red in the first byte.
  let color: UInt32
  /// Whether the fill is opaque.
  let isOpaque: Bool

  /// Creates a plain color at `brightness`. Returns nil if it is invisible.
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

  /// Creates a picture at `brightness`.
  ///
  /// - Parameter part: The part of the picture, in its extents from the upper left corner.
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

  /// Returns the color with its opacity multiplied by `part`.
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
    // NaN becomes 0.
    UInt32((min(max(0, value.isNaN ? 0 : value), 1) * 255).rounded())
  }
}
