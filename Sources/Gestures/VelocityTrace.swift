import RotundaGeometry

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

  /// Adds where the contact was at `time` (seconds from any base). What is older than the newest sample, or is no
  /// number, is left out.
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
  var usable: Int {
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
