import EventLoop
import FileSystem
import Logging
import Scene
import Shell

private let log = Log("demo")

/// Connects the demo to the window, its fingers, and the file that it saves.
final class Demonstrator: Director {
  private let stage: StandaloneStage
  /// What is saved goes there.
  private let output: String
  private var demo: DemoStage
  private var effects: [DemoEffect] = []

  init(_ options: Invocation.DemoOptions) throws(LaunchError) {
    output = options.output
    stage = try StandaloneStage(options.launch)
    demo = DemoStage(
      configuration: stage.content.configuration, shelves: stage.content.shelves, fileName: output)
  }

  /// Shows the stage until somebody leaves it; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 { try stage.run(self) }

  func tell(_ event: ShellEvent) {
    demo.handle(event, at: EventLoop.now, into: &effects)
    perform()
  }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    demo.frameInterval = stage.stagehand.session.frameClock.refreshInterval
    demo.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &effects)
  }

  func perform() {
    while !effects.isEmpty {
      let due = effects
      effects.removeAll(keepingCapacity: true)
      for effect in due { perform(effect) }
    }
    if demo.isOver { return stage.loop.stop(status: ExitStatus.success) }
    stage.stagehand.wait(until: demo.deadline, wantsFrame: demo.wantsFrame)
  }

  private func perform(_ effect: DemoEffect) {
    switch effect {
    case .draw(let picture, let order): stage.stagehand.draw(picture, order: order)
    case .readWallTime: demo.handle(.wallTime(.now), at: EventLoop.now, into: &effects)
    case .save(let text, let replaces): save(text, replaces: replaces)
    }
  }

  private func save(_ text: String, replaces: Bool) {
    let (path, bytes) = (output, Array(text.utf8))
    do throws(EventLoopError) {
      // A disk may take its time, and a frame has none.
      try stage.loop.inBackground {
        replaces ? ReplacedFile(path).write(bytes, mode: 0o644) : NewFile(path).write(bytes)
      } done: { [weak self] failure in
        self?.saved(failure)
      }
    } catch {
      saved("\(error)")
    }
  }

  private func saved(_ failure: String?) {
    if let failure, failure != NewFile.exists { log.error("\(output) is not saved: \(failure)") }
    demo.saved(failure.map { $0 == NewFile.exists ? .exists : .failed($0) } ?? .done)
    perform()
  }

  func end(_ reason: Stagehand.End) { stage.end(reason) }
}
