import Logging
import Wayland

private let log = Log("idle")

/// Has the compositor tell when no visitor has touched anything for a while, in whatever window: through
/// ext-idle-notify, else through KDE's protocol.
package final class IdleWatch {
  /// No visitor has touched anything for the time asked for.
  package var onIdle: (() -> Void)?
  /// A visitor is there again.
  package var onActive: (() -> Void)?
  /// It is not known any more whether a visitor is there: seats came or went. The answer follows.
  package var onUnknown: (() -> Void)?

  /// What tells, for one seat.
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

  /// What was asked at one time.
  private struct Question {
    var notifications: [Notification] = []
    var seats: [WlSeat] = []
    /// Places of those that are idle.
    var idle: Set<Int> = []
    let number: Int

    /// No visitor is there when every seat is idle.
    var isAnswered: Bool { !notifications.isEmpty && idle.count == notifications.count }

    func end() { notifications.forEach { $0.end() } }
  }

  private let notifier: ExtIdleNotifierV1?
  private let manager: OrgKdeKwinIdle?
  /// What is asked now.
  private var question = Question(number: 0)
  /// What was asked before and answered: only it tells when a visitor comes back, until the new question is
  /// answered too.
  private var answered: Question?

  /// Nil where the compositor has neither protocol.
  init?(_ registry: Registry) {
    notifier = registry.bindIfOffered(ExtIdleNotifierV1.self)
    manager = notifier == nil ? registry.bindIfOffered(OrgKdeKwinIdle.self) : nil
    guard notifier != nil || manager != nil else { return nil }
    log.info("idleness is told by \(notifier == nil ? "org_kde_kwin_idle" : "ext-idle-notify")")
  }

  /// From now on tells of `seconds` without a touch, from now on or from the latest one; nil for never.
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
    // Without any seat no visitor can have come.
    guard let answered, !seats.isEmpty, !Self.same(answered.seats, seats) else { return }
    forgetAnswered()
    onUnknown?()
  }

  private static func same(_ seats: [WlSeat], _ others: [WlSeat]) -> Bool {
    seats.map { ObjectIdentifier($0) } == others.map { ObjectIdentifier($0) }
  }

  /// Asks nothing any more.
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
      // A visitor is back who was gone when the question was another.
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
  /// Has the compositor tell of `seconds` without a touch (`IdleWatch.onIdle`); nil for never.
  package func watchIdle(after seconds: Double?) {
    idleSeconds = seconds
    idleWatch?.ask(after: seconds, seats: seats.map(\.proxy))
  }
}
