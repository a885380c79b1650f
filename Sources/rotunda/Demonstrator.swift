import EventLoop
import FileSystem
import Hosting
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

  init(_ options: Invocation.DemoOptions) throws(LaunchError) {
    output = options.output
    stage = try StandaloneStage(options.launch)
    demo = DemoStage(
      configuration: stage.content.configuration, shelves: stage.content.shelves, fileName: output)
  }

  /// What reaches the demo.
  private enum Event {
    case shell(ShellEvent)
    case saved(DemoSaving)
  }

  /// Everything that reaches the demo.
  private lazy var queue = EventQueue<Event, DemoEffect> { [unowned self] event, effects in
    switch event {
    case .shell(let event): demo.handle(event, at: EventLoop.now, into: &effects)
    case .saved(let outcome): demo.saved(outcome)
    }
  } perform: { [unowned self] effect in
    perform(effect)
  } settle: { [unowned self] in
    if demo.isOver { return stage.loop.stop(status: ExitStatus.success) }
    stage.stagehand.wait(until: demo.deadline, wantsFrame: demo.wantsFrame)
  }

  /// Shows the stage until somebody leaves it; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 { try stage.run(self) }

  func post(_ event: ShellEvent) { queue.post(.shell(event)) }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    demo.frameInterval = stage.stagehand.session.frameClock.refreshInterval
    queue.collect {
      demo.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &$0)
    }
  }

  func frameEnded() { queue.drain() }

  private func perform(_ effect: DemoEffect) {
    switch effect {
    case .draw(let picture, let order): stage.stagehand.draw(picture, order: order)
    case .readWallTime: post(.wallTime(.now))
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
    queue.post(.saved(failure.map { $0 == NewFile.exists ? .exists : .failed($0) } ?? .done))
  }

  func end(_ reason: Stagehand.End) { stage.end(reason) }
}
