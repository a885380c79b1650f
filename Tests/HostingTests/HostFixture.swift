import Display
import EventLoop
import FileSystem
import Freedesktop
import Hosting
import Rendering
import Scene
import Shell
import TestCompositor

/// A window on the test compositor, with render targets that fail when a test requests it.
@MainActor
final class HostFixture {
  let compositor: TestCompositor
  let loop: EventLoop
  let host: WindowHost
  let source = RecordingSource()
  /// The outcomes of the next frames. Later frames succeed.
  var outcomes: [Result<Bool, GraphicsError>] {
    get { script.outcomes }
    set { script.outcomes = newValue }
  }
  /// The number of created targets.
  var targets: Int { script.targets }
  private let script = TargetScript()

  init(_ change: (inout CompositorOptions) -> Void = { _ in }) throws {
    var options = CompositorOptions()
    change(&options)
    compositor = try TestCompositor(options)
    loop = try EventLoop()
    let session = try WaylandSession(loop: loop, endpoint: .descriptor(try compositor.connectClient()))
    let script = script
    let factory = RenderTargetFactory(.processor, graphics: { _, _ in nil }) { _ in
      script.targets += 1
      return ScriptedTarget(script)
    }
    host = try WindowHost(loop, session, try TextureLoader(loop, .forTests), factory)
    let (host, source) = (host, source)
    source.onFrameEnded = { host.wait(until: nil, wantsFrame: source.wantsFrames) }
    host.follow(source)
    host.wait(until: nil, wantsFrame: true)
  }

  /// Turns the loop until `condition` holds. Returns false after a time-out.
  func wait(until condition: () -> Bool) throws -> Bool {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.02) }
    return condition()
  }

  func end() {
    host.session.close()
    compositor.stop()
  }
}

/// Records the events from a window host.
@MainActor
final class RecordingSource: FrameSource {
  private(set) var events: [ShellEvent] = []
  private(set) var ends: [WindowHost.End] = []
  private(set) var frames = 0
  /// Whether each frame requests another.
  var wantsFrames = true
  var onFrameEnded: () -> Void = {}

  func post(_ event: ShellEvent) { events.append(event) }
  func compose(_ frame: inout SceneFrame, for presentation: Double) { frames += 1 }
  func frameEnded() { onFrameEnded() }
  func end(_ reason: WindowHost.End) { ends.append(reason) }
}

@MainActor
private final class TargetScript {
  var outcomes: [Result<Bool, GraphicsError>] = []
  var targets = 0
}

/// Shows nothing. A frame succeeds or fails as the script says.
@MainActor
private final class ScriptedTarget: RenderTarget {
  let renderer = Renderer(processorThreads: 1)
  private let script: TargetScript

  init(_ script: TargetScript) { self.script = script }

  func resize(to window: WindowConfiguration) {}

  func draw(
    _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
    screenshot: ((Screenshot) -> Void)?
  ) throws(GraphicsError) -> Bool {
    let isShown = script.outcomes.isEmpty ? true : try script.outcomes.removeFirst().get()
    if isShown { screenshot?(Screenshot(size: PixelSize(1, 1), pixels: [1, 2, 3, 255])) }
    return isShown
  }
}

extension ArtworkOptions {
  /// Options for drawing without files.
  static var forTests: ArtworkOptions {
    ArtworkOptions(
      languages: [], icons: IconLookup(files: SystemFiles(), directories: DataDirectories(paths: [])))
  }
}
