import Wayland
import WaylandServer

/// Reports to clients that the screen is idle, when the test requests it.
final class IdleState {
  private let display: ServerDisplay
  private var notifications: [ExtIdleNotificationV1Resource] = []
  private var timeouts: [OrgKdeKwinIdleTimeoutResource] = []
  /// The objects to which the idle state was reported.
  private var told: Set<ObjectIdentifier> = []

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
            told.remove(ObjectIdentifier(notification))
          }
        }
      }
    case .orgKdeKwinIdle:
      display.addGlobal(OrgKdeKwinIdleResource.self, version: version) { [unowned self] idle in
        idle.onRequest = { [unowned self] request in
          guard case .getIdleTimeout(let timeout, _, _) = request else { return }
          timeouts.append(timeout)
          timeout.onDestroy = { [unowned self, unowned timeout] in
            timeouts.removeAll { $0 === timeout }
            told.remove(ObjectIdentifier(timeout))
          }
        }
      }
    default: nil
    }
  }

  /// Reports the idle state like real compositors: once, and a resumption only to objects that got the
  /// report.
  func becomeIdle() {
    for notification in notifications where told.insert(ObjectIdentifier(notification)).inserted {
      notification.sendIdled()
    }
    for timeout in timeouts where told.insert(ObjectIdentifier(timeout)).inserted { timeout.sendIdle() }
  }

  func resume() {
    for notification in notifications where told.remove(ObjectIdentifier(notification)) != nil {
      notification.sendResumed()
    }
    for timeout in timeouts where told.remove(ObjectIdentifier(timeout)) != nil { timeout.sendResumed() }
  }
}
