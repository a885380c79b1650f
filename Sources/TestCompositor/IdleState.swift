import Wayland
import WaylandServer

/// Tells clients that nobody is there, when the test says so.
final class IdleState {
  private let display: ServerDisplay
  private var notifications: [ExtIdleNotificationV1Resource] = []
  private var timeouts: [OrgKdeKwinIdleTimeoutResource] = []

  init(_ display: ServerDisplay) { self.display = display }

  func makeGlobal(_ interface: ProtocolInterface, version: UInt32) -> ServerGlobal? {
    switch interface {
    case .extIdleNotifierV1:
      display.addGlobal(ExtIdleNotifierV1Resource.self, version: version) { [unowned self] notifier in
        notifier.onRequest = { [unowned self] request in
          guard case .getIdleNotification(let notification, _, _) = request else { return }
          notifications.append(notification)
          notification.onDestroy = { [unowned self, unowned notification] in
            notifications.removeAll { $0 === notification }
          }
        }
      }
    case .orgKdeKwinIdle:
      display.addGlobal(OrgKdeKwinIdleResource.self, version: version) { [unowned self] idle in
        idle.onRequest = { [unowned self] request in
          guard case .getIdleTimeout(let timeout, _, _) = request else { return }
          timeouts.append(timeout)
          timeout.onDestroy = { [unowned self, unowned timeout] in timeouts.removeAll { $0 === timeout } }
        }
      }
    default: nil
    }
  }

  func becomeIdle() {
    for notification in notifications { notification.sendIdled() }
    for timeout in timeouts { timeout.sendIdle() }
  }

  func resume() {
    for notification in notifications { notification.sendResumed() }
    for timeout in timeouts { timeout.sendResumed() }
  }
}
