import Glibc
import Logging

private let log = Log("demo")

/// `rotunda demo`: a stage to play on, for people choosing.
enum DemoCommand {
  static func run(_ options: Invocation.DemoOptions) -> Int32 {
    DriverCache.avoidFullDisk(.current)
    do {
      let demonstrator = try Demonstrator(options)
      let status = try demonstrator.run()
      // As the launcher does: the thread that draws pictures may be busy.
      withExtendedLifetime(demonstrator) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}
