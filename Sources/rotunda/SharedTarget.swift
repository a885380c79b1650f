import Display
import Rendering
import Scene

/// Frames that the processor draws straight into memory that the compositor shares, as much of them as changed.
final class SharedTarget: StageTarget {
  private let pictures: SharedPictures
  private var surface: MemorySurface
  /// Frames drawn; what each picture shows is counted in them.
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
    guard let picture = pictures.next(width: size.width, height: size.height) else {
      // The compositor gives one back before long, which wakes the loop.
      clock.request()
      return false
    }
    frames += 1
    surface.draw(into: picture.bytes, age: picture.frame > 0 ? frames - picture.frame : 0)
    try renderer.draw(frame, to: surface, scale: scale, at: time)
    if let photograph { photograph(Photograph(size: size, pixels: surface.readPixels())) }
    let (number, damage) = (frames, renderer.damage)
    clock.present {
      pictures.show(
        picture, frame: number, x: damage.x, y: damage.y, width: damage.width, height: damage.height)
      return true
    }
    return true
  }
}
