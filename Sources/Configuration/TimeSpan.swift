/// A length of time as an operator writes it: `90s`, `3min`, `1h 30min`.
enum TimeSpan {
  private static let units: [(word: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("min", 60), ("h", 3600), ("d", 86_400),
  ]

  /// The seconds that a text names; nil when it names none.
  static func seconds(_ text: String) -> Double? {
    var sum: Double?
    for part in text.split(separator: " ") {
      let digits = part.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let word = part.dropFirst(digits.count)
      guard digits.utf8.count <= 9, let number = Double(digits),
        let unit = units.first(where: { $0.word == word })
      else { return nil }
      sum = (sum ?? 0) + number * unit.seconds
    }
    return sum
  }

  /// The shortest text for some seconds.
  static func text(_ seconds: Double) -> String {
    let unit = units.last { seconds / $0.seconds == (seconds / $0.seconds).rounded() } ?? units[1]
    return "\(Int(seconds / unit.seconds))\(unit.word)"
  }
}

extension ConfigurationKey {
  /// The seconds that a text of the configuration names, as in `90s`; nil when it names none.
  public static func seconds(_ text: String) -> Double? { TimeSpan.seconds(text) }
}
