import Display
import RotundaGeometry
import Rendering
import Scene

/// Where the renderer's frames go.
protocol StageTarget: AnyObject {
  /// Frames have the size of that window from now on.
  func resize(to window: WindowConfiguration) throws(GraphicsError)
  /// Draws a frame and hands it to the compositor, if it differs from the one before; takes a picture of it.
  ///
  /// - Returns: false when there is nothing to draw into yet; another frame is asked for then.
  func show(
    _ frame: SceneFrame, with renderer: Renderer, scale: Double, at time: Double, on clock: FrameClock,
    photograph: ((Photograph) -> Void)?
  ) throws(GraphicsError) -> Bool
}

/// The window as something to draw on. Built again when the driver loses it.
final class Stage {
  let renderer: Renderer
  private let target: any StageTarget

  /// A stage on a window that has been configured, drawn by graphics; nil where their driver has nothing but the processor and
  /// that is not good enough.
  init?(_ session: WaylandSession, _ window: WindowConfiguration, acceptsSoftware: Bool) throws(GraphicsError)
  {
    guard let target = try WindowTarget(session, window, acceptsSoftware: acceptsSoftware) else { return nil }
    renderer = try Renderer(target.surface)
    self.target = target
  }

  /// A stage whose frames the processor draws into memory that the compositor shares.
  init(_ pictures: SharedPictures, _ window: WindowConfiguration) {
    renderer = Renderer(processorThreads: nil)
    target = SharedTarget(pictures, window)
  }

  func resize(to window: WindowConfiguration) throws(GraphicsError) { try target.resize(to: window) }

  /// Draws a frame and hands it to the compositor, if it differs from the one before; takes a picture of it.
  ///
  /// - Returns: false when there is nothing to draw into yet; another frame is asked for then.
  func show(
    _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
    photograph: ((Photograph) -> Void)? = nil
  ) throws(GraphicsError) -> Bool {
    if clock.isEmpty { renderer.forgetFrames() }
    let isShown = try target.show(
      frame, with: renderer, scale: scale, at: time, on: clock, photograph: photograph)
    if renderer.isFading { clock.request() }
    return isShown
  }
}

/// Frames that go from the driver to the compositor without us.
private final class WindowTarget: StageTarget {
  let surface: WindowSurface

  init?(_ session: WaylandSession, _ window: WindowConfiguration, acceptsSoftware: Bool) throws(GraphicsError)
  {
    guard let display = session.connection.pointer, let native = session.window.surface.pointer else {
      throw .surfaceLost
    }
    let context = try GraphicsContext(waylandDisplay: display)
    if !acceptsSoftware, try context.isSoftware() { return nil }
    surface = try WindowSurface(context, waylandSurface: native, size: window.pixelSize)
  }

  func resize(to window: WindowConfiguration) { surface.resize(to: window.pixelSize) }

  func show(
    _ frame: SceneFrame, with renderer: Renderer, scale: Double, at time: Double, on clock: FrameClock,
    photograph: ((Photograph) -> Void)?
  ) throws(GraphicsError) -> Bool {
    try renderer.compose(frame, for: surface, scale: scale, at: time)
    guard !renderer.damage.isEmpty || photograph != nil else { return true }
    try renderer.paint()
    // Before it is shown: afterwards it is the compositor's.
    if let photograph { photograph(Photograph(size: surface.size, pixels: try surface.readPixels())) }
    guard !renderer.damage.isEmpty else { return true }
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
    return true
  }
}

extension WindowConfiguration {
  var pixelSize: PixelSize { PixelSize(pixelWidth, pixelHeight) }
}
