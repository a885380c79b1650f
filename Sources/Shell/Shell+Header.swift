import Configuration
import RotundaGeometry
import Scene

/// The edges of the screen, and what lies behind everything.
extension Shell {
  /// Has header and background drawn for the screen as it is.
  mutating func layOutSurroundings() {
    header.layOut(theme, metrics, scale: scale, into: &outbox)
    lookAtClock()
    backdrop.layOut(theme, metrics.size, scale: scale, at: clock, into: &outbox)
    isDirty = true
  }

  /// Has the clock on the screen, if there is one, show what time it is.
  mutating func lookAtClock() {
    if header.hasTime { outbox.append(.readWallTime) }
  }

  /// What clocks show.
  mutating func tell(_ time: WallTime, at now: Double) {
    header.tell(time, at: now)
    header.layOutTime(theme, metrics, scale: scale, into: &outbox)
  }

  /// When something at the edges or behind everything is due; nil while nobody sees it.
  var surroundingsDeadline: Double? {
    guard !isCovered, !isDark else { return nil }
    let due = min(header.nextMinute ?? .infinity, backdrop.nextDue ?? .infinity)
    return due < .infinity ? due : nil
  }

  mutating func meetSurroundingsDeadline(at time: Double) {
    guard !isCovered, !isDark else { return }
    if let due = header.nextMinute, due <= time { outbox.append(.readWallTime) }
    backdrop.meetDeadline(at: time, theme, into: &outbox)
  }

  mutating func requestIndex() {
    // While tiles fly past, their numbers cannot be read.
    guard header.settings.indicator != .none, shelf.looksStill || header.isUnnumbered else { return }
    header.layOutIndex(
      level.currentTile, of: tiles.count, theme, metrics, scale: scale, into: &outbox)
  }

  func appendHeader(to frame: inout SceneFrame) {
    header.append(to: &frame, theme, metrics, scale: scale)
    header.appendIndicator(
      for: carousel, tiles: tiles.count, to: &frame, theme, metrics, scale: scale)
  }
}
