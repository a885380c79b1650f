import RotundaGeometry

/// A tap that is not told yet, because a second one would make it a double tap.
struct WaitingTap: Sendable {
  /// Where its finger landed.
  let position: Point
  /// When its finger lifted, in local seconds.
  let time: Double

  /// When there is nothing to wait for any more.
  func deadline(_ thresholds: Thresholds) -> Double { time + thresholds.doubleTapDelay }

  /// Whether `contact` may be the second tap.
  func canBeFollowed(by contact: Contact, _ thresholds: Thresholds) -> Bool {
    let pause = contact.time - time
    return pause >= thresholds.doubleTapMinimum && pause <= thresholds.doubleTapDelay
      && (contact.origin - position).length <= thresholds.doubleTapSlop
  }
}
