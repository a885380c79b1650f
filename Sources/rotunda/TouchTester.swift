import EventLoop
import FileSystem
import Freedesktop
import Glibc
import Logging
import Scene
import Shell

private let log = Log("touch-test")

/// Connects the page for touchscreens to the window and its fingers.
final class TouchTester: Director {
  private let loop: EventLoop
  private let stagehand: Stagehand
  private var page: TouchTestPage
  private var effects: [ShellEffect] = []
  private let languages: [String]

  init(_ options: Invocation.LaunchOptions) throws(LaunchError) {
    let environment = ProcessEnvironment.current
    loop = try LaunchError.ofLoop { () throws(EventLoopError) in try EventLoop() }
    let loop = loop
    // Before any thread starts: signals are blocked, and threads inherit that.
    let signals = try LaunchError.ofLoop { () throws(EventLoopError) in try EndSignal.all(loop) }
    let gallery = try Gallery(
      loop: loop, languages: environment.languages,
      icons: IconLookup(
        files: SystemFiles(), directories: DataDirectories(environment: environment.variables)))
    let configuration = ConfigurationSource(options.configuration, environment).read().configuration
    page = TouchTestPage(configuration)
    languages = environment.languages(of: configuration)
    stagehand = try Stagehand(
      loop, gallery, GraphicsPreparation(environment.variables), isFullscreen: !options.isWindowed)
    for signal in signals { signal.onSignal = { loop.stop(status: ExitStatus.success) } }
  }

  /// Shows the page until somebody leaves it; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 {
    stagehand.follow(self)
    tell(.languages(languages, ProcessEnvironment.current.words(for: languages)))
    return try LaunchError.ofLoop { () throws(EventLoopError) in try loop.run() }
  }

  func tell(_ event: ShellEvent) {
    page.handle(event, at: EventLoop.now, into: &effects)
    perform()
  }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    page.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &effects)
  }

  func perform() {
    for case .draw(let picture, let order) in effects { stagehand.draw(picture, order: order) }
    effects.removeAll(keepingCapacity: true)
    if page.isOver { return loop.stop(status: ExitStatus.success) }
    stagehand.wait(until: page.deadline, wantsFrame: page.wantsFrame)
  }

  func end(_ reason: Stagehand.End) {
    if reason == .compositorLost { log.error("the compositor went away") }
    loop.stop(status: reason.exitStatus)
  }
}
