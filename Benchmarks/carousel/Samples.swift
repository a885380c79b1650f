/// Measurements of one thing, taken in turns with those of all others, so that what disturbs the machine for
/// a while disturbs all of them.
struct Samples {
  private var values: [Double] = []

  /// Notes how long something took.
  ///
  /// - Parameter count: How often it was done.
  mutating func add(_ elapsed: Duration, count: Int) {
    let (seconds, attoseconds) = elapsed.components
    values.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count))
  }

  /// The value, in nanoseconds, below which this part of the measurements lies.
  func quantile(_ part: Double) -> Double {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  var median: Double { quantile(0.5) }

  /// The median, and between which values four fifths of the measurements lie.
  func text(unit: Double, places: Int) -> String {
    let (low, high) = (quantile(0.1), quantile(0.9))
    func number(_ value: Double) -> String { (value / unit).text(places: places) }
    return "\(number(median)) (\(number(low))–\(number(high)))"
  }
}

extension Double {
  func text(places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { factor, _ in factor * 10 }
    return String((self * scale).rounded() / scale)
  }
}
