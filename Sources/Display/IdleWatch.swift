import Logging
import Wayland

private let log = Log("idle")

/// Has the compositor tell when nobody has touched anything for a while, in whatever window: through ext-idle-notify,
/// else through KDE's protocol.
public final class IdleWatch {
  /// Nobody has touched anything for the time asked for.
  public var onIdle: (() -> Void)?
  /// Somebody is there again.
  public var onActive: (() -> Void)?

  /// What tells, for one seat.
  private enum Notification {
    case ext(ExtIdleNotificationV1)
    case kde(OrgKdeKwinIdleTimeout)
  }

  private let notifier: ExtIdleNotifierV1?
  private let manager: OrgKdeKwinIdle?
  private var notifications: [Notification] = []
  private var idleSeats: Set<Int> = []
  /// Counts what was asked for, so that what an earlier question brings is told apart.
  private var question = 0

  /// Nil where the compositor has neither protocol.
  init?(_ registry: Registry) {
    notifier = registry.bindIfOffered(ExtIdleNotifierV1.self)
    manager = notifier == nil ? registry.bindIfOffered(OrgKdeKwinIdle.self) : nil
    guard notifier != nil || manager != nil else { return nil }
    log.info("idleness is told by \(notifier == nil ? "org_kde_kwin_idle" : "ext-idle-notify")")
  }

  /// From now on tells of `seconds` without a touch, from now on or from the latest one; nil for never.
  func ask(after seconds: Double?, seats: [WlSeat]) {
    drop()
    guard let seconds else { return }
    let milliseconds = UInt32(min(max(1, seconds * 1000), Double(UInt32.max)))
    for (index, seat) in seats.enumerated() { ask(milliseconds, seat, index) }
  }

  /// Asks nothing any more.
  func drop() {
    question += 1
    for notification in notifications {
      switch notification {
      case .ext(let notification):
        notification.onEvent = nil
        notification.destroy()
      case .kde(let timeout):
        timeout.onEvent = nil
        timeout.release()
      }
    }
    notifications = []
    idleSeats = []
  }

  private func ask(_ milliseconds: UInt32, _ seat: WlSeat, _ index: Int) {
    let question = question
    if let notification = notifier?.getIdleNotification(timeout: milliseconds, seat: seat) {
      notification.onEvent = { [weak self] event in
        switch event {
        case .idled: self?.set(index, isIdle: true, question)
        case .resumed: self?.set(index, isIdle: false, question)
        }
      }
      notifications.append(.ext(notification))
    } else if let timeout = manager?.getIdleTimeout(seat: seat, timeout: milliseconds) {
      timeout.onEvent = { [weak self] event in
        switch event {
        case .idle: self?.set(index, isIdle: true, question)
        case .resumed: self?.set(index, isIdle: false, question)
        }
      }
      notifications.append(.kde(timeout))
    }
  }

  /// Nobody is there when nobody is at any seat.
  private func set(_ seat: Int, isIdle: Bool, _ question: Int) {
    guard question == self.question else { return }
    if isIdle {
      guard idleSeats.insert(seat).inserted, idleSeats.count == notifications.count else { return }
      onIdle?()
    } else {
      idleSeats.remove(seat)
      onActive?()
    }
  }
}

extension WaylandSession {
  /// Has the compositor tell of `seconds` without a touch (`IdleWatch.onIdle`); nil for never.
  public func watchIdle(after seconds: Double?) {
    idleSeconds = seconds
    idleWatch?.ask(after: seconds, seats: seats.map(\.proxy))
  }
}
