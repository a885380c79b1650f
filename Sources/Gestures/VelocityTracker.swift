import RotundaGeometry

/// The velocities of the contacts of one touch sequence, for devices whose events contain samples of all
/// contacts.
///
/// This is Android's method, for its recordings and for devices that report in the same way.
/// `GestureRecognizer` keeps a trace per contact instead, because Wayland reports only contacts that moved.
public struct VelocityTracker: Sendable {
  /// The pause after which the fingers have stopped, in seconds. From Android.
  public var stopAfter = 0.040

  private struct Entry: Sendable {
    let contact: Int32
    var trace: VelocityTrace
  }

  private var entries: [Entry] = []
  private var newestTime: Double?

  /// Creates a tracker without contacts.
  public init() {}

  /// Adds a sample of a contact at `time`, in seconds. After a pause, it first removes all samples of all
  /// contacts.
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

  /// Handles the lift of a contact at `time`, which is not a sample. After a pause, it removes all samples of
  /// all contacts.
  public mutating func lift(at time: Double) {
    if hasStopped(at: time) { clear() }
  }

  /// Removes a contact that has landed again or was canceled.
  public mutating func clear(_ contact: Int32) { entries.removeAll { $0.contact == contact } }

  /// Removes all contacts.
  public mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Returns the velocity in units of length per second, or nil if the samples do not determine it.
  public func velocity(of contact: Int32, _ strategy: VelocityStrategy = .leastSquares) -> Point? {
    index(of: contact).flatMap { entries[$0].trace.velocity(strategy) }
  }

  private func index(of contact: Int32) -> Int? { entries.firstIndex { $0.contact == contact } }

  private func hasStopped(at time: Double) -> Bool {
    guard let newestTime else { return false }
    return time - newestTime > stopAfter + VelocityRules.rounding
  }
}

/// The newest samples of one contact, for an estimate of its velocity.
public struct VelocityTrace: Sendable {
  /// The number of stored samples, as in Android and Flutter.
  public static let capacity = 20

  /// The rules for the selection of samples.
  public var rules: VelocityRules
  private var samples = InlineArray<20, VelocitySample>(repeating: VelocitySample())
  private var next = 0
  private var count = 0

  /// Creates a trace without samples.
  public init(rules: VelocityRules = .android) { self.rules = rules }

  /// The time of the newest sample in seconds; nil without samples.
  public var newestTime: Double? { count == 0 ? nil : self[0].time }

  /// Adds the position at `time` (seconds from any base). Ignores samples that are older than the newest one
  /// or not finite.
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

  /// Removes all samples.
  public mutating func clear() { count = 0 }

  private mutating func removeNewest() {
    next = (next + Self.capacity - 1) % Self.capacity
    count -= 1
  }

  /// Returns the sample that is `age` samples older than the newest.
  subscript(age: Int) -> VelocitySample { samples[(next + Self.capacity - 1 - age) % Self.capacity] }

  /// The number of the newest samples that count.
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

  /// Returns the velocity in units of length per second, or nil if the samples do not determine it.
  public func velocity(_ strategy: VelocityStrategy = .leastSquares) -> Point? {
    let samples = usable
    guard samples >= max(1, rules.minimumSamples) else { return nil }
    return switch strategy {
    case .leastSquares: leastSquares(samples)
    case .impulse: impulse(samples)
    }
  }
}

/// The rules that select the samples of a trace for its velocity.
public struct VelocityRules: Hashable, Sendable {
  /// The maximum age of samples relative to the newest, in seconds.
  public var horizon = 0.100
  /// The maximum gap between used samples, in seconds. Older samples are ignored. Nil: no limit (the caller
  /// clears the trace at gaps).
  public var longestGap: Double?
  /// The minimum number of samples for an estimate.
  public var minimumSamples = 1
  /// Whether a sample replaces the previous one if both have the same timestamp.
  public var replacesEqualStamps = true

  /// Android's rules: a new sample replaces one with the same timestamp, and two samples give a line.
  public static let android = VelocityRules()
  /// Flutter's rules: samples with equal timestamps stay, a gap of more than 40 ms excludes older samples,
  /// and an estimate needs three samples.
  public static let flutter: VelocityRules = {
    var rules = VelocityRules()
    rules.longestGap = 0.040
    rules.minimumSamples = 3
    rules.replacesEqualStamps = false
    return rules
  }()

  /// Creates Android's rules.
  public init() {}

  /// The tolerance for limits that timestamps meet exactly before their conversion to binary fractions of a
  /// second.
  static let rounding = 1e-7
}

/// The method that estimates a velocity from a trace.
public enum VelocityStrategy: Hashable, Sendable {
  /// The slope of the best-fit parabola at the newest sample (LSQ2 of Android and Flutter).
  case leastSquares
  /// The speed that the pushes between the samples give a body at rest (IMPULSE of Android).
  case impulse
}

/// The position of a contact at one time.
struct VelocitySample: Hashable, Sendable {
  /// In seconds, from any base.
  var time = 0.0
  /// In any unit of length.
  var position = Point.zero
}

extension VelocityTrace {
  /// Returns the slope of the best-fit parabola of `count` samples (for two samples: the line) at the newest
  /// one.
  ///
  /// The parabola is x(t) = c + b t + a t², with t relative to the newest sample. b follows from the moments
  /// of t and t² about their means, as in the definition of Android's LSQ2. Both axes share the sums of
  /// times.
  private func leastSquares(_ count: Int) -> Point? {
    guard count > 2 else { return count == 2 ? line() : nil }
    let newest = self[0]
    let size = Double(count)
    var (sumT, sumT2, sumT3, sumT4) = (0.0, 0.0, 0.0, 0.0)
    var (sum, sumTX, sumT2X) = (Point.zero, Point.zero, Point.zero)
    for age in 0..<count {
      // Times are in units of the horizon, positions relative to the newest one: numbers near 1 lose the
      // least precision.
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

  /// The fraction of the product of moments below which the determinant is only a rounding error.
  private static let degenerate = 1e-12

  private func line() -> Point? {
    let duration = self[0].time - self[1].time
    guard duration > 0 else { return nil }
    return (self[0].position - self[1].position) * (1 / duration)
  }

  /// Returns the speed of a body of mass 1 that starts at rest and is pushed from sample to sample; zero for
  /// one sample.
  private func impulse(_ count: Int) -> Point {
    var work = Point.zero
    for age in stride(from: count - 1, to: 0, by: -1) {
      let (from, to) = (self[age], self[age - 1])
      let duration = to.time - from.time
      guard duration > 0 else { continue }
      let speed = (to.position - from.position) * (1 / duration)
      work.x += Self.push(speed.x, after: work.x)
      work.y += Self.push(speed.y, after: work.y)
      // The first segment has no earlier speed. It counts half its work, as at constant acceleration.
      if age == count - 1 { work = work * 0.5 }
    }
    return Point(Self.speed(of: work.x), Self.speed(of: work.y))
  }

  /// Returns the work to continue with `speed` after `work`.
  private static func push(_ speed: Double, after work: Double) -> Double {
    (speed - self.speed(of: work)) * abs(speed)
  }

  /// Returns the speed for a work: w = v²/2, with its sign.
  private static func speed(of work: Double) -> Double {
    let magnitude = (2 * abs(work)).squareRoot()
    return work < 0 ? -magnitude : magnitude
  }
}
