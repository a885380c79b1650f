import ConfigurationFile
import EventLoop
import Logging

private let log = Log("launcher")

/// `rotunda`: shows the launcher until it is told to end or its compositor goes away.
enum LaunchCommand {
  static func run(_ options: Invocation.LaunchOptions) -> Int32 {
    do {
      return try Launcher(options).run()
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}
