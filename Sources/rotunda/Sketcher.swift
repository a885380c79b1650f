import Display
import Rendering
import Scene

/// Shows the first frame while graphics are still starting.
final class Sketcher {
  private let pictures: SharedPictures
  private var shown: WindowConfiguration?

  init(_ pictures: SharedPictures) { self.pictures = pictures }

  /// Whether that window shows nothing yet.
  func isNeeded(for window: WindowConfiguration) -> Bool { shown != window }

  func show(_ frame: SceneFrame, in window: WindowConfiguration, on clock: FrameClock) {
    let size = window.pixelSize
    guard let picture = pictures.next(width: size.width, height: size.height) else { return }
    var sketch = Sketch(size)
    sketch.draw(frame, scale: window.scale, into: picture.bytes)
    clock.present {
      pictures.show(picture, frame: 1, x: 0, y: 0, width: size.width, height: size.height)
      return true
    }
    shown = window
  }
}
