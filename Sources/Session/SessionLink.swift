import CLinux
import EventLoop
import Glibc
import Logging
import Supervision

private let log = Log("session")

/// The launcher's way to its supervisor: the session that it runs in, else the service manager, else none.
package final class SessionLink {
  private let socket: Int32?
  /// Where touch panels are asked for; nil when no service opens them for the launcher.
  package let panels: SessionPanels?
  /// How long the launcher may be silent, in seconds; nil when no watchdog watches.
  package let watchdogInterval: Double?
  /// The configuration file that the session was told to use.
  package let configuration: String?

  /// Whether the launcher may end for a console: without a session there is no one who forbids it.
  package let allowsConsole: Bool

  /// Whether a session has started the launcher, as on a kiosk.
  package var isSession: Bool { socket != nil }

  /// The link that the environment names.
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

  /// A descriptor that is what it is said to be; programs do not inherit it, and a session that does not read
  /// does not stop the launcher.
  private static func socket(_ word: String) -> Int32? {
    var status = stat()
    guard let number = Int32(word), number > STDERR_FILENO, fstat(number, &status) == 0,
      status.st_mode & S_IFMT == S_IFSOCK
    else {
      log.warning("\(SessionVariables.socket) is '\(word)', and that is no socket")
      return nil
    }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return number
  }

  /// Tells it. A session that is gone or does not read is no reason to wait.
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
  /// What a message means to the service manager.
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

/// The variables by which a session tells the launcher inside it what it needs, past the compositor between
/// them.
///
/// All of them start alike, and `Applications` keeps that family from the launcher's programs.
nonisolated enum SessionVariables {
  /// The number of the descriptor that messages are written to.
  static let socket = "ROTUNDA_SESSION_SOCKET"
  /// The number of the socket that the panel service comes to; not there when the session has none.
  static let panels = "ROTUNDA_SESSION_PANELS"
  /// The watchdog's interval in microseconds; not there when no watchdog watches.
  static let watchdog = "ROTUNDA_SESSION_WATCHDOG_USEC"
  /// There when the session may be left for a console.
  static let console = "ROTUNDA_SESSION_CONSOLE"
  /// The configuration file, when the session was given one.
  static let configuration = "ROTUNDA_SESSION_CONFIG"

  /// What the service manager told the session alone.
  static let ofTheServiceManager: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "MAINPID",
    "FDSTORE",
  ]
}
