import CLinux
import EventLoop
import Glibc
import Logging
import Supervision

private let log = Log("session")

/// The launcher's connection to its supervisor: its session, otherwise the service manager, otherwise none.
package final class SessionLink {
  private let socket: Int32?
  /// The client of the panel service; nil if no service opens touch panels for the launcher.
  package let panels: SessionPanels?
  /// The watchdog time-out in seconds; nil without a watchdog.
  package let watchdogInterval: Double?
  /// The configuration file from the session's options.
  package let configuration: String?

  /// Whether the launcher may end for a console; always true without a session.
  package let allowsConsole: Bool

  /// Whether a session started the launcher, as on a kiosk.
  package var isSession: Bool { socket != nil }

  /// Creates the link that the environment describes.
  package init(environment: [String: String]) {
    socket = environment[SessionVariables.socket].flatMap(Self.socket)
    configuration = environment[SessionVariables.configuration]
    panels = environment[SessionVariables.panels].flatMap(SessionPanels.init(word:))
    allowsConsole = socket == nil || environment[SessionVariables.console] != nil
    guard socket != nil else {
      watchdogInterval = ServiceNotification.watchdogInterval
      return
    }
    let microseconds = environment[SessionVariables.watchdog].flatMap(UInt64.init) ?? 0
    watchdogInterval = microseconds > 0 ? Double(microseconds) / 1e6 : nil
    send(.launcher(processID: getpid()))
  }

  /// Returns the descriptor if it is a socket, and marks it close-on-exec: programs must not inherit it.
  private static func socket(_ word: String) -> Int32? {
    var status = stat()
    guard let number = Int32(word), number > STDERR_FILENO, fstat(number, &status) == 0,
      status.st_mode & S_IFMT == S_IFSOCK
    else {
      log.warning("\(SessionVariables.socket) is '\(word)', which is not a socket")
      return nil
    }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return number
  }

  /// Sends a message. Does not block when the session is gone or does not read.
  package func send(_ message: SessionMessage) {
    guard let socket else {
      ServiceNotification(message)?.send()
      return
    }
    let line = message.line
    while clinux_send(socket, line, line.count, -1) < 0 && errno == EINTR {}
  }
}

nonisolated extension ServiceNotification {
  /// Converts a message for the service manager; nil if it has no equivalent.
  init?(_ message: SessionMessage) {
    switch message {
    case .launcher, .console: return nil
    case .ready: self = .ready
    case .alive: self = .watchdog
    case .failing: self = .failing
    case .stopping: self = .stopping
    case .status(let text): self = .status(text)
    }
  }
}

/// The variables that a session sets for its launcher. They pass through the compositor between them.
///
/// All have the same prefix, by which `Applications` removes them from programs' environments.
nonisolated enum SessionVariables {
  /// The descriptor for messages to the session.
  static let socket = "ROTUNDA_SESSION_SOCKET"
  /// The descriptor of the panel service's socket; unset if the session has none.
  static let panels = "ROTUNDA_SESSION_PANELS"
  /// The watchdog's interval in microseconds; unset without a watchdog.
  static let watchdog = "ROTUNDA_SESSION_WATCHDOG_USEC"
  /// Set if the launcher may end the session for a console.
  static let console = "ROTUNDA_SESSION_CONSOLE"
  /// The configuration file, if the session's options name one.
  static let configuration = "ROTUNDA_SESSION_CONFIG"

  /// Variables from the service manager that are only for the session.
  static let ofTheServiceManager: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "MAINPID",
    "FDSTORE",
  ]
}
