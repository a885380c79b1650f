import RotundaGeometry

/// Computes a contact's position at the time of a display frame from its last two samples, like Chromium's
/// linear resampling.
public struct LinearResampler: Hashable, Sendable {
  /// A position at a time.
  public struct Prediction: Hashable, Sendable {
    /// The expected position of the contact, in the unit of the samples.
    public var position: Point
    /// The time of the expected position, in seconds of the samples' clock.
    public var time: Double
  }

  /// The latency to add to a frame's time, in seconds. Slightly in the past, usually both neighboring samples
  /// exist. From Chromium and Android.
  public var latency: Double
  /// Whether predictions are limited to half the interval of the samples and to `longestPrediction`.
  public var isBounded: Bool

  /// The minimum interval of samples that give a direction, in seconds. From Chromium and Android.
  static let shortestGap = 0.002
  /// The maximum interval of related samples, in seconds. After a longer pause the resampler starts again.
  /// From Chromium and Android.
  static let longestGap = 0.020
  /// The limit of a bounded prediction, in seconds. From Chromium and Android.
  static let longestPrediction = 0.008
  /// The assumed interval of samples before a device has sent two, in seconds. From Chromium.
  private static let defaultInterval = 0.008

  private var newest: VelocitySample?
  private var previous: VelocitySample?

  /// Creates a resampler without samples.
  public init(latency: Double = -0.005, isBounded: Bool = true) {
    self.latency = latency
    self.isBounded = isBounded
  }

  /// The time of the newest sample in seconds, if any.
  public var newestTime: Double? { newest?.time }

  /// The interval of the last two samples, in seconds.
  public var interval: Double {
    guard let newest, let previous else { return Self.defaultInterval }
    return newest.time - previous.time
  }

  /// Whether the samples allow a prediction.
  public var hasPrediction: Bool {
    previous != nil && interval >= Self.shortestGap - VelocityRules.rounding
  }

  /// Adds a sample at `time`, in seconds. Ignores samples older than the newest.
  public mutating func add(_ position: Point, at time: Double) {
    if let newest, time < newest.time { return }
    let gap = newest.map { time - $0.time } ?? .infinity
    previous = gap > Self.longestGap + VelocityRules.rounding ? nil : newest
    newest = VelocitySample(time: time, position: position)
  }

  /// Removes all samples.
  public mutating func reset() {
    newest = nil
    previous = nil
  }

  /// Returns the position of the contact in the frame at `time` (seconds), or nil if the samples allow no
  /// prediction.
  public func predict(frame time: Double) -> Prediction? {
    guard hasPrediction, let newest, let previous else { return nil }
    var time = time + latency
    if isBounded { time = min(time, newest.time + min(Self.longestPrediction, interval / 2)) }
    let part = (time - previous.time) / interval
    return Prediction(
      position: previous.position + (newest.position - previous.position) * part, time: time)
  }
}

/// All contacts of a device at one time, as in Android's input events.
public struct PointerSample: Hashable, Sendable {
  /// The action of the sample.
  public enum Action: Hashable, Sendable {
    /// The first contact landed.
    case down
    /// Contacts moved.
    case move
    /// The last contact lifted.
    case up
    /// All contacts were canceled.
    case cancel
    /// A further contact landed.
    case pointerDown(Int32)
    /// One of several contacts lifted.
    case pointerUp(Int32)
  }

  /// One contact.
  public struct Pointer: Hashable, Sendable {
    /// The contact's id, constant while it is down.
    public var id: Int32
    /// The position, in any unit of length.
    public var position: Point
    /// Whether the contact is a pen. Positions of pens are reported unchanged.
    public var isStylus = false
    /// Whether the position is calculated and not measured.
    public var isResampled = false

    /// Creates a measured contact.
    public init(id: Int32, position: Point, isStylus: Bool = false) {
      self.id = id
      self.position = position
      self.isStylus = isStylus
    }
  }

  /// The time, in seconds.
  public var time: Double
  /// The action of the sample.
  public var action: Action
  /// All contacts that are down.
  public var pointers: [Pointer]

  /// Creates a sample.
  public init(time: Double, action: Action, pointers: [Pointer]) {
    self.time = time
    self.action = action
    self.pointers = pointers
  }

  func position(of id: Int32) -> Point? { pointers.first { $0.id == id }?.position }
}

/// Android's resampling: movements wait for the display frame, and each frame ends with one calculated point.
///
/// For devices and recordings that report all contacts at once. Drags of `GestureRecognizer` use
/// `LinearResampler`.
public struct BatchResampler: Sendable {
  /// The delay of the calculated point behind the frame, in seconds. Android's `RESAMPLE_LATENCY`.
  public static let latency = 0.005

  private var waiting: [PointerSample] = []
  /// The last two measured samples.
  private var newest: PointerSample?
  private var previous: PointerSample?
  /// The last calculated sample, with the contacts for which it is still valid.
  private var calculated: PointerSample?

  /// Creates a resampler without samples.
  public init() {}

  /// Adds a measured sample.
  public mutating func add(_ sample: PointerSample) { waiting.append(sample) }

  /// Appends the samples for the display frame at `time` (seconds) to `samples`.
  public mutating func frame(at time: Double, into samples: inout [PointerSample]) {
    let sampleTime = time - Self.latency
    while let first = waiting.first, first.action != .move || !isMoveLater(than: sampleTime) {
      waiting.removeFirst()
      samples.append(process(first))
      if first.action == .move, waiting.isEmpty || isMoveLater(than: sampleTime) {
        resample(at: sampleTime, into: &samples)
      }
    }
  }

  /// Reports whether the first waiting movement belongs to a later frame. A movement before another kind of
  /// event is due now.
  private func isMoveLater(than time: Double) -> Bool {
    waiting.allSatisfy { $0.action == .move }
      && waiting.first.map { $0.time > time + VelocityRules.rounding } ?? false
  }

  /// Records a measured sample and returns the sample to report.
  private mutating func process(_ sample: PointerSample) -> PointerSample {
    switch sample.action {
    case .down:
      calculated = nil
      previous = nil
      newest = sample
    case .move:
      previous = newest
      newest = sample
      return keepingCalculated(sample)
    case .pointerDown(let id), .pointerUp(let id):
      calculated?.pointers.removeAll { $0.id == id }
    case .up, .cancel:
      calculated = nil
      previous = nil
      newest = nil
    }
    return sample
  }

  /// Keeps calculated positions for resting contacts and late events, which must not jump back.
  private mutating func keepingCalculated(_ sample: PointerSample) -> PointerSample {
    guard let calculated else { return sample }
    var told = sample
    for index in told.pointers.indices {
      let id = told.pointers[index].id
      guard let position = calculated.position(of: id) else { continue }
      if sample.time < calculated.time - VelocityRules.rounding || rests(id) {
        told.pointers[index].position = position
        told.pointers[index].isResampled = true
      } else {
        self.calculated?.pointers.removeAll { $0.id == id }
      }
    }
    return told
  }

  /// Reports whether a contact's last two measured positions are equal.
  private func rests(_ id: Int32) -> Bool {
    guard let position = newest?.position(of: id) else { return false }
    return previous?.position(of: id) == position
  }

  private mutating func resample(at time: Double, into samples: inout [PointerSample]) {
    guard let newest, let (other, time) = partner(of: newest, at: time),
      abs(time - newest.time) > VelocityRules.rounding
    else { return }
    let part = (time - newest.time) / (other.time - newest.time)
    var result = newest
    result.time = time
    for index in result.pointers.indices {
      let pointer = result.pointers[index]
      if rests(pointer.id), let position = calculated?.position(of: pointer.id) {
        result.pointers[index].position = position
      } else if !pointer.isStylus, let position = other.position(of: pointer.id) {
        result.pointers[index].position = pointer.position + (position - pointer.position) * part
      }
      result.pointers[index].isResampled = true
    }
    calculated = result
    samples.append(result)
  }

  /// Returns the second sample for the calculation and the time that it allows. It is the next sample if that
  /// has arrived, else the previous one, within bounds.
  private func partner(of newest: PointerSample, at time: Double) -> (PointerSample, Double)? {
    let slack = VelocityRules.rounding
    if let next = waiting.first {
      return next.time - newest.time >= LinearResampler.shortestGap - slack ? (next, time) : nil
    }
    guard let previous else { return nil }
    let gap = newest.time - previous.time
    guard gap >= LinearResampler.shortestGap - slack, gap <= LinearResampler.longestGap + slack else {
      return nil
    }
    return (previous, min(time, newest.time + min(LinearResampler.longestPrediction, gap / 2)))
  }
}
