import RotundaGeometry

/// The velocities of the contacts of one touch sequence, where every event brings the samples of all
/// contacts.
///
/// This is Android's bookkeeping, for its recordings and for devices that report like it. `GestureRecognizer`
/// keeps a trace per contact instead, since Wayland reports only contacts that moved.
public struct VelocityTracker: Sendable {
  /// Pauses longer than this mean that the fingers have stopped, in seconds. Android.
  public var stopAfter = 0.040

  private struct Entry: Sendable {
    let contact: Int32
    var trace: VelocityTrace
  }

  private var entries: [Entry] = []
  private var newestTime: Double?

  /// A tracker without contacts.
  public init() {}

  /// A sample of a contact at `time`, in seconds. A pause before it forgets all samples of all contacts.
  public mutating func add(_ position: Point, of contact: Int32, at time: Double) {
    if index(of: contact) != nil, hasStopped(at: time) { clear() }
    newestTime = time
    if let index = index(of: contact) {
      entries[index].trace.add(position, at: time)
    } else {
      var trace = VelocityTrace()
      trace.add(position, at: time)
      entries.append(Entry(contact: contact, trace: trace))
    }
  }

  /// A contact lifts at `time`, which is no sample. A pause before it forgets all samples of all contacts.
  public mutating func lift(at time: Double) {
    if hasStopped(at: time) { clear() }
  }

  /// Forgets a contact: it has landed anew, or was taken back.
  public mutating func clear(_ contact: Int32) { entries.removeAll { $0.contact == contact } }

  /// Forgets all contacts.
  public mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Units of length per second; nil when the samples do not tell.
  public func velocity(of contact: Int32, _ strategy: VelocityStrategy = .leastSquares) -> Point? {
    index(of: contact).flatMap { entries[$0].trace.velocity(strategy) }
  }

  private func index(of contact: Int32) -> Int? { entries.firstIndex { $0.contact == contact } }

  private func hasStopped(at time: Double) -> Bool {
    guard let newestTime else { return false }
    return time - newestTime > stopAfter + VelocityRules.rounding
  }
}

/// The newest samples of one contact, and the velocity that they tell.
public struct VelocityTrace: Sendable {
  /// As many samples as Android and Flutter keep.
  public static let capacity = 20

  /// Which samples count.
  public var rules: VelocityRules
  private var samples = InlineArray<20, VelocitySample>(repeating: VelocitySample())
  private var next = 0
  private var count = 0

  /// A trace without samples.
  public init(rules: VelocityRules = .android) { self.rules = rules }

  /// Time of the newest sample in seconds; nil without samples.
  public var newestTime: Double? { count == 0 ? nil : self[0].time }

  /// Adds where the contact was at `time` (seconds from any base). What is older than the newest sample, or
  /// is no number, is left out.
  public mutating func add(_ position: Point, at time: Double) {
    guard time.isFinite, position.x.isFinite, position.y.isFinite else { return }
    if let newestTime {
      guard time >= newestTime else { return }
      if time == newestTime, rules.replacesEqualStamps { removeNewest() }
    }
    samples[next] = VelocitySample(time: time, position: position)
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// Forgets all samples.
  public mutating func clear() { count = 0 }

  private mutating func removeNewest() {
    next = (next + Self.capacity - 1) % Self.capacity
    count -= 1
  }

  /// The sample that is `age` samples older than the newest.
  subscript(age: Int) -> VelocitySample { samples[(next + Self.capacity - 1 - age) % Self.capacity] }

  /// How many of the newest samples count.
  private var usable: Int {
    guard count > 0 else { return 0 }
    let newest = self[0].time
    for age in 1..<max(1, count) {
      let time = self[age].time
      if newest - time > rules.horizon + VelocityRules.rounding { return age }
      if let gap = rules.longestGap, self[age - 1].time - time > gap + VelocityRules.rounding { return age }
    }
    return count
  }

  /// Units of length per second; nil when the samples do not tell.
  public func velocity(_ strategy: VelocityStrategy = .leastSquares) -> Point? {
    let samples = usable
    guard samples >= max(1, rules.minimumSamples) else { return nil }
    return switch strategy {
    case .leastSquares: leastSquares(samples)
    case .impulse: impulse(samples)
    }
  }
}

/// Which samples of a trace tell its velocity.
public struct VelocityRules: Hashable, Sendable {
  /// Samples older than the newest by more than this are left out, in seconds.
  public var horizon = 0.100
  /// A gap between samples that is longer than this ends the walk back, in seconds; nil: gaps do not matter
  /// (the caller that feeds the trace clears it at them).
  public var longestGap: Double?
  /// With fewer samples there is no estimate.
  public var minimumSamples = 1
  /// Whether a sample with the stamp of the one before it takes its place.
  public var replacesEqualStamps = true

  /// Android's: a new sample replaces one with the same stamp; two samples give a line.
  public static let android = VelocityRules()
  /// Flutter's: equal stamps stay, a gap of more than 40 ms ends the walk back, at least three samples.
  public static let flutter: VelocityRules = {
    var rules = VelocityRules()
    rules.longestGap = 0.040
    rules.minimumSamples = 3
    rules.replacesEqualStamps = false
    return rules
  }()

  /// Android's rules.
  public init() {}

  /// Slack on limits that stamps hit exactly before they were turned into binary fractions of a second.
  static let rounding = 1e-7
}

/// How a velocity is read from a trace.
public enum VelocityStrategy: Hashable, Sendable {
  /// The slope at the newest sample of the parabola that fits best (Android's and Flutter's LSQ2).
  case leastSquares
  /// The speed that the pushes between the samples would have given a body at rest (Android's IMPULSE).
  case impulse
}

/// Where a contact was at one time.
struct VelocitySample: Hashable, Sendable {
  /// Seconds, from any base.
  var time = 0.0
  /// In any unit of length.
  var position = Point.zero
}

extension VelocityTrace {
  /// The slope at the newest of `count` samples of the parabola (of two samples: the line) through them.
  ///
  /// The parabola is x(t) = c + b t + a t² with t counted back from the newest sample; b follows from the
  /// moments of t and t² about their means, as in the definition of Android's LSQ2. The time sums serve both
  /// axes.
  private func leastSquares(_ count: Int) -> Point? {
    guard count > 2 else { return count == 2 ? line() : nil }
    let newest = self[0]
    let size = Double(count)
    var (sumT, sumT2, sumT3, sumT4) = (0.0, 0.0, 0.0, 0.0)
    var (sum, sumTX, sumT2X) = (Point.zero, Point.zero, Point.zero)
    for age in 0..<count {
      // In horizons, and from the newest position: numbers near 1 lose least.
      let time = (self[age].time - newest.time) / rules.horizon
      let position = self[age].position - newest.position
      let square = time * time
      sumT += time
      sumT2 += square
      sumT3 += square * time
      sumT4 += square * square
      sum += position
      sumTX += position * time
      sumT2X += position * square
    }
    let momentTT = sumT2 - sumT * sumT / size
    let momentTS = sumT3 - sumT * sumT2 / size
    let momentSS = sumT4 - sumT2 * sumT2 / size
    let determinant = momentTT * momentSS - momentTS * momentTS
    guard determinant > momentTT * momentSS * Self.degenerate else { return nil }
    let momentTX = sumTX - sum * (sumT / size)
    let momentSX = sumT2X - sum * (sumT2 / size)
    return (momentTX * momentSS - momentSX * momentTS) * (1 / determinant / rules.horizon)
  }

  /// The part of the moments' product under which the determinant is nothing but rounding.
  private static let degenerate = 1e-12

  private func line() -> Point? {
    let duration = self[0].time - self[1].time
    guard duration > 0 else { return nil }
    return (self[0].position - self[1].position) * (1 / duration)
  }

  /// The speed of a body of mass 1 that was pushed from sample to sample, starting at rest; one sample gives
  /// none.
  private func impulse(_ count: Int) -> Point {
    var work = Point.zero
    for age in stride(from: count - 1, to: 0, by: -1) {
      let (from, to) = (self[age], self[age - 1])
      let duration = to.time - from.time
      guard duration > 0 else { continue }
      let speed = (to.position - from.position) * (1 / duration)
      work.x += Self.push(speed.x, after: work.x)
      work.y += Self.push(speed.y, after: work.y)
      // The first segment has no earlier speed to start from: half its work, as at constant acceleration.
      if age == count - 1 { work = work * 0.5 }
    }
    return Point(Self.speed(of: work.x), Self.speed(of: work.y))
  }

  /// Work that it takes to go on with `speed` after `work` was done.
  private static func push(_ speed: Double, after work: Double) -> Double {
    (speed - self.speed(of: work)) * abs(speed)
  }

  /// From work to speed: w = v²/2, with its sign.
  private static func speed(of work: Double) -> Double {
    let magnitude = (2 * abs(work)).squareRoot()
    return work < 0 ? -magnitude : magnitude
  }
}
