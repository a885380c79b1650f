import CSystemd
import Glibc

/// A notification to the service manager, as in sd_notify(3). Has no effect without a service manager.
package nonisolated enum ServiceNotification: Hashable, Sendable {
  /// The service is up: its first frame is on the screen.
  case ready
  /// The service reloads its configuration; `.ready` follows.
  case reloading
  case stopping
  /// The current activity as one line, which `systemctl status` shows.
  case status(String)
  /// The service is alive. Send it twice per `watchdogInterval`.
  case watchdog
  /// The service detected a fault of its own. Has the effect of a missed watchdog time-out.
  case failing
  /// Sets the watchdog interval to this many seconds, whatever the unit says.
  case watchdogInterval(Double)

  /// Sends the notification. Reports whether a service manager received it.
  @discardableResult
  package func send() -> Bool {
    sd_notify(0, message) > 0
  }

  /// The assignment in the protocol's format.
  var message: String {
    switch self {
    case .ready: "READY=1"
    // Type=notify-reload also requires the time; older service managers ignore it.
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Microseconds.from(EventLoop.now))"
    case .stopping: "STOPPING=1"
    case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
    case .watchdog: "WATCHDOG=1"
    case .failing: "WATCHDOG=trigger"
    case .watchdogInterval(let seconds): "WATCHDOG_USEC=\(UInt64(max(0, seconds) * 1e6))"
    }
  }

  /// The watchdog time-out in seconds; nil if no watchdog watches this process.
  package static var watchdogInterval: Double? {
    var interval: UInt64 = 0
    guard sd_watchdog_enabled(0, &interval) > 0, interval > 0 else { return nil }
    return Double(interval) / 1e6
  }
}
