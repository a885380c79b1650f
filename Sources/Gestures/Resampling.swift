import RotundaGeometry

/// Where a contact is at the time of a display frame, from its last two samples, as Chromium's linear
/// resampling does.
public struct LinearResampler: Hashable, Sendable {
  /// A position at a time in seconds.
  public struct Prediction: Hashable, Sendable {
    /// Where the contact is expected, in the unit of the samples.
    public var position: Point
    /// The time that it is expected for, in seconds of the clock of the samples.
    public var time: Double
  }

  /// Added to a frame's time, in seconds: a little in the past, there mostly is a sample on either side.
  /// Chromium and Android.
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
  private static let defaultInterval = 0.008

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

/// All contacts of a device at one time, as Android's input events carry them.
public struct PointerSample: Hashable, Sendable {
  /// What happened.
  public enum Action: Hashable, Sendable {
    /// The first contact landed.
    case down
    /// Contacts moved.
    case move
    /// The last contact lifted.
    case up
    /// Everything was taken back.
    case cancel
    /// A further contact landed.
    case pointerDown(Int32)
    /// One of several contacts lifted.
    case pointerUp(Int32)
  }

  /// One contact.
  public struct Pointer: Hashable, Sendable {
    /// Its id, the same for as long as it is down.
    public var id: Int32
    /// Where it is, in any unit of length.
    public var position: Point
    /// Whether it is a pen, whose position is reported as it is.
    public var isStylus = false
    /// Whether the position is calculated, not measured.
    public var isResampled = false

    /// A measured contact.
    public init(id: Int32, position: Point, isStylus: Bool = false) {
      self.id = id
      self.position = position
      self.isStylus = isStylus
    }
  }

  /// When, in seconds.
  public var time: Double
  /// What happened.
  public var action: Action
  /// All contacts that are down.
  public var pointers: [Pointer]

  /// A sample.
  public init(time: Double, action: Action, pointers: [Pointer]) {
    self.time = time
    self.action = action
    self.pointers = pointers
  }

  func position(of id: Int32) -> Point? { pointers.first { $0.id == id }?.position }
}

/// Android's resampling: moves wait for the display frame, and each frame ends with one calculated point.
///
/// For devices and recordings that report all contacts at once; a drag of `GestureRecognizer` uses
/// `LinearResampler`.
public struct BatchResampler: Sendable {
  /// How far behind the frame the calculated point lies, in seconds. Android's `RESAMPLE_LATENCY`.
  public static let latency = 0.005

  private var waiting: [PointerSample] = []
  /// The last two measured samples.
  private var newest: PointerSample?
  private var previous: PointerSample?
  /// The last calculated one, with the contacts for which it still counts.
  private var calculated: PointerSample?

  /// A resampler without samples.
  public init() {}

  /// A measured sample arrived.
  public mutating func add(_ sample: PointerSample) { waiting.append(sample) }

  /// Appends to `samples` what is to be told in the display frame of `time` (seconds).
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

  /// Whether the first waiting move belongs to a later frame. One that something else follows is reported
  /// now.
  private func isMoveLater(than time: Double) -> Bool {
    waiting.allSatisfy { $0.action == .move }
      && waiting.first.map { $0.time > time + VelocityRules.rounding } ?? false
  }

  /// Notes a measured sample, and returns it as it is to be told.
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

  /// A contact that rests, or an event that comes late, must not leap back from where it was calculated to
  /// be.
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

  /// Whether a contact's last two measured positions are the same.
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

  /// The sample that gives the direction, and the time that can be calculated with it: the next one when it
  /// waits, else the one before, within bounds.
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
