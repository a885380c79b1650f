import Configuration
import Gestures

/// Closing the launcher until the PIN is entered.
extension Shell {
  /// Closes it, programs included: what the visitor leaves is left as when going home.
  mutating func lock(into effects: inout [ShellEffect]) {
    guard access.hasPIN else { return tell(.noPIN, into: &effects) }
    guard !isLocked else { return }
    goHome(into: &effects)
    // Where windows are not told of, one more of what was left running would come before the pad.
    if !tellsWindows { stopKept(into: &effects) }
    access.record.isLocked = true
    effects.append(.keepRecord(access.record))
    stayLocked(into: &effects)
  }

  private mutating func stopKept(into effects: inout [ShellEffect]) {
    let kept = programs.filter { $0.value.place == .background && $0.value.hasHadScreen }
    for program in kept.keys.sorted(by: { $0.number < $1.number }) { stop(program, into: &effects) }
  }

  /// Shows the pad that opens it again, and nothing else.
  mutating func stayLocked(into effects: inout [ShellEffect]) {
    closeSystemPage()
    closePage()
    showPad(.unlock, into: &effects)
  }

  mutating func unlock(into effects: inout [ShellEffect]) {
    access.record.isLocked = false
    effects.append(.keepRecord(access.record))
    access.pad = nil
    isDirty = true
    guard let tile = access.pendingTile else { return }
    access.pendingTile = nil
    if let tile = findTile(tile) { open(tile, isTrusted: true, into: &effects) }
  }

  /// Whether something is to be done while the launcher is closed.
  func isAllowed(_ action: ShellAction) -> Bool {
    guard isLocked else { return true }
    return [.blank, .speech, .sounds].contains(action)
  }
}

/// The way of whoever looks after the machine.
extension Shell {
  /// Counts presses of the corner, on the launcher and on programs alike.
  ///
  /// The press that opens something does nothing else; whether it was one.
  mutating func watchCorner(
    _ frame: TouchFrame, at time: Double, into effects: inout [ShellEffect]
  ) -> Bool {
    // Without a PIN the corner tells nobody that there is none.
    guard access.hasPIN || access.settings.showsPageWithoutPIN, access.pad == nil, systemPage == nil,
      curtain == nil
    else { return false }
    let isPressed = access.hatch.take(
      frame, at: time, access.settings, isMirrored: isMirrored, on: metrics.size,
      pointsPerMillimeter: pageMetrics.pointsPerMillimeter)
    guard isPressed else { return false }
    // Its finger is still down, and what it opens must not take its up for a tap.
    _ = sieve.admit(frame, wakes: true)
    perform(.admin, into: &effects)
    return true
  }

  /// Shows the system's page to whoever may see it.
  mutating func askForSystem(into effects: inout [ShellEffect]) {
    if !access.hasPIN, access.settings.showsPageWithoutPIN { return showSystem(into: &effects) }
    ask(for: .admin, into: &effects)
  }

  /// Whether touches on programs have to be known because of the corner.
  public var watchesCorner: Bool {
    access.settings.corner != nil && (access.hasPIN || access.settings.showsPageWithoutPIN)
  }
}
