import Display
import Geometry
import Rendering
import Scene

/// The window as something to draw on. Built again when the driver loses it.
final class Stage {
  let renderer: Renderer
  private let surface: WindowSurface

  /// A stage on a window that has been configured.
  init(_ session: WaylandSession, _ window: WindowConfiguration) throws(GraphicsError) {
    guard let display = session.connection.pointer, let native = session.window.surface.pointer else {
      throw .surfaceLost
    }
    let context = try GraphicsContext(waylandDisplay: display)
    surface = try WindowSurface(context, waylandSurface: native, size: window.pixelSize)
    renderer = try Renderer(surface)
  }

  func resize(to window: WindowConfiguration) {
    surface.resize(to: window.pixelSize)
  }

  /// Draws a frame and hands it to the compositor.
  func show(_ frame: SceneFrame, scale: Double, on clock: FrameClock) throws(GraphicsError) {
    try renderer.draw(frame, to: surface, scale: scale)
    var failure: GraphicsError?
    clock.present {
      do throws(GraphicsError) {
        try surface.present(damage: renderer.damage)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}

extension WindowConfiguration {
  var pixelSize: PixelSize { PixelSize(pixelWidth, pixelHeight) }
}
