import Configuration
import Gestures

/// Closing the launcher until the PIN is entered.
extension Shell {
  /// Closes it, programs included: what the visitor leaves is left as when going home.
  mutating func lock() {
    guard access.hasPIN else { return tell(.noPIN) }
    guard !isLocked else { return }
    goHome()
    // Where windows are not told of, one more of what was left running would come before the pad.
    if !programs.tellsWindows { for program in programs.kept { stop(program) } }
    access.record.isLocked = true
    outbox.append(.keepRecord(access.record))
    stayLocked()
  }

  /// Shows the pad that opens it again, and nothing else.
  mutating func stayLocked() {
    for layer in PanelLayer.allCases where layer != .pin { close(layer) }
    showPad(.unlock)
  }

  mutating func unlock() {
    access.record.isLocked = false
    outbox.append(.keepRecord(access.record))
    remove(.pin)
    guard let tile = access.pendingTile else { return }
    access.pendingTile = nil
    if let tile = findTile(tile) { open(tile, isTrusted: true) }
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
    _ frame: TouchFrame, at time: Double
  ) -> Bool {
    // Without a PIN the corner tells nobody that there is none.
    guard access.hasPIN || access.settings.showsPageWithoutPIN, curtain == nil,
      panels.open?.layer.rules.countsCorner != false
    else { return false }
    let isPressed = access.hatch.take(
      frame, at: time, access.settings, isMirrored: isMirrored, on: metrics.size,
      pointsPerMillimeter: pageMetrics.pointsPerMillimeter)
    guard isPressed else { return false }
    // Its finger is still down, and what it opens must not take its up for a tap.
    _ = sieve.admit(frame, wakes: true)
    perform(.admin)
    return true
  }

  /// Shows the system's page to whoever may see it.
  mutating func askForSystem() {
    if !access.hasPIN, access.settings.showsPageWithoutPIN { return showSystem() }
    ask(for: .admin)
  }

  /// Whether touches on programs have to be known because of the corner.
  public var watchesCorner: Bool {
    access.settings.corner != nil && (access.hasPIN || access.settings.showsPageWithoutPIN)
  }
}
