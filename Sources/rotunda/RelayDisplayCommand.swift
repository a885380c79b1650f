import DisplayRelay
import Glibc
import Logging

/// `rotunda relay-display COMPOSITOR PARENT`: what the launcher starts between programs and the compositor.
/// People have no use for it.
enum RelayDisplayCommand {
  private static let name = "relay-display"

  /// This program, relaying.
  static let program = RelayProgram.itself([name])

  /// Relays until it is killed, if the arguments ask for that; the status to exit with then.
  static func run(_ arguments: [String]) -> Int32? {
    guard arguments.count == 3, arguments[0] == name, let parent = pid_t(arguments[2]) else { return nil }
    let error = RelayService.run(compositor: arguments[1], parent: parent)
    Log("relay").error("cannot relay: \(String(cString: strerror(error)))")
    return ExitStatus.system
  }
}
