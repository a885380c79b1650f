import Display
import Rendering
import Scene

/// Frames that the processor draws, of which only what changed is copied into memory that the compositor shares.
///
/// Mesa's own way from a software renderer to the screen copies all of every frame, and tells the compositor that all of
/// it changed.
final class SharedTarget: StageTarget {
  private let context: GraphicsContext
  private let pictures: SharedPictures
  private var surface: OffscreenSurface
  /// Frames drawn; what each picture shows is counted in them.
  private var frames = 0
  /// What changed since the frame that was handed over last.
  private var unseen = PixelRectangle.empty

  init(
    _ graphics: SoftwareGraphics, _ pictures: SharedPictures, _ window: WindowConfiguration
  ) throws(GraphicsError) {
    context = graphics.context
    self.pictures = pictures
    surface = try Self.surface(context, window)
    pictures.forget()
  }

  private static func surface(
    _ context: GraphicsContext, _ window: WindowConfiguration
  ) throws(GraphicsError) -> OffscreenSurface {
    try OffscreenSurface(context, size: window.pixelSize, isTopDown: true)
  }

  func resize(to window: WindowConfiguration) throws(GraphicsError) {
    guard window.pixelSize != surface.size else { return }
    surface = try Self.surface(context, window)
    pictures.forget()
  }

  func show(
    _ frame: SceneFrame, with renderer: Renderer, scale: Double, at time: Double, on clock: FrameClock,
    photograph: ((Photograph) -> Void)?
  ) throws(GraphicsError) {
    try renderer.draw(frame, to: surface, scale: scale, at: time)
    try surface.present(damage: renderer.damage)
    if let photograph { photograph(Photograph(size: surface.size, pixels: try surface.readPixels())) }
    frames += 1
    unseen = unseen.union(renderer.damage)
    let size = surface.size
    guard let picture = pictures.next(width: size.width, height: size.height) else {
      // The compositor gives one back before long, which wakes the loop.
      return clock.request()
    }
    let part = renderer.outdated(age: picture.frame > 0 ? frames - picture.frame : 0)
    try surface.copyRows(part.y..<part.y + part.height, into: picture.bytes)
    clock.present {
      pictures.show(
        picture, frame: frames, x: unseen.x, y: unseen.y, width: unseen.width, height: unseen.height)
      return true
    }
    unseen = .empty
  }
}
