import Glibc
import Logging

private let log = Log("touch-test")

/// `rotunda touch-test`: shows what the touchscreen does.
enum TouchTestCommand {
  static func run(_ options: Invocation.LaunchOptions) -> Int32 {
    DriverCache.avoidFullDisk(.current)
    do {
      let tester = try TouchTester(options)
      let status = try tester.run()
      // As the launcher does: the thread that draws pictures may be busy.
      withExtendedLifetime(tester) { _exit(status) }
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
  }
}
