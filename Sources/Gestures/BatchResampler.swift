import RotundaGeometry

/// Android's resampling: moves wait for the display frame, and each frame ends with one calculated point.
///
/// For devices and recordings that report all contacts at once; a drag of `GestureRecognizer` uses `LinearResampler`.
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
      samples.append(take(first))
      if first.action == .move, waiting.isEmpty || isMoveLater(than: sampleTime) {
        resample(at: sampleTime, into: &samples)
      }
    }
  }

  /// Whether the first waiting move belongs to a later frame. One that something else follows is told now.
  private func isMoveLater(than time: Double) -> Bool {
    waiting.allSatisfy { $0.action == .move }
      && waiting.first.map { $0.time > time + VelocityRules.rounding } ?? false
  }

  /// Notes a measured sample, and returns it as it is to be told.
  private mutating func take(_ sample: PointerSample) -> PointerSample {
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

  /// A contact that rests, or an event that comes late, must not leap back from where it was calculated to be.
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

  /// The sample that gives the direction, and the time that can be calculated with it: the next one when it waits,
  /// else the one before, within bounds.
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
