import RotundaGeometry

/// Where a contact is at the time of a display frame, from its last two samples, as Chromium's linear resampling does.
public struct LinearResampler: Hashable, Sendable {
  /// A position at a time in seconds.
  public struct Prediction: Hashable, Sendable {
    /// Where.
    public var position: Point
    /// When, in seconds.
    public var time: Double
  }

  /// Added to a frame's time, in seconds: a little in the past, there mostly is a sample on either side. Chromium and
  /// Android.
  public var latency: Double
  /// Whether predictions reach no further than half the samples' distance in time, and never beyond
  /// `longestPrediction`.
  public var isBounded: Bool

  /// Samples nearer to each other tell no direction, in seconds. Chromium and Android.
  static let shortestGap = 0.002
  /// A longer pause starts anew, in seconds. Chromium and Android.
  static let longestGap = 0.020
  /// A bounded prediction's reach, in seconds. Chromium and Android.
  static let longestPrediction = 0.008
  /// Distance in time of the samples of a device that has not sent two yet, in seconds. Chromium.
  static let defaultInterval = 0.008

  private var newest: VelocitySample?
  private var previous: VelocitySample?

  /// A resampler without samples.
  public init(latency: Double = -0.005, isBounded: Bool = true) {
    self.latency = latency
    self.isBounded = isBounded
  }

  /// Time of the newest sample in seconds, if there is one.
  public var newestTime: Double? { newest?.time }

  /// Seconds between the last two samples.
  public var interval: Double {
    guard let newest, let previous else { return Self.defaultInterval }
    return newest.time - previous.time
  }

  /// Whether the samples tell where the contact is going.
  public var hasPrediction: Bool {
    previous != nil && interval >= Self.shortestGap - VelocityRules.rounding
  }

  /// A sample at `time`, in seconds. What is older than the newest is left out.
  public mutating func add(_ position: Point, at time: Double) {
    if let newest, time < newest.time { return }
    let gap = newest.map { time - $0.time } ?? .infinity
    previous = gap > Self.longestGap + VelocityRules.rounding ? nil : newest
    newest = VelocitySample(time: time, position: position)
  }

  /// Forgets all samples.
  public mutating func reset() {
    newest = nil
    previous = nil
  }

  /// Where the contact is in the frame of `time` (seconds); nil when the samples do not tell.
  public func predict(frame time: Double) -> Prediction? {
    guard hasPrediction, let newest, let previous else { return nil }
    var time = time + latency
    if isBounded { time = min(time, newest.time + min(Self.longestPrediction, interval / 2)) }
    let part = (time - previous.time) / interval
    return Prediction(
      position: previous.position + (newest.position - previous.position) * part, time: time)
  }
}
