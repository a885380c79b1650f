import Commands
import EventLoop
import Glibc
import Hosting
import Logging
import Scene
import Shell
import State

private let log = Log("touch-test")

/// `rotunda touch-test`: shows what the touchscreen does.
enum TouchTestCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    DriverCache.avoidFullDisk(ProcessEnvironment.current.variables)
    do {
      let tester = try TouchTester(options)
      let status = try tester.run()
      // As the launcher does: the thread that draws pictures may be busy.
      withExtendedLifetime(tester) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}

/// Connects the page for touchscreens to the window and its fingers.
private final class TouchTester: FrameSource {
  private let host: StandaloneHost
  private var page: TouchTestPage

  init(_ options: LaunchOptions) throws(LaunchError) {
    host = try StandaloneHost(options)
    page = TouchTestPage(host.content.configuration)
  }

  /// Everything that reaches the page.
  private lazy var queue = EventQueue<ShellEvent, ShellEffect> { [unowned self] event, effects in
    page.handle(event, at: EventLoop.now, into: &effects)
  } perform: { [unowned self] effect in
    if case .draw(let picture, let order) = effect { host.window.draw(picture, order: order) }
  } settle: { [unowned self] in
    if page.isOver { return host.loop.stop(status: ExitStatus.success) }
    host.window.wait(until: page.deadline, wantsFrame: page.wantsFrame)
  }

  /// Shows the page until its user leaves it; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 { try host.run(self) }

  func post(_ event: ShellEvent) { queue.post(event) }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    queue.collect {
      page.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &$0)
    }
  }

  func frameEnded() { queue.drain() }

  func end(_ reason: WindowHost.End) { host.end(reason) }
}
