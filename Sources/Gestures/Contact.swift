import RotundaGeometry

/// A finger on the surface.
struct Contact: Sendable {
  /// The compositor's id of the contact. The compositor may reuse it after the contact ends.
  let id: Int32
  /// The landing point.
  let origin: Point
  /// The time of the landing, by the device's timestamps.
  private let landing: Double
  /// The present position.
  private(set) var position: Point
  /// The local time of the newest sample, in seconds.
  private(set) var time: Double
  /// Whether the contact has determined its swipe direction.
  var hasVoted = false
  private var trace: VelocityTrace
  private var intervals = ReportIntervals()
  private var resampler: LinearResampler

  init(
    id: Int32, at origin: Point, _ instant: SampleClock.Instant, _ thresholds: Thresholds,
    _ resampler: LinearResampler
  ) {
    self.id = id
    self.origin = origin
    position = origin
    landing = instant.stamp
    time = instant.time
    var rules = VelocityRules.android
    rules.horizon = thresholds.velocityHorizon
    trace = VelocityTrace(rules: rules)
    self.resampler = LinearResampler(latency: resampler.latency, isBounded: resampler.isBounded)
    trace.add(origin, at: instant.stamp)
    self.resampler.add(origin, at: instant.sampled)
  }

  /// The displacement from the landing point.
  var displacement: Point { position - origin }

  /// Adds a sample. After a pause, it discards earlier samples, which no longer describe the movement.
  mutating func move(to position: Point, _ instant: SampleClock.Instant, _ thresholds: Thresholds) {
    if let newest = trace.newestTime { intervals.add(instant.stamp - newest, thresholds) }
    if hasStopped(at: instant.stamp, thresholds) { trace.clear() }
    trace.add(position, at: instant.stamp)
    resampler.add(position, at: instant.sampled)
    self.position = position
    time = instant.time
  }

  /// Returns the velocity for a lift at `stamp`, in points per second; zero after a hold.
  func velocity(at stamp: Double, _ strategy: VelocityStrategy, _ thresholds: Thresholds) -> Point {
    if hasStopped(at: stamp, thresholds) { return .zero }
    let velocity = trace.velocity(strategy) ?? .zero
    let speed = velocity.length
    return speed > thresholds.flingMaximum ? velocity * (thresholds.flingMaximum / speed) : velocity
  }

  /// Returns the velocity for comparison with speed thresholds: `velocity`, raised to the mean velocity of a
  /// short movement, but at most doubled. The few samples of a cheap touchscreen make a poor parabola.
  func flickVelocity(_ velocity: Point) -> Point {
    let duration = (trace.newestTime ?? landing) - landing
    guard duration > 0, duration <= Self.flickDuration, velocity.dot(displacement) > 0 else {
      return velocity
    }
    let factor = displacement.length / duration / velocity.length
    return velocity * min(max(1, factor), 2)
  }

  /// The maximum duration of a flick, in seconds. Ours.
  private static let flickDuration = 0.25

  /// The time of the newest sample on the local clock.
  var sampled: Double { resampler.newestTime ?? time }

  /// Returns the position in the display frame shown at `time` and drawn at `now`, both in local seconds.
  /// Does not go back before `beginning`. Adds `latency` to the frame's time.
  ///
  /// For a finger at rest, this is its real position: a prediction from its movement would be ahead of it.
  /// Between the longest gap and twice that gap, the prediction fades out, to prevent a jump of the position.
  func position(
    inFrame time: Double, latency: Double, drawnAt now: Double, notBefore beginning: Double
  ) -> Point {
    var resampler = resampler
    resampler.latency = latency
    let silence = max(0, now - sampled - LinearResampler.longestGap)
    guard silence < LinearResampler.longestGap,
      let predicted = resampler.predict(frame: max(time, beginning - latency))
    else { return position }
    guard silence > 0, predicted.time > sampled else { return predicted.position }
    return predicted.position + (position - predicted.position) * (silence / LinearResampler.longestGap)
  }

  /// Reports whether the contact has stopped. This is per contact and not per device: compositors send
  /// nothing for a finger that rests beside a moving one.
  private func hasStopped(at stamp: Double, _ thresholds: Thresholds) -> Bool {
    guard let newest = trace.newestTime else { return false }
    let silence = stamp - newest - VelocityRules.rounding
    return silence > thresholds.stopAfter && silence > intervals.stopAfter(thresholds)
  }
}

/// The newest intervals between the samples of a contact.
struct ReportIntervals: Sendable {
  /// Enough for a median, and few enough to adapt to a busy machine.
  private static let capacity = 9
  /// The factor for the median interval: one missing report, or two late ones, do not count as a finger at
  /// rest.
  private static let patience = 2.5

  private var intervals = InlineArray<9, Double>(repeating: 0)
  private var next = 0
  private var count = 0
  /// Whether the contact has moved. The time from its landing to its first movement is not a report interval.
  private var hasMoved = false

  /// Adds the time between two samples. Ignores pauses, after which a finger starts to move again.
  mutating func add(_ interval: Double, _ thresholds: Thresholds) {
    defer { hasMoved = true }
    guard hasMoved, interval > 0, interval <= thresholds.stopAfterMaximum else { return }
    intervals[next] = interval
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// Returns the time without samples after which the contact has stopped, in seconds.
  func stopAfter(_ thresholds: Thresholds) -> Double {
    max(thresholds.stopAfter, min(thresholds.stopAfterMaximum, Self.patience * median))
  }

  /// The median; 0 without intervals. For an even count, the shorter of the two middle ones.
  private var median: Double {
    guard count > 0 else { return 0 }
    var sorted = intervals
    for index in 1..<max(1, count) {
      var place = index
      while place > 0, sorted[place] < sorted[place - 1] {
        let moved = sorted[place]
        sorted[place] = sorted[place - 1]
        sorted[place - 1] = moved
        place -= 1
      }
    }
    return sorted[(count - 1) / 2]
  }
}

/// Converts device timestamps to seconds. Their base is arbitrary, they wrap, and some devices report wrong
/// ones.
///
/// Within one sequence, timestamps are relative to that of the first contact, modulo 2³². Therefore delays in
/// delivery do not affect velocities. Timers and frames use the local time, which never runs backward or
/// ahead of the present.
struct SampleClock: Sendable {
  /// A device timestamp on both clocks.
  struct Instant {
    /// The device's time since the sequence began, in seconds; may run backward.
    var stamp: Double
    /// The local time in seconds; never runs backward.
    var time: Double
    /// The device's time mapped to the local clock, as even as the device's samples. Resampling uses it.
    var sampled: Double
  }

  private var firstMilliseconds: UInt32 = 0
  private var firstTime = 0.0
  /// The best known start of the device's clock on the local clock. A sample cannot arrive before it is
  /// taken, so the sample with the shortest delay gives the best estimate. The first sample may have a long
  /// delay, for example while a frame was drawn.
  private var origin = 0.0
  /// The newest reported local time, in seconds.
  private(set) var newest = 0.0

  /// Starts a sequence with a contact with the timestamp `milliseconds` that arrives at `time`.
  mutating func restart(at milliseconds: UInt32, arriving time: Double) -> Instant {
    firstMilliseconds = milliseconds
    if time.isFinite { newest = time }
    firstTime = newest
    origin = newest
    return Instant(stamp: 0, time: newest, sampled: newest)
  }

  /// Returns the instant of a sample with the timestamp `milliseconds` that arrives at `time`.
  mutating func read(_ milliseconds: UInt32, arriving time: Double) -> Instant {
    let stamp = stamp(milliseconds)
    advance(to: min(firstTime + stamp, time))
    if time.isFinite { origin = min(origin, time - stamp) }
    return Instant(stamp: stamp, time: newest, sampled: origin + stamp)
  }

  /// Returns the device's time since the sequence began, in seconds.
  func stamp(_ milliseconds: UInt32) -> Double {
    Double(Int32(bitPattern: milliseconds &- firstMilliseconds)) / 1000
  }

  /// Advances the local time. Ignores times that are in the past or not finite.
  mutating func advance(to time: Double) {
    if time.isFinite, time > newest { newest = time }
  }
}
