import RotundaGeometry

/// A finger on the surface.
struct Contact: Sendable {
  /// The compositor's name for it; may be used again once it is gone.
  let id: Int32
  /// Where it landed.
  let origin: Point
  /// When it landed, by the device's stamps.
  private let landing: Double
  /// Where it is.
  private(set) var position: Point
  /// Local time of its newest sample, in seconds.
  private(set) var time: Double
  /// Whether it has said which way it swipes.
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

  /// How far it is from where it landed.
  var displacement: Point { position - origin }

  /// A new sample. A pause before it makes the finger start anew: what it did earlier says nothing any more.
  mutating func move(to position: Point, _ instant: SampleClock.Instant, _ thresholds: Thresholds) {
    if let newest = trace.newestTime { intervals.add(instant.stamp - newest, thresholds) }
    if hasStopped(at: instant.stamp, thresholds) { trace.clear() }
    trace.add(position, at: instant.stamp)
    resampler.add(position, at: instant.sampled)
    self.position = position
    time = instant.time
  }

  /// How fast it is when it lifts at `stamp`, in points per second; zero after a hold.
  func velocity(at stamp: Double, _ strategy: VelocityStrategy, _ thresholds: Thresholds) -> Point {
    if hasStopped(at: stamp, thresholds) { return .zero }
    let velocity = trace.velocity(strategy) ?? .zero
    let speed = velocity.length
    return speed > thresholds.flingMaximum ? velocity * (thresholds.flingMaximum / speed) : velocity
  }

  /// How fast a finger was that lifts with `velocity`, where it matters whether it was fast enough: as fast
  /// as on the whole of a short way at least, up to twice that velocity. The few samples of a cheap
  /// touchscreen make a poor parabola.
  func flickVelocity(_ velocity: Point) -> Point {
    let duration = (trace.newestTime ?? landing) - landing
    guard duration > 0, duration <= Self.flickDuration, velocity.dot(displacement) > 0 else {
      return velocity
    }
    let factor = displacement.length / duration / velocity.length
    return velocity * min(max(1, factor), 2)
  }

  /// Seconds that a flick takes at most. Ours.
  private static let flickDuration = 0.25

  /// When its newest sample was taken, on the local clock.
  var sampled: Double { resampler.newestTime ?? time }

  /// Where it is in the display frame that is seen at `time` and drawn at `now`, both in local seconds, or
  /// where it was at `beginning`, if that is later; `latency` is added to the frame's time.
  ///
  /// A finger that has come to rest is where it is: the prediction made while it moved would leave it ahead
  /// of itself. From the longest gap to twice that the prediction is taken back, so that nothing leaps.
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

  /// Per contact, not per device: compositors send nothing for a finger that rests beside a moving one.
  private func hasStopped(at stamp: Double, _ thresholds: Thresholds) -> Bool {
    guard let newest = trace.newestTime else { return false }
    let silence = stamp - newest - VelocityRules.rounding
    return silence > thresholds.stopAfter && silence > intervals.stopAfter(thresholds)
  }
}

/// How often the touchscreen reports a contact: the newest intervals between its samples.
struct ReportIntervals: Sendable {
  /// Enough for a median, and few enough to follow a busy machine.
  private static let capacity = 9
  /// A report that is missing is not a finger that rests, nor are two that come late.
  private static let patience = 2.5

  private var intervals = InlineArray<9, Double>(repeating: 0)
  private var next = 0
  private var count = 0
  /// Whether the contact has moved: the time from its landing to its first sample tells nothing.
  private var hasMoved = false

  /// Takes the time between two samples. After a pause a finger began to move again.
  mutating func add(_ interval: Double, _ thresholds: Thresholds) {
    defer { hasMoved = true }
    guard hasMoved, interval > 0, interval <= thresholds.stopAfterMaximum else { return }
    intervals[next] = interval
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// Seconds of silence after which the contact has stopped.
  func stopAfter(_ thresholds: Thresholds) -> Double {
    max(thresholds.stopAfter, min(thresholds.stopAfterMaximum, Self.patience * median))
  }

  /// 0 without intervals; of two in the middle the shorter one.
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

/// Turns device stamps into seconds: their base is arbitrary, they wrap, and some of them lie.
///
/// Within one sequence stamps are compared modulo 2³² with the stamp of its first contact. That keeps
/// velocities free of delays on the way to us, while the local time, which is what timers and frames go by,
/// never runs backwards and never ahead of now.
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
  /// Where the device's clock begins on the local one, as far as known: a sample cannot have been taken after
  /// it arrived, and the one that was on its way for the shortest time tells best. The first may have waited
  /// long, for a frame that was being drawn.
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
