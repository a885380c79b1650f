import EventLoop
import Logging
import Session
import Supervision

private let log = Log("session")

/// `rotunda session`: the main process of a kiosk's service.
enum SessionCommand {
  static func run(_ options: SessionOptions) -> Int32 {
    do {
      guard let session = try Session(options, environment: ProcessEnvironment.current.variables) else {
        return ExitStatus.system
      }
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
