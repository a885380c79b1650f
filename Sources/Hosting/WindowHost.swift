import Artwork
import Display
import EventLoop
import Logging
import Rendering
import RotundaGeometry
import Scene
import Shell

private let log = Log("window")

/// Feeds events to one handler, in order and one at a time, and performs the effects that it asks for.
///
/// An effect may post events at once or later. They wait until the handler and the effects of earlier events
/// are done, so neither of them ever runs inside itself. Once its buffers have grown, the queue takes no
/// memory.
///
/// ```swift
/// let queue = EventQueue<ShellEvent, ShellEffect>(
///   handle: { shell.handle($0, at: EventLoop.now, into: &$1) }, perform: { … }, settle: { … })
/// queue.post(.touch(frame))
/// ```
package final class EventQueue<Event, Effect> {
  private let handle: (Event, inout [Effect]) -> Void
  private let perform: (Effect) -> Void
  /// Brings everything in line with the handler's state, after the last event.
  private let settle: () -> Void

  private var events: [Event] = []
  /// The first event that has not been handled.
  private var head = 0
  /// What is to be performed, and a second buffer for what is being performed.
  private var (effects, due): ([Effect], [Effect]) = ([], [])
  private var isDraining = false

  package init(
    handle: @escaping (Event, inout [Effect]) -> Void, perform: @escaping (Effect) -> Void,
    settle: @escaping () -> Void
  ) {
    (self.handle, self.perform, self.settle) = (handle, perform, settle)
  }

  /// Has an event handled: before this returns, unless an event or effect is just being dealt with.
  package func post(_ event: Event) {
    events.append(event)
    drain()
  }

  /// Collects effects that no event asks for, such as those of a frame; the next `drain` performs them.
  package func collect(_ body: (inout [Effect]) -> Void) { body(&effects) }

  /// Performs what was collected, and handles what is posted meanwhile.
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
    // Events wait, so nothing is added while these are performed.
    swap(&effects, &due)
    for index in due.indices { perform(due[index]) }
    due.removeAll(keepingCapacity: true)
  }
}

/// Decides what the window shows, and takes everything that happens to it.
package protocol FrameSource: AnyObject {
  /// Something happened.
  func post(_ event: ShellEvent)
  /// Writes what is seen at `presentation`, in seconds of CLOCK_MONOTONIC.
  func compose(_ frame: inout SceneFrame, for presentation: Double)
  /// The frame is on its way: now is the time for what it lacked.
  func frameEnded()
  /// Nothing can be shown any more.
  func end(_ reason: WindowHost.End)
}

/// Why nothing can be shown at all.
package nonisolated enum LaunchError: Error, CustomStringConvertible {
  case display(DisplayError)
  case graphics(GraphicsError)
  case artwork(ArtworkFailure)
  case loop(EventLoopError)

  /// What `body` returns; its errors as those of a launch.
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

/// Draws a frame source's frames and pictures into the window, and posts to it what happens to the window.
package final class WindowHost {
  /// Why nothing can be shown any more.
  package nonisolated enum End {
    /// The compositor asked the window to close.
    case closed
    /// The compositor went away.
    case compositorLost
    /// Graphics fail again and again.
    case undrawable
  }

  /// Frames that may fail in a row before the driver counts as broken.
  private static let mostFailures = 3

  package let session: WaylandSession
  /// Bytes for pictures.
  package var textureBudget = Renderer.defaultTextureBudget {
    didSet { target?.renderer.textureBudget = textureBudget }
  }

  private let textures: TextureLoader
  private let targets: RenderTargetFactory
  private let deadline: Deadline
  private weak var source: (any FrameSource)?
  private var target: (any RenderTarget)?
  /// What pictures are made for.
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

  /// Draws into the window of a session, on what `targets` makes.
  package init(
    _ loop: EventLoop, _ session: WaylandSession, _ textures: TextureLoader, _ targets: RenderTargetFactory
  ) throws(EventLoopError) {
    (self.session, self.textures, self.targets) = (session, textures, targets)
    var due: () -> Void = {}
    deadline = try loop.addDeadline { due() }
    due = { [weak self] in self?.source?.post(.deadline) }
  }

  /// Shows the frames of a source from now on, for as long as the source exists.
  package func follow(_ source: any FrameSource) {
    self.source = source
    session.onEvent = { [weak self] in self?.handle($0) }
    textures.onReady = { [weak self] in
      self?.source?.post(.pictureReady($0, size: $1, inset: $2, carets: $3))
    }
  }

  /// Has a picture drawn, the lowest order first.
  package func draw(_ picture: Picture, order: Int) { textures.request(picture, order: order) }

  /// Posts `deadline` at `due`, and asks the source for a frame if one is wanted.
  package func wait(until due: Double?, wantsFrame: Bool) {
    deadline.set(due)
    if wantsFrame { session.frameClock.request() }
  }

  /// Hands the pixels of the next frame to `done`, and asks for that frame; nil takes the request back.
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
      // No reference beside the property: when this throws, a new target is built, on the same EGL display,
      // and the old one must not outlive that and terminate it.
      if session.frameClock.isEmpty { target?.renderer.forgetFrames() }
      let isShown = try target?.draw(
        frame, scale: window.scale, at: presentation, on: session.frameClock, screenshot: screenshot)
      if target?.renderer.isFading == true { session.frameClock.request() }
      if isShown == true { screenshot = nil }
      failedFrames = 0
    } catch {
      rebuild(window, after: error)
    }
    // What the source asks for comes first: it knows which picture is urgent.
    source?.frameEnded()
    textures.requestMissing()
  }

  /// A driver that was reset or suspended takes its context with it; the pictures are drawn again.
  private func rebuild(_ window: WindowConfiguration, after error: GraphicsError) {
    failedFrames += 1
    guard failedFrames <= Self.mostFailures else {
      log.error("nothing can be drawn: \(error)")
      source?.end(.undrawable)
      return
    }
    log.warning("drawing starts anew: \(error)")
    target = nil
    buildTarget(window)
    session.frameClock.request()
  }
}

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

/// Makes render targets: drawn by graphics where that works, else by the processor.
package final class RenderTargetFactory {
  /// A target that graphics draw on; nil where their driver has nothing but the processor and that is not
  /// accepted.
  package typealias GraphicsMaker = (
    _ window: WindowConfiguration, _ acceptsSoftware: Bool
  ) throws(GraphicsError) -> (any RenderTarget)?
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
    // Before it is shown: afterward it is the compositor's.
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
