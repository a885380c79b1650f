import EventLoop
import FileSystem
import Freedesktop
import Glibc
import Logging
import Scene
import Shell

private let log = Log("demo")

/// Connects the demo to the window, its fingers, and the file that it saves.
final class Demonstrator: Director {
  private let loop: EventLoop
  private let stagehand: Stagehand
  private let languages: [String]
  /// What is saved goes there.
  private let output: String
  private var demo: DemoStage
  private var effects: [DemoEffect] = []

  init(_ options: Invocation.DemoOptions) throws(LaunchError) {
    let environment = ProcessEnvironment.current
    output = options.output
    loop = try LaunchError.ofLoop { () throws(EventLoopError) in try EventLoop() }
    let loop = loop
    // Before any thread starts: signals are blocked, and threads inherit that.
    let signals = try LaunchError.ofLoop { () throws(EventLoopError) in try EndSignal.all(loop) }
    let preparation = GraphicsPreparation(environment.variables)
    let gallery = try Gallery(
      loop: loop, languages: environment.languages,
      icons: IconLookup(
        files: SystemFiles(), directories: DataDirectories(environment: environment.variables)),
      cache: environment.pictureCache)
    let content = ConfigurationSource(options.launch.configuration, environment).read()
    languages = environment.languages(of: content.configuration)
    demo = DemoStage(
      configuration: content.configuration, shelves: content.shelves, fileName: options.output)
    stagehand = try Stagehand(loop, gallery, preparation, isFullscreen: !options.launch.isWindowed)
    stagehand.textureBudget = content.configuration.artwork.textureBudget
    for signal in signals { signal.onSignal = { loop.stop(status: ExitStatus.success) } }
  }

  /// Shows the stage until somebody leaves it; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 {
    stagehand.follow(self)
    tell(.languages(languages, ProcessEnvironment.current.words(for: languages)))
    return try LaunchError.ofLoop { () throws(EventLoopError) in try loop.run() }
  }

  func tell(_ event: ShellEvent) {
    demo.handle(event, at: EventLoop.now, into: &effects)
    perform()
  }

  func compose(_ frame: inout SceneFrame, for presentation: Double) {
    demo.frameInterval = stagehand.session.frameClock.refreshInterval
    demo.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &effects)
  }

  func perform() {
    while !effects.isEmpty {
      let due = effects
      effects.removeAll(keepingCapacity: true)
      for effect in due { perform(effect) }
    }
    if demo.isOver { return loop.stop(status: ExitStatus.success) }
    stagehand.wait(until: demo.deadline, wantsFrame: demo.wantsFrame)
  }

  private func perform(_ effect: DemoEffect) {
    switch effect {
    case .draw(let picture, let order): stagehand.draw(picture, order: order)
    case .readWallTime: demo.handle(.wallTime(.now), at: EventLoop.now, into: &effects)
    case .save(let text, let replaces): save(text, replaces: replaces)
    }
  }

  private func save(_ text: String, replaces: Bool) {
    let (path, bytes) = (output, Array(text.utf8))
    do throws(EventLoopError) {
      // A disk may take its time, and a frame has none.
      try loop.inBackground {
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

  func end(_ reason: Stagehand.End) {
    if reason == .compositorLost { log.error("the compositor went away") }
    loop.stop(status: reason.exitStatus)
  }
}
