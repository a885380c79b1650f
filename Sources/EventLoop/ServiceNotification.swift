import CSystemd
import Glibc

/// What a service tells the service manager that started it, as in sd_notify(3). Without one, nothing
/// happens.
package nonisolated enum ServiceNotification: Hashable, Sendable {
  /// The service is up: its first frame is on the screen.
  case ready
  /// The configuration is being read again; `.ready` follows.
  case reloading
  case stopping
  /// What it is doing, as `systemctl status` shows it: one line.
  case status(String)
  /// It is alive, to be sent twice per `watchdogInterval`.
  case watchdog
  /// It knows that something is wrong with it: as if it had not been alive for too long.
  case failing
  /// It may be silent for so many seconds from now on, whatever its unit says.
  case watchdogInterval(Double)

  /// Sends it; returns whether a service manager was told.
  @discardableResult
  package func send() -> Bool {
    sd_notify(0, message) > 0
  }

  /// The assignment of the protocol.
  var message: String {
    switch self {
    case .ready: "READY=1"
    // Type=notify-reload wants the moment as well; earlier service managers ignore it.
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Microseconds.from(EventLoop.now))"
    case .stopping: "STOPPING=1"
    case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
    case .watchdog: "WATCHDOG=1"
    case .failing: "WATCHDOG=trigger"
    case .watchdogInterval(let seconds): "WATCHDOG_USEC=\(UInt64(max(0, seconds) * 1e6))"
    }
  }

  /// How long the service may be silent, in seconds; nil when no watchdog watches this process.
  package static var watchdogInterval: Double? {
    var interval: UInt64 = 0
    guard sd_watchdog_enabled(0, &interval) > 0, interval > 0 else { return nil }
    return Double(interval) / 1e6
  }
}
