import ConfigurationFile
import EventLoop
import Glibc
import Logging

private let log = Log("launcher")

/// `rotunda`: shows the launcher until it is told to end or its compositor goes away.
enum LaunchCommand {
  static func run(_ options: Invocation.LaunchOptions) -> Int32 {
    do {
      let launcher = try Launcher(options)
      let status = try launcher.run()
      // Not by way of exit(3) or a deinit: the thread that draws pictures may be busy with one for as long as that
      // one's file likes. Nothing is left to be written, and the kernel takes back the rest.
      withExtendedLifetime(launcher) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}
