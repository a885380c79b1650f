import Commands
import EventLoop
import FileSystem
import Glibc
import Hosting
import Logging
import Scene
import Shell
import State

private let log = Log("demo")

/// `rotunda demo`: lets people try out looks and layouts.
enum DemoCommand {
  static func run(_ options: DemoOptions) -> Int32 {
    DriverCache.avoidFullDisk(ProcessEnvironment.current.variables)
    do {
      let demonstrator = try Demonstrator(options)
      let status = try demonstrator.run()
      // As in the launcher: the thread that draws pictures may be busy.
      withExtendedLifetime(demonstrator) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}

/// Connects the demo to its window, its input, and the file that it saves.
private final class Demonstrator: FrameSource {
  private let host: StandaloneHost
  /// The path of the saved file.
  private let output: String
  private var demo: DemoStage

  init(_ options: DemoOptions) throws(LaunchError) {
    output = options.output
    host = try StandaloneHost(options.launch)
    demo = DemoStage(
      configuration: host.content.configuration, shelves: host.content.shelves, fileName: output)
  }

  /// An event for the demo.
  private enum Event {
    case shell(ShellEvent)
    case saved(DemoSaving)
  }

  /// The queue of all the demo's events.
  private lazy var queue = EventQueue<Event, DemoEffect> { [unowned self] event, effects in
    switch event {
    case .shell(let event): demo.handle(event, at: EventLoop.now, into: &effects)
    case .saved(let outcome): demo.saved(outcome)
    }
  } perform: { [unowned self] effect in
    perform(effect)
  } settle: { [unowned self] in
    if demo.isOver { return host.loop.stop(status: ExitStatus.success) }
    host.window.wait(until: demo.deadline, wantsFrame: demo.wantsFrame)
  }

  /// Shows the demo until its user leaves it. Returns the exit status.
  func run() throws(LaunchError) -> Int32 { try host.run(self) }

  func post(_ event: ShellEvent) { queue.post(.shell(event)) }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    demo.frameInterval = host.window.session.frameClock.refreshInterval
    queue.collect {
      demo.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &$0)
    }
  }

  func frameEnded() { queue.drain() }

  private func perform(_ effect: DemoEffect) {
    switch effect {
    case .draw(let picture, let order): host.window.draw(picture, order: order)
    case .readWallTime: post(.wallTime(.now))
    case .save(let text, let replaces): save(text, replaces: replaces)
    }
  }

  private func save(_ text: String, replaces: Bool) {
    let (file, bytes) = (AtomicFile(output, .masked), Array(text.utf8))
    do throws(EventLoopError) {
      // A slow disk must not delay a frame.
      try host.loop.inBackground {
        replaces ? file.replace(with: bytes) : file.create(with: bytes)
      } done: { [weak self] failure in
        self?.saved(failure)
      }
    } catch {
      saved("\(error)")
    }
  }

  private func saved(_ failure: String?) {
    if let failure, failure != AtomicFile.exists { log.error("\(output) is not saved: \(failure)") }
    queue.post(.saved(failure.map { $0 == AtomicFile.exists ? .exists : .failed($0) } ?? .done))
  }

  func end(_ reason: WindowHost.End) { host.end(reason) }
}
