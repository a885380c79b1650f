import EventLoop
import Logging
import Scene
import Shell

private let log = Log("stage")

/// A window and what draws on it, for a director that needs nothing else of the machine.
final class StandaloneStage {
  let loop: EventLoop
  let stagehand: Stagehand
  /// The configuration that the director shows.
  let content: ConfigurationSource.Content
  private let languages: [String]

  init(_ options: Invocation.LaunchOptions) throws(LaunchError) {
    let environment = ProcessEnvironment.current
    loop = try LaunchError.ofLoop { () throws(EventLoopError) in try EventLoop() }
    let loop = loop
    // Before any thread starts: signals are blocked, and threads inherit that.
    let signals = try LaunchError.ofLoop { () throws(EventLoopError) in try EndSignal.all(loop) }
    let gallery = try Gallery(loop: loop, environment: environment)
    content = ConfigurationSource(options.configuration, environment).read()
    languages = environment.languages(of: content.configuration)
    stagehand = try Stagehand(
      loop, gallery, GraphicsChoice(environment.variables), isFullscreen: !options.isWindowed)
    stagehand.textureBudget = content.configuration.artwork.textureBudget
    for signal in signals { signal.onSignal = { loop.stop(status: ExitStatus.success) } }
  }

  /// Shows what a director composes until it stops the loop; returns the status to exit with.
  func run(_ director: any Director) throws(LaunchError) -> Int32 {
    stagehand.follow(director)
    director.post(.languages(languages, ProcessEnvironment.current.words(for: languages)))
    return try LaunchError.ofLoop { () throws(EventLoopError) in try loop.run() }
  }

  func end(_ reason: Stagehand.End) {
    if reason == .compositorLost { log.error("the compositor went away") }
    loop.stop(status: reason.exitStatus)
  }
}
