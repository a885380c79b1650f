import EventLoop
import Scene
import Shell

/// Connects the page for touchscreens to the window and its fingers.
final class TouchTester: Director {
  private let stage: StandaloneStage
  private var page: TouchTestPage
  private var effects: [ShellEffect] = []

  init(_ options: Invocation.LaunchOptions) throws(LaunchError) {
    stage = try StandaloneStage(options)
    page = TouchTestPage(stage.content.configuration)
  }

  /// Shows the page until somebody leaves it; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 { try stage.run(self) }

  func tell(_ event: ShellEvent) {
    page.handle(event, at: EventLoop.now, into: &effects)
    perform()
  }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    page.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &effects)
  }

  func perform() {
    for case .draw(let picture, let order) in effects { stage.stagehand.draw(picture, order: order) }
    effects.removeAll(keepingCapacity: true)
    if page.isOver { return stage.loop.stop(status: ExitStatus.success) }
    stage.stagehand.wait(until: page.deadline, wantsFrame: page.wantsFrame)
  }

  func end(_ reason: Stagehand.End) { stage.end(reason) }
}
