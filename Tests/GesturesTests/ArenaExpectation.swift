import GestureReplay

/// An expected outcome of a script. Only its present fields count.
struct ArenaExpectation: Sendable, CustomStringConvertible {
  /// The kind of outcome.
  let kind: String
  /// Words that must be equal.
  let words: [String: String]
  /// The valid ranges of numbers.
  let ranges: [String: ClosedRange<Double>]
  /// Whether it is a fling.
  let fling: Bool?
  let description: String

  init(_ fields: [String: Any]) {
    kind = fields["is"] as? String ?? ""
    let tolerance = fields["tol"] as? Double ?? 0
    var words: [String: String] = [:]
    var ranges: [String: ClosedRange<Double>] = [:]
    for (name, value) in fields where !["is", "tol", "fling"].contains(name) {
      if let word = value as? String { words[name] = word }
      if let bounds = value as? [Double] { ranges[name] = bounds[0]...bounds[1] }
      if let number = value as? Double {
        // The tolerance on velocities is at least 2 dp/s.
        let slack = ["vx", "vy"].contains(name) ? max(tolerance * abs(number), 2) : 0
        ranges[name] = number - slack...number + slack
      }
    }
    self.words = words
    self.ranges = ranges
    fling = fields["fling"] as? Bool
    description = "\(fields)"
  }

  /// The differences of `outcome` from the expectation.
  func faults(of outcome: ArenaOutcome) -> [String] {
    var faults: [String] = []
    if outcome.kind != kind { faults.append("is \(outcome.kind), not \(kind)") }
    for (name, word) in words where outcome.words[name] != word {
      faults.append("\(name) is \(outcome.words[name] ?? "missing"), not \(word)")
    }
    for (name, range) in ranges {
      let number = outcome.numbers[name] ?? .nan
      if !range.contains(number) { faults.append("\(name) is \(number), not in \(range)") }
    }
    if let fling, outcome.fling != fling { faults.append("fling is not \(fling)") }
    return faults
  }
}
