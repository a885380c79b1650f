/// The variables by which a session tells the launcher inside it what it needs, past the compositor between them.
///
/// All of them start alike, and `Applications` keeps that family from the launcher's programs.
nonisolated enum SessionVariables {
  /// The number of the descriptor that messages are written to.
  static let pipe = "ROTUNDA_SESSION_PIPE"
  /// The number of the socket that the panel service comes to; not there when the session has none.
  static let panels = "ROTUNDA_SESSION_PANELS"
  /// The watchdog's interval in microseconds; not there when nobody watches.
  static let watchdog = "ROTUNDA_SESSION_WATCHDOG_USEC"
  /// The configuration file, when the session was given one.
  static let configuration = "ROTUNDA_SESSION_CONFIG"

  /// What the service manager told the session, and nobody else.
  static let ofTheServiceManager: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "MAINPID",
    "FDSTORE",
  ]
}
