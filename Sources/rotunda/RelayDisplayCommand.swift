import DisplayRelay
import Glibc
import Logging

/// `rotunda relay-display COMPOSITOR PARENT`: the launcher's own process between programs and the compositor.
/// Not for people.
enum RelayDisplayCommand {
  private static let name = "relay-display"

  /// The command for a relay: this program.
  static let program = RelayProgram.itself([name])

  /// Relays until it is killed, if the arguments request that. Returns the exit status after a failure.
  static func run(_ arguments: [String]) -> Int32? {
    guard arguments.count == 3, arguments[0] == name, let parent = pid_t(arguments[2]) else { return nil }
    let error = RelayService.run(compositor: arguments[1], parent: parent)
    Log("relay").error("cannot relay: \(String(cString: strerror(error)))")
    return ExitStatus.system
  }
}
