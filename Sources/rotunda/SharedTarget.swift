import Display
import Rendering
import Scene

/// Frames that the processor draws straight into memory that the compositor shares, as much of them as changed.
final class SharedTarget: StageTarget {
  private let pictures: SharedPictures
  private var surface: MemorySurface
  /// Frames shown; what each picture shows is counted in them.
  private var frames = 0

  init(_ pictures: SharedPictures, _ window: WindowConfiguration) {
    self.pictures = pictures
    surface = MemorySurface(size: window.pixelSize)
    pictures.forget()
  }

  func resize(to window: WindowConfiguration) {
    guard window.pixelSize != surface.size else { return }
    surface = MemorySurface(size: window.pixelSize)
    pictures.forget()
  }

  func show(
    _ frame: SceneFrame, with renderer: Renderer, scale: Double, at time: Double, on clock: FrameClock,
    photograph: ((Photograph) -> Void)?
  ) throws(GraphicsError) -> Bool {
    let size = surface.size
    try renderer.compose(frame, for: surface, scale: scale, at: time)
    guard !renderer.damage.isEmpty || photograph != nil else { return true }
    guard let picture = pictures.next(width: size.width, height: size.height) else {
      // The compositor gives one back before long, which wakes the loop.
      clock.request()
      return false
    }
    surface.draw(into: picture.bytes, age: picture.frame > 0 ? frames + 1 - picture.frame : 0)
    try renderer.paint()
    if let photograph { photograph(Photograph(size: size, pixels: surface.readPixels())) }
    let damage = renderer.damage
    guard !damage.isEmpty else { return true }
    frames += 1
    clock.present {
      pictures.show(
        picture, frame: frames, x: damage.x, y: damage.y, width: damage.width, height: damage.height)
      return true
    }
    return true
  }
}
