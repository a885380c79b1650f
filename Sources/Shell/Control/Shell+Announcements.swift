/// Telling those who look after a kiosk what happens on it.
extension Shell {
  /// Somebody did something.
  mutating func noteSomebody(at time: Double) {
    if visit.isIdle {
      visit.isIdle = false
      repeatSpeech()
      outbox.append(.announce(.idle(false)))
    }
    guard let seconds = visit.somebody(at: time, isBusy: isCovered) else { return }
    outbox.append(.announce(.visitEnded(seconds: seconds)))
  }

  /// Nobody has been there for so long that something happens.
  mutating func noteNobody() {
    guard !visit.isIdle else { return }
    visit.isIdle = true
    outbox.append(.announce(.idle(true)))
    if let seconds = visit.nobody(since: presence.since) {
      outbox.append(.announce(.visitEnded(seconds: seconds)))
    }
  }

  /// A program ended.
  mutating func announceEnd(
    of running: RunningProgram, _ announcement: Announcement
  ) {
    guard running.hasHadScreen else { return }
    outbox.append(.announce(announcement))
  }
}
