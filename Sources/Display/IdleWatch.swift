import Logging
import Wayland

private let log = Log("idle")

/// Reports when visitors have touched nothing for a while, in any window: through ext-idle-notify, otherwise
/// through KDE's protocol.
package final class IdleWatch {
  /// Called when no visitor has touched anything for the requested time.
  package var onIdle: (() -> Void)?
  /// Called when a visitor is active again.
  package var onActive: (() -> Void)?
  /// Called when the state becomes unknown because seats came or went. The new state follows.
  package var onUnknown: (() -> Void)?

  /// The notification object of one seat.
  private enum Notification {
    case ext(ExtIdleNotificationV1)
    case kde(OrgKdeKwinIdleTimeout)

    func end() {
      switch self {
      case .ext(let notification):
        notification.onEvent = nil
        notification.destroy()
      case .kde(let timeout):
        timeout.onEvent = nil
        timeout.release()
      }
    }
  }

  /// One request, with a notification for each seat.
  private struct Question {
    var notifications: [Notification] = []
    var seats: [WlSeat] = []
    /// The indexes of the idle seats.
    var idle: Set<Int> = []
    let number: Int

    /// Whether all seats are idle.
    var isAnswered: Bool { !notifications.isEmpty && idle.count == notifications.count }

    func end() { notifications.forEach { $0.end() } }
  }

  private let notifier: ExtIdleNotifierV1?
  private let manager: OrgKdeKwinIdle?
  /// The current request.
  private var question = Question(number: 0)
  /// The previous request, after it was answered. Only this one reports that a visitor comes back, until the
  /// new request is answered too.
  private var answered: Question?

  /// Creates a watch. Returns nil if the compositor supports neither protocol.
  init?(_ registry: Registry) {
    notifier = registry.bindIfOffered(ExtIdleNotifierV1.self)
    manager = notifier == nil ? registry.bindIfOffered(OrgKdeKwinIdle.self) : nil
    guard notifier != nil || manager != nil else { return nil }
    log.info("idleness is reported by \(notifier == nil ? "org_kde_kwin_idle" : "ext-idle-notify")")
  }

  /// Reports after `seconds` without a touch, from now or from the latest touch; nil means never.
  func ask(after seconds: Double?, seats: [WlSeat]) {
    guard let seconds else { return drop() }
    if question.isAnswered {
      forgetAnswered()
      answered = question
    } else {
      question.end()
    }
    question = Question(seats: seats, number: question.number + 1)
    let milliseconds = UInt32(min(max(1, seconds * 1000), Double(UInt32.max)))
    for (index, seat) in seats.enumerated() { ask(milliseconds, seat, index) }
    // Without any seat, no visitor can have come.
    guard let answered, !seats.isEmpty, !Self.same(answered.seats, seats) else { return }
    forgetAnswered()
    onUnknown?()
  }

  private static func same(_ seats: [WlSeat], _ others: [WlSeat]) -> Bool {
    seats.map { ObjectIdentifier($0) } == others.map { ObjectIdentifier($0) }
  }

  /// Withdraws all requests.
  func drop() {
    forgetAnswered()
    question.end()
    question = Question(number: question.number + 1)
  }

  private func forgetAnswered() {
    answered?.end()
    answered = nil
  }

  private func ask(_ milliseconds: UInt32, _ seat: WlSeat, _ index: Int) {
    let number = question.number
    if let notification = notifier?.getIdleNotification(timeout: milliseconds, seat: seat) {
      notification.onEvent = { [weak self] event in
        switch event {
        case .idled: self?.set(index, isIdle: true, number)
        case .resumed: self?.set(index, isIdle: false, number)
        }
      }
      question.notifications.append(.ext(notification))
    } else if let timeout = manager?.getIdleTimeout(seat: seat, timeout: milliseconds) {
      timeout.onEvent = { [weak self] event in
        switch event {
        case .idle: self?.set(index, isIdle: true, number)
        case .resumed: self?.set(index, isIdle: false, number)
        }
      }
      question.notifications.append(.kde(timeout))
    }
  }

  private func set(_ seat: Int, isIdle: Bool, _ number: Int) {
    guard number == question.number else {
      // A visitor is back who was idle during the previous request.
      guard number == answered?.number, !isIdle else { return }
      forgetAnswered()
      onActive?()
      return
    }
    guard isIdle else {
      question.idle.remove(seat)
      forgetAnswered()
      onActive?()
      return
    }
    guard question.idle.insert(seat).inserted, question.isAnswered else { return }
    forgetAnswered()
    onIdle?()
  }
}

extension WaylandSession {
  /// Requests a report after `seconds` without a touch (`IdleWatch.onIdle`); nil means never.
  package func watchIdle(after seconds: Double?) {
    idleSeconds = seconds
    idleWatch?.ask(after: seconds, seats: seats.map(\.proxy))
  }
}
