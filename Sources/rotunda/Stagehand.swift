import Display
import EventLoop
import RotundaGeometry
import Logging
import Rendering
import Scene
import Shell

private let log = Log("stage")

/// Who decides what is seen, and is told what happens.
protocol Director: AnyObject {
  /// Something happened.
  func post(_ event: ShellEvent)
  /// Writes what is seen at `presentation`, in seconds of CLOCK_MONOTONIC.
  func compose(_ frame: inout SceneFrame, for presentation: Double)
  /// The frame is on its way: now is the time for what it lacked.
  func frameEnded()
  /// There is nothing to be shown on any more.
  func end(_ reason: Stagehand.End)
}

/// Has frames and pictures drawn for a director, and tells it what happens to the window.
final class Stagehand {
  /// Why nothing can be shown any more.
  enum End {
    /// Somebody closed the window.
    case closed
    /// The compositor went away.
    case compositorLost
    /// Graphics are beyond help.
    case undrawable
  }

  /// Frames that may fail in a row before the driver is taken to be beyond help.
  private static let mostFailures = 3

  let session: WaylandSession
  private let gallery: Gallery
  private let deadline: Deadline
  private weak var director: (any Director)?
  private var stage: Stage?
  private var choice: GraphicsChoice
  /// Where frames go that the processor draws; nil where the compositor shares no memory.
  private let pictures: SharedPictures?
  /// Bytes for pictures.
  var textureBudget = Renderer.defaultTextureBudget {
    didSet { stage?.renderer.textureBudget = textureBudget }
  }
  /// What pictures are made for.
  private var screen: (size: Size, scale: Double)?
  private var frame = SceneFrame()
  private var failedFrames = 0
  private var photograph: ((Photograph) -> Void)?

  init(
    _ loop: EventLoop, _ gallery: Gallery, _ choice: GraphicsChoice, isFullscreen: Bool
  ) throws(LaunchError) {
    self.gallery = gallery
    self.choice = choice
    do throws(DisplayError) {
      session = try WaylandSession(loop: loop, options: WindowOptions(isFullscreen: isFullscreen))
    } catch {
      throw .display(error)
    }
    pictures = SharedPictures(session)
    var due: () -> Void = {}
    deadline = try LaunchError.ofLoop { () throws(EventLoopError) in try loop.addDeadline { due() } }
    due = { [weak self] in self?.director?.post(.deadline) }
  }

  /// Works for a director from now on, as long as there is one.
  func follow(_ director: any Director) {
    self.director = director
    session.onEvent = { [weak self] in self?.handle($0) }
    gallery.start { [weak self] in self?.director?.post(.pictureReady($0, size: $1)) }
  }

  /// Has a picture drawn, the lowest order first.
  func draw(_ picture: Picture, order: Int) { gallery.request(picture, order: order) }

  /// Has the director told when `due` has come, and asked for a frame if one is wanted.
  func wait(until due: Double?, wantsFrame: Bool) {
    deadline.set(due)
    if wantsFrame { session.frameClock.request() }
  }

  /// Has a picture taken of the next frame, and a frame drawn for it; nil: no longer.
  func photographNextFrame(_ done: ((Photograph) -> Void)?) {
    photograph = done
    if done != nil { session.frameClock.request() }
  }

  private func handle(_ event: WindowEvent) {
    switch event {
    case .configured(let window): configure(window)
    case .touch(let frame): director?.post(.touch(frame))
    case .key(let key): director?.post(.key(key))
    case .scroll(let scroll): director?.post(.scroll(scroll))
    case .focus(let hasFocus): director?.post(.focus(hasFocus))
    case .frame(let presentation): show(for: presentation)
    case .closed: director?.end(.closed)
    case .stripSwiped(let edge): director?.post(.stripSwiped(edge))
    case .disconnected: director?.end(.compositorLost)
    }
  }

  private func configure(_ window: WindowConfiguration) {
    prepareStage(window)
    noteScreen(window)
    director?.post(.measured(pointsPerMillimeter: window.pointsPerMillimeter))
    director?.post(.resized(window.size, scale: window.scale))
  }

  private func noteScreen(_ window: WindowConfiguration) {
    guard screen?.size != window.size || screen?.scale != window.scale else { return }
    if screen != nil { gallery.screenChanged() }
    screen = (window.size, window.scale)
  }

  private func prepareStage(_ window: WindowConfiguration) {
    guard let stage else { return buildStage(window) }
    do throws(GraphicsError) {
      try stage.resize(to: window)
    } catch {
      rebuild(window, after: error)
    }
  }

  private func buildStage(_ window: WindowConfiguration) {
    do throws(GraphicsError) {
      let stage = try makeStage(window)
      self.stage = stage
      stage.renderer.textureBudget = textureBudget
      gallery.renderer = stage.renderer
    } catch {
      log.error("\(error)")
      director?.end(.undrawable)
    }
  }

  private func makeStage(_ window: WindowConfiguration) throws(GraphicsError) -> Stage {
    guard let pictures else {
      guard let stage = try Stage(session, window, acceptsSoftware: true) else { throw .surfaceLost }
      return stage
    }
    if choice == .processor { return Stage(pictures, window) }
    do throws(GraphicsError) {
      if let stage = try Stage(session, window, acceptsSoftware: choice == .anyDriver) { return stage }
    } catch {
      log.warning("graphics do not start, the processor draws: \(error)")
    }
    // That takes a while to find out, and is so for good.
    choice = .processor
    return Stage(pictures, window)
  }

  private func show(for presentation: Double) {
    guard let window = session.window.configuration, stage != nil else { return }
    director?.compose(&frame, for: presentation)
    do throws(GraphicsError) {
      // No reference beside the property: when this throws, a new stage is built, on the same EGL display, and the
      // old one must not outlive that and terminate it.
      let isShown = try stage?.show(
        frame, scale: window.scale, at: presentation, on: session.frameClock, photograph: photograph)
      if isShown == true { photograph = nil }
      failedFrames = 0
    } catch {
      rebuild(window, after: error)
    }
    // What the director asks for comes first: it knows which picture is urgent.
    director?.frameEnded()
    gallery.requestMissing()
  }

  /// A driver that was reset or suspended takes its context with it; the pictures are drawn again.
  private func rebuild(_ window: WindowConfiguration, after error: GraphicsError) {
    failedFrames += 1
    guard failedFrames <= Self.mostFailures else {
      log.error("nothing can be drawn: \(error)")
      director?.end(.undrawable)
      return
    }
    log.warning("drawing starts anew: \(error)")
    stage = nil
    buildStage(window)
    session.frameClock.request()
  }
}

extension Stagehand.End {
  /// What the process exits with.
  var exitStatus: Int32 {
    switch self {
    case .closed: ExitStatus.success
    case .compositorLost: ExitStatus.compositorLost
    case .undrawable: ExitStatus.system
    }
  }
}
