import GlobalTouch
import Glibc
import Logging

private let log = Log("panels")

/// What `rotunda panels` is asked to serve.
struct PanelsOptions: Equatable {
  /// The path of the socket at which a launcher is served.
  var socket: String
  /// The seat whose panels are opened.
  var seat = "seat0"
}

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
