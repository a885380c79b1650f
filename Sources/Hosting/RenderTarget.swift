import Display
import Logging
import Rendering
import Scene

private let log = Log("window")

/// What the window's frames are drawn on, and the renderer that draws them. Built again when the driver loses
/// it.
package protocol RenderTarget: AnyObject {
  var renderer: Renderer { get }
  /// Frames have the size of that window from now on.
  func resize(to window: WindowConfiguration) throws(GraphicsError)
  /// Draws a frame and hands it to the compositor, if it differs from the one before; takes a screenshot of
  /// it.
  ///
  /// - Returns: false when there is nothing to draw into yet; another frame is asked for then.
  func draw(
    _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
    screenshot: ((Screenshot) -> Void)?
  ) throws(GraphicsError) -> Bool
}

extension RenderTarget {
  /// The same as `draw`, with what holds for all targets: an empty window gets a whole frame, and what fades
  /// in another.
  func show(
    _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
    screenshot: ((Screenshot) -> Void)?
  ) throws(GraphicsError) -> Bool {
    if clock.isEmpty { renderer.forgetFrames() }
    let isShown = try draw(frame, scale: scale, at: time, on: clock, screenshot: screenshot)
    if renderer.isFading { clock.request() }
    return isShown
  }
}

/// Makes render targets: drawn by graphics where that works, else by the processor.
package final class RenderTargetFactory {
  /// A target that graphics draw on; nil where their driver has nothing but the processor and that is not
  /// accepted.
  package typealias GraphicsMaker = (
    _ window: WindowConfiguration, _ acceptsSoftware: Bool
  ) throws(GraphicsError) -> (any RenderTarget)?
  /// A target that the processor draws on.
  package typealias ProcessorMaker = (WindowConfiguration) -> any RenderTarget

  private var choice: GraphicsChoice
  private let makeForGraphics: GraphicsMaker
  /// Nil where the compositor shares no memory.
  private let makeForProcessor: ProcessorMaker?

  package init(_ choice: GraphicsChoice, graphics: @escaping GraphicsMaker, processor: ProcessorMaker?) {
    self.choice = choice
    (makeForGraphics, makeForProcessor) = (graphics, processor)
  }

  /// Targets on a session's window.
  convenience init(_ session: WaylandSession, _ choice: GraphicsChoice) {
    let graphics: GraphicsMaker = { (window, acceptsSoftware) throws(GraphicsError) in
      try GraphicsTarget(session, window, acceptsSoftware: acceptsSoftware)
    }
    let processor = SharedPictures(session).map { pictures -> ProcessorMaker in
      { SharedMemoryTarget(pictures, $0) }
    }
    self.init(choice, graphics: graphics, processor: processor)
  }

  /// A target for a window that has been configured.
  package func make(for window: WindowConfiguration) throws(GraphicsError) -> any RenderTarget {
    guard let makeForProcessor else {
      guard let target = try makeForGraphics(window, true) else { throw .surfaceLost }
      return target
    }
    if choice == .processor { return makeForProcessor(window) }
    do throws(GraphicsError) {
      if let target = try makeForGraphics(window, choice == .anyDriver) { return target }
    } catch {
      log.warning("graphics do not start, the processor draws: \(error)")
    }
    // That takes a while to find out, and is so for good.
    choice = .processor
    return makeForProcessor(window)
  }
}

/// Frames that go from the driver to the compositor without us.
private final class GraphicsTarget: RenderTarget {
  let renderer: Renderer
  private let surface: WindowSurface

  init?(_ session: WaylandSession, _ window: WindowConfiguration, acceptsSoftware: Bool) throws(GraphicsError)
  {
    guard let display = session.connection.pointer, let native = session.window.surface.pointer else {
      throw .surfaceLost
    }
    let context = try GraphicsContext(waylandDisplay: display)
    if !acceptsSoftware, try context.isSoftware() { return nil }
    surface = try WindowSurface(context, waylandSurface: native, size: window.pixelSize)
    renderer = try Renderer(surface)
  }

  func resize(to window: WindowConfiguration) { surface.resize(to: window.pixelSize) }

  func draw(
    _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
    screenshot: ((Screenshot) -> Void)?
  ) throws(GraphicsError) -> Bool {
    try renderer.compose(frame, for: surface, scale: scale, at: time)
    guard !renderer.damage.isEmpty || screenshot != nil else { return true }
    try renderer.paint()
    // Before it is shown: afterwards it is the compositor's.
    if let screenshot { screenshot(Screenshot(size: surface.size, pixels: try surface.readPixels())) }
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

/// Frames that the processor draws straight into memory that the compositor shares, as much of them as
/// changed.
private final class SharedMemoryTarget: RenderTarget {
  let renderer = Renderer(processorThreads: nil)
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

  func draw(
    _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
    screenshot: ((Screenshot) -> Void)?
  ) throws(GraphicsError) -> Bool {
    let size = surface.size
    try renderer.compose(frame, for: surface, scale: scale, at: time)
    guard !renderer.damage.isEmpty || screenshot != nil else { return true }
    guard let picture = pictures.next(width: size.width, height: size.height) else {
      // The compositor gives one back before long, which wakes the loop.
      clock.request()
      return false
    }
    surface.draw(into: picture.bytes, age: picture.frame > 0 ? frames + 1 - picture.frame : 0)
    try renderer.paint()
    if let screenshot { screenshot(Screenshot(size: size, pixels: surface.readPixels())) }
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

extension WindowConfiguration {
  fileprivate var pixelSize: PixelSize { PixelSize(pixelWidth, pixelHeight) }
}
