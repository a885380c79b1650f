import Commands
import ConfigurationFile
import EventLoop
import Glibc
import Hosting
import Logging
import Session
import State

private let log = Log("launcher")

/// `rotunda`: shows the launcher until it is told to end or its compositor goes away.
enum LaunchCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    DriverCache.avoidFullDisk(ProcessEnvironment.current.variables)
    let link = SessionLink(environment: ProcessEnvironment.current.variables)
    var options = options
    if options.configuration == nil { options.configuration = link.configuration }
    do {
      let launcher = try Launcher(options, link)
      let status = try launcher.run()
      // Not by way of exit(3) or a deinit: the thread that draws pictures may be busy with one for as long as
      // that one's file likes. Nothing is left to be written, and the kernel takes back the rest.
      withExtendedLifetime(launcher) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}
