/// Telling those who look after a kiosk what happens on it.
extension Shell {
  /// Somebody did something.
  mutating func noteSomebody(at time: Double, into effects: inout [ShellEffect]) {
    if visit.isIdle {
      visit.isIdle = false
      repeatSpeech()
      effects.append(.announce(.idle(false)))
    }
    guard let seconds = visit.somebody(at: time, isBusy: isCovered) else { return }
    effects.append(.announce(.visitEnded(seconds: seconds)))
  }

  /// Nobody has been there for so long that something happens.
  mutating func noteNobody(into effects: inout [ShellEffect]) {
    guard !visit.isIdle else { return }
    visit.isIdle = true
    effects.append(.announce(.idle(true)))
    if let seconds = visit.nobody(since: presence.since) {
      effects.append(.announce(.visitEnded(seconds: seconds)))
    }
  }

  /// A program ended.
  func announceEnd(
    of running: RunningProgram, _ announcement: Announcement, into effects: inout [ShellEffect]
  ) {
    guard running.hasHadScreen else { return }
    effects.append(.announce(announcement))
  }
}
