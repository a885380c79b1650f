import EventLoop
import Inspection
import Logging
import Session
import State
import Supervision

private let log = Log("session")

/// `rotunda session`: the main process of a kiosk's service.
enum SessionCommand {
  static func run(_ options: SessionOptions) -> Int32 {
    do {
      let variables = ProcessEnvironment.current.variables
      let inspector = StartInspector(
        environment: variables, compositor: options.compositor.rawValue,
        arguments: options.compositorArguments)
      guard
        let session = try Session(
          options, environment: variables, findObstacle: { inspector.obstacle?.line })
      else { return ExitStatus.system }
      return exitStatus(try session.run())
    } catch {
      log.error("\(error)")
      return ExitStatus.system
    }
  }

  private static func exitStatus(_ end: SessionEnd) -> Int32 {
    switch end {
    case .asked: ExitStatus.success
    case .console: ExitStatus.console
    case .lost: ExitStatus.compositorLost
    case .neverSeen: ExitStatus.unavailable
    case .refused: ExitStatus.system
    }
  }
}
