import Artwork
import Display
import EventLoop
import Logging
import Rendering
import RotundaGeometry
import Scene
import Shell

private let log = Log("window")

/// Passes events to one handler, in order and one at a time, and performs the effects that it requests.
///
/// An effect may post events, at once or later. They wait until the handler and the effects of earlier events
/// are done. Neither therefore runs inside itself. Once its buffers have grown, it allocates no memory.
///
/// ```swift
/// let queue = EventQueue<ShellEvent, ShellEffect>(
///   handle: { shell.handle($0, at: EventLoop.now, into: &$1) }, perform: { … }, settle: { … })
/// queue.post(.touch(frame))
/// ```
package final class EventQueue<Event, Effect> {
  private let handle: (Event, inout [Effect]) -> Void
  private let perform: (Effect) -> Void
  /// Synchronizes everything with the handler's state after the last event.
  private let settle: () -> Void

  private var events: [Event] = []
  /// The index of the first event that is not handled yet.
  private var head = 0
  /// The effects to perform, and a second buffer for those in progress.
  private var (effects, due): ([Effect], [Effect]) = ([], [])
  private var isDraining = false

  package init(
    handle: @escaping (Event, inout [Effect]) -> Void, perform: @escaping (Effect) -> Void,
    settle: @escaping () -> Void
  ) {
    (self.handle, self.perform, self.settle) = (handle, perform, settle)
  }

  /// Handles an event before this returns, unless another event or effect is in progress.
  package func post(_ event: Event) {
    events.append(event)
    drain()
  }

  /// Collects effects that come from no event, such as those of a frame. The next `drain` performs them.
  package func collect(_ body: (inout [Effect]) -> Void) { body(&effects) }

  /// Performs the collected effects, and handles events that are posted in the meantime.
  package func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    repeat {
      performEffects()
      while let event = next() {
        handle(event, &effects)
        performEffects()
      }
      settle()
    } while head < events.count
  }

  private func next() -> Event? {
    guard head < events.count else { return nil }
    let event = events[head]
    head += 1
    if head == events.count {
      events.removeAll(keepingCapacity: true)
      head = 0
    }
    return event
  }

  private func performEffects() {
    guard !effects.isEmpty else { return }
    // Events wait, so nothing is appended during this loop.
    swap(&effects, &due)
    for index in due.indices { perform(due[index]) }
    due.removeAll(keepingCapacity: true)
  }
}

/// Decides what the window shows, and receives the window's events.
package protocol FrameSource: AnyObject {
  /// Handles an event.
  func post(_ event: ShellEvent)
  /// Composes the frame for `presentation`, in seconds of CLOCK_MONOTONIC.
  func compose(_ frame: inout SceneFrame, for presentation: Double)
  /// Called after the frame was submitted: the time to request missing pictures.
  func frameEnded()
  /// Called when nothing more can be shown.
  func end(_ reason: WindowHost.End)
}

/// The reason why nothing can be shown at all.
package nonisolated enum LaunchError: Error, CustomStringConvertible {
  case display(DisplayError)
  case graphics(GraphicsError)
  case artwork(ArtworkFailure)
  case loop(EventLoopError)

  /// Returns the result of `body`, and converts its errors.
  package static func ofLoop<Value>(
    _ body: () throws(EventLoopError) -> Value
  ) throws(LaunchError) -> Value {
    do { return try body() } catch { throw .loop(error) }
  }

  /// One line for the journal.
  package var description: String {
    switch self {
    case .display(let error): "\(error)"
    case .graphics(let error): "\(error)"
    case .artwork(let error): "\(error)"
    case .loop(let error): "\(error)"
    }
  }
}

/// Draws a source's frames into the window, and passes the window's events to the source.
package final class WindowHost {
  /// The reason why nothing more can be shown.
  package nonisolated enum End {
    /// The compositor asked the window to close.
    case closed
    /// The connection to the compositor is lost.
    case compositorLost
    /// Drawing failed repeatedly.
    case undrawable
  }

  /// The consecutive failed frames after which the driver counts as broken.
  private static let mostFailures = 3

  package let session: WaylandSession
  /// The memory limit for pictures in bytes.
  package var textureBudget = Renderer.defaultTextureBudget {
    didSet { target?.renderer.textureBudget = textureBudget }
  }

  private let textures: TextureLoader
  private let targets: RenderTargetFactory
  private let deadline: Deadline
  private weak var source: (any FrameSource)?
  private var target: (any RenderTarget)?
  /// The screen for which pictures are drawn.
  private var screen: (size: Size, scale: Double)?
  private var frame = SceneFrame()
  private var failedFrames = 0
  private var screenshot: ((Screenshot) -> Void)?

  /// Opens a window on the compositor.
  package convenience init(
    _ loop: EventLoop, _ textures: TextureLoader, _ choice: GraphicsChoice, isFullscreen: Bool
  ) throws(LaunchError) {
    let session: WaylandSession
    do throws(DisplayError) {
      session = try WaylandSession(loop: loop, options: WindowOptions(isFullscreen: isFullscreen))
    } catch {
      throw .display(error)
    }
    do throws(EventLoopError) {
      try self.init(loop, session, textures, RenderTargetFactory(session, choice))
    } catch {
      throw .loop(error)
    }
  }

  /// Draws into a session's window, with render targets from `targets`.
  package init(
    _ loop: EventLoop, _ session: WaylandSession, _ textures: TextureLoader, _ targets: RenderTargetFactory
  ) throws(EventLoopError) {
    (self.session, self.textures, self.targets) = (session, textures, targets)
    var due: () -> Void = {}
    deadline = try loop.addDeadline { due() }
    due = { [weak self] in self?.source?.post(.deadline) }
  }

  /// Shows the frames of a source from now on, while the source exists.
  package func follow(_ source: any FrameSource) {
    self.source = source
    session.onEvent = { [weak self] in self?.handle($0) }
    textures.onReady = { [weak self] in
      self?.source?.post(.pictureReady($0, size: $1, inset: $2, carets: $3))
    }
  }

  /// Requests a picture. The lowest order comes first.
  package func draw(_ picture: Picture, order: Int) { textures.request(picture, order: order) }

  /// Posts `deadline` at `due`, and requests a frame if wanted.
  package func wait(until due: Double?, wantsFrame: Bool) {
    deadline.set(due)
    if wantsFrame { session.frameClock.request() }
  }

  /// Passes the pixels of the next frame to `done`, and requests that frame. Nil cancels the request.
  package func captureNextFrame(_ done: ((Screenshot) -> Void)?) {
    screenshot = done
    if done != nil { session.frameClock.request() }
  }

  private func handle(_ event: WindowEvent) {
    switch event {
    case .configured(let window): configure(window)
    case .touch(let frame): source?.post(.touch(frame))
    case .keyboardTouch(let frame): source?.post(.programKeyboard(.touch(frame)))
    case .key(let key): source?.post(.key(key))
    case .scroll(let scroll): source?.post(.scroll(scroll))
    case .focus(let hasFocus): source?.post(.focus(hasFocus))
    case .frame(let presentation): show(for: presentation)
    case .closed: source?.end(.closed)
    case .stripSwiped(let edge): source?.post(.stripSwiped(edge))
    case .disconnected: source?.end(.compositorLost)
    }
  }

  private func configure(_ window: WindowConfiguration) {
    prepareTarget(window)
    noteScreen(window)
    source?.post(.measured(pointsPerMillimeter: window.pointsPerMillimeter))
    source?.post(.resized(window.size, scale: window.scale))
  }

  private func noteScreen(_ window: WindowConfiguration) {
    guard screen?.size != window.size || screen?.scale != window.scale else { return }
    if screen != nil { textures.screenChanged() }
    screen = (window.size, window.scale)
  }

  private func prepareTarget(_ window: WindowConfiguration) {
    guard let target else { return buildTarget(window) }
    do throws(GraphicsError) {
      try target.resize(to: window)
    } catch {
      rebuild(window, after: error)
    }
  }

  private func buildTarget(_ window: WindowConfiguration) {
    do throws(GraphicsError) {
      let target = try targets.make(for: window)
      self.target = target
      target.renderer.textureBudget = textureBudget
      textures.renderer = target.renderer
    } catch {
      log.error("\(error)")
      source?.end(.undrawable)
    }
  }

  private func show(for presentation: Double) {
    guard let window = session.window.configuration, target != nil else { return }
    source?.compose(&frame, for: presentation)
    do throws(GraphicsError) {
      // Hold no second reference to the target. After an error, a new one is built on the same EGL display.
      // The old one must be gone by then, or it would terminate that display.
      if session.frameClock.isEmpty { target?.renderer.forgetFrames() }
      let isShown = try target?.draw(
        frame, scale: window.scale, at: presentation, on: session.frameClock, screenshot: screenshot)
      if target?.renderer.isFading == true { session.frameClock.request() }
      if isShown == true { screenshot = nil }
      failedFrames = 0
    } catch {
      rebuild(window, after: error)
    }
    // The source's requests come first: it knows which pictures are urgent.
    source?.frameEnded()
    textures.requestMissing()
  }

  /// Rebuilds the target: a driver reset or suspend destroys its context. The pictures are drawn again.
  private func rebuild(_ window: WindowConfiguration, after error: GraphicsError) {
    failedFrames += 1
    guard failedFrames <= Self.mostFailures else {
      log.error("nothing can be drawn: \(error)")
      source?.end(.undrawable)
      return
    }
    log.warning("drawing restarts: \(error)")
    target = nil
    buildTarget(window)
    session.frameClock.request()
  }
}

/// The drawing surface for the window's frames, with its renderer. Rebuilt when the driver loses it.
package protocol RenderTarget: AnyObject {
  var renderer: Renderer { get }
  /// Resizes frames to the window.
  func resize(to window: WindowConfiguration) throws(GraphicsError)
  /// Draws a frame, and submits it if it differs from the last one. Passes a screenshot of it if requested.
  ///
  /// - Returns: false if no buffer is available yet; another frame is then requested.
  func draw(
    _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
    screenshot: ((Screenshot) -> Void)?
  ) throws(GraphicsError) -> Bool
}

/// Creates render targets: with the graphics driver if possible, otherwise with the processor.
package final class RenderTargetFactory {
  /// Creates a target with the graphics driver. Returns nil if the driver draws in software and that is not
  /// accepted.
  package typealias GraphicsMaker = (
    _ window: WindowConfiguration, _ acceptsSoftware: Bool
  ) throws(GraphicsError) -> (any RenderTarget)?
  package typealias ProcessorMaker = (WindowConfiguration) -> any RenderTarget

  private var choice: GraphicsChoice
  private let makeForGraphics: GraphicsMaker
  /// Nil if the compositor has no shared memory.
  private let makeForProcessor: ProcessorMaker?

  package init(_ choice: GraphicsChoice, graphics: @escaping GraphicsMaker, processor: ProcessorMaker?) {
    self.choice = choice
    (makeForGraphics, makeForProcessor) = (graphics, processor)
  }

  /// Creates targets on a session's window.
  convenience init(_ session: WaylandSession, _ choice: GraphicsChoice) {
    let graphics: GraphicsMaker = { (window, acceptsSoftware) throws(GraphicsError) in
      try GraphicsTarget(session, window, acceptsSoftware: acceptsSoftware)
    }
    let processor = SharedPictures(session).map { pictures -> ProcessorMaker in
      { SharedMemoryTarget(pictures, $0) }
    }
    self.init(choice, graphics: graphics, processor: processor)
  }

  /// Creates a target for a configured window.
  package func make(for window: WindowConfiguration) throws(GraphicsError) -> any RenderTarget {
    guard let makeForProcessor else {
      guard let target = try makeForGraphics(window, true) else { throw .surfaceLost }
      return target
    }
    if choice == .processor { return makeForProcessor(window) }
    do throws(GraphicsError) {
      if let target = try makeForGraphics(window, choice == .anyDriver) { return target }
    } catch {
      log.warning("OpenGL does not start, so the processor draws: \(error)")
    }
    // Remember the result: the attempt takes a while and always fails.
    choice = .processor
    return makeForProcessor(window)
  }
}

/// Frames that the driver submits directly to the compositor.
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
    // Read before presentation: afterward the buffer belongs to the compositor.
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

/// Frames that the processor draws directly into memory shared with the compositor, only where they changed.
private final class SharedMemoryTarget: RenderTarget {
  let renderer = Renderer(processorThreads: nil)
  private let pictures: SharedPictures
  private var surface: MemorySurface
  /// The number of frames shown so far, for the age of each buffer.
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
      // The compositor soon releases one, which wakes the loop.
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
