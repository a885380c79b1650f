/// Measurements of one subject. They alternate with those of all others, so disturbances of the machine
/// affect all of them.
struct Samples {
  private var values: [Double] = []

  /// Adds a measurement.
  ///
  /// - Parameter count: how often the operation ran in that time.
  mutating func add(_ elapsed: Duration, count: Int) {
    let (seconds, attoseconds) = elapsed.components
    values.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count))
  }

  /// Returns the value, in nanoseconds, below which this share of the measurements lies.
  func quantile(_ part: Double) -> Double {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  var median: Double { quantile(0.5) }

  /// Returns the median, and the range of the middle 80 percent of the measurements.
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
