import Commands
import EventLoop
import Hosting
import Logging
import Scene
import Shell
import State

private let log = Log("window")

/// A window with its loop and configuration, for a frame source that needs no other services.
final class StandaloneHost {
  let loop: EventLoop
  let window: WindowHost
  /// The configuration that the source shows.
  let content: ConfigurationSource.Content
  private let languages: [String]

  init(_ options: LaunchOptions) throws(LaunchError) {
    let environment = ProcessEnvironment.current
    loop = try LaunchError.ofLoop { () throws(EventLoopError) in try EventLoop() }
    let loop = loop
    // Before any thread starts: signals are blocked, and threads inherit the mask.
    let signals = try LaunchError.ofLoop { () throws(EventLoopError) in try EndSignal.all(loop) }
    let textures = try TextureLoader(loop, ArtworkOptions(environment))
    content = ConfigurationSource(options.configuration, environment).read()
    languages = environment.languages(of: content.configuration)
    window = try WindowHost(
      loop, textures, GraphicsChoice(environment.variables), isFullscreen: !options.isWindowed)
    window.textureBudget = content.configuration.artwork.textureBudget
    for signal in signals { signal.onSignal = { loop.stop(status: ExitStatus.success) } }
  }

  /// Shows a source's frames until the loop stops. Returns the exit status.
  func run(_ source: any FrameSource) throws(LaunchError) -> Int32 {
    window.follow(source)
    source.post(.languages(languages, ProcessEnvironment.current.words(for: languages)))
    return try LaunchError.ofLoop { () throws(EventLoopError) in try loop.run() }
  }

  func end(_ reason: WindowHost.End) {
    if reason == .compositorLost { log.error("the compositor went away") }
    loop.stop(status: reason.exitStatus)
  }
}

extension WindowHost.End {
  var exitStatus: Int32 {
    switch self {
    case .closed: ExitStatus.success
    case .compositorLost: ExitStatus.compositorLost
    case .undrawable: ExitStatus.system
    }
  }
}

extension LaunchError {
  var exitStatus: Int32 {
    if case .display = self { ExitStatus.unavailable } else { ExitStatus.system }
  }
}
