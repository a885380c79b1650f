import Commands
import GlobalTouch
import Glibc
import Logging

private let log = Log("panels")

/// `rotunda panels`: opens touch panels for the launcher.
enum PanelsCommand {
  static func run(_ options: PanelsOptions) -> Int32 {
    do throws(PanelService.Failure) {
      try PanelService(socket: options.socket, seat: options.seat).serve()
      return ExitStatus.success
    } catch {
      switch error {
      case .stranger: log.error("\(options.socket) is not the service manager's")
      case .unreachable(let number):
        log.error("nobody is at \(options.socket): \(String(cString: strerror(number)))")
      }
      return ExitStatus.unavailable
    }
  }
}
