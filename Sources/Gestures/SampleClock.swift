/// Turns device stamps into seconds: their base is arbitrary, they wrap, and some of them lie.
///
/// Within one sequence stamps are compared modulo 2³² with the stamp of its first contact. That keeps velocities free
/// of delays on the way to us, while the local time, which is what timers and frames go by, never runs backwards and
/// never ahead of now.
struct SampleClock: Sendable {
  /// A device stamp in both clocks.
  struct Instant {
    /// Seconds of the device since the sequence began; may run backwards.
    var stamp: Double
    /// Local seconds; never runs backwards.
    var time: Double
    /// The stamp on the local clock, as even as the device took its samples: what positions are resampled by.
    var sampled: Double
  }

  private var firstMilliseconds: UInt32 = 0
  private var firstTime = 0.0
  /// Where the device's clock begins on the local one, as far as known: a sample can not have been taken after it
  /// arrived, and the one that was on its way for the shortest time tells best. The first may have waited long, for
  /// a frame that was being drawn.
  private var origin = 0.0
  /// The newest local time that was told, in seconds.
  private(set) var newest = 0.0

  /// Starts a sequence with a contact that is stamped `milliseconds` and arrives at `time`.
  mutating func restart(at milliseconds: UInt32, arriving time: Double) -> Instant {
    firstMilliseconds = milliseconds
    if time.isFinite { newest = time }
    firstTime = newest
    origin = newest
    return Instant(stamp: 0, time: newest, sampled: newest)
  }

  /// What a sample that is stamped `milliseconds` and arrives at `time` means.
  mutating func read(_ milliseconds: UInt32, arriving time: Double) -> Instant {
    let stamp = stamp(milliseconds)
    advance(to: min(firstTime + stamp, time))
    if time.isFinite { origin = min(origin, time - stamp) }
    return Instant(stamp: stamp, time: newest, sampled: origin + stamp)
  }

  /// Device seconds since the sequence began.
  func stamp(_ milliseconds: UInt32) -> Double {
    Double(Int32(bitPattern: milliseconds &- firstMilliseconds)) / 1000
  }

  /// Moves the local time on; what lies in the past or is no time has no effect.
  mutating func advance(to time: Double) {
    if time.isFinite, time > newest { newest = time }
  }
}
