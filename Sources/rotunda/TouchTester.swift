import EventLoop
import Hosting
import Scene
import Shell

/// Connects the page for touchscreens to the window and its fingers.
final class TouchTester: Director {
  private let stage: StandaloneStage
  private var page: TouchTestPage

  init(_ options: Invocation.LaunchOptions) throws(LaunchError) {
    stage = try StandaloneStage(options)
    page = TouchTestPage(stage.content.configuration)
  }

  /// Everything that reaches the page.
  private lazy var queue = EventQueue<ShellEvent, ShellEffect> { [unowned self] event, effects in
    page.handle(event, at: EventLoop.now, into: &effects)
  } perform: { [unowned self] effect in
    if case .draw(let picture, let order) = effect { stage.stagehand.draw(picture, order: order) }
  } settle: { [unowned self] in
    if page.isOver { return stage.loop.stop(status: ExitStatus.success) }
    stage.stagehand.wait(until: page.deadline, wantsFrame: page.wantsFrame)
  }

  /// Shows the page until somebody leaves it; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 { try stage.run(self) }

  func post(_ event: ShellEvent) { queue.post(event) }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    queue.collect {
      page.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &$0)
    }
  }

  func frameEnded() { queue.drain() }

  func end(_ reason: Stagehand.End) { stage.end(reason) }
}
