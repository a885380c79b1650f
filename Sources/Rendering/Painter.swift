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
