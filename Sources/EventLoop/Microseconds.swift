/// sd_event counts time in whole microseconds.
nonisolated enum Microseconds {
  /// USEC_INFINITY.
  static let never = UInt64.max
  private static let perSecond = 1e6

  /// Rounded up, so that nothing is early; never for what is infinite, no number or centuries away.
  static func from(_ seconds: Double) -> UInt64 {
    let count = (seconds * perSecond).rounded(.up)
    guard count < 9e15 else { return never }
    return count > 0 ? UInt64(count) : 0
  }
}
