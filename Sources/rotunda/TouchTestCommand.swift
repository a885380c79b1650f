import Commands
import EventLoop
import Glibc
import Hosting
import Logging
import Scene
import Shell
import State

private let log = Log("touch-test")

/// `rotunda touch-test`: shows the touchscreen's input.
enum TouchTestCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    DriverCache.avoidFullDisk(ProcessEnvironment.current.variables)
    do {
      let tester = try TouchTester(options)
      let status = try tester.run()
      // As in the launcher: the thread that draws pictures may be busy.
      withExtendedLifetime(tester) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}

/// Connects the touch test page to its window and its input.
private final class TouchTester: FrameSource {
  private let host: StandaloneHost
  private var page: TouchTestPage

  init(_ options: LaunchOptions) throws(LaunchError) {
    host = try StandaloneHost(options)
    page = TouchTestPage(host.content.configuration)
  }

  /// The queue of all the page's events.
  private lazy var queue = EventQueue<ShellEvent, ShellEffect> { [unowned self] event, effects in
    page.handle(event, at: EventLoop.now, into: &effects)
  } perform: { [unowned self] effect in
    if case .draw(let picture, let order) = effect { host.window.draw(picture, order: order) }
  } settle: { [unowned self] in
    if page.isOver { return host.loop.stop(status: ExitStatus.success) }
    host.window.wait(until: page.deadline, wantsFrame: page.wantsFrame)
  }

  /// Shows the page until its user leaves it. Returns the exit status.
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
