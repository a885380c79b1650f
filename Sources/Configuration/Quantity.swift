/// Numbers with a unit, as an operator writes them: `90s`, `1h 30min`, `512M`.
package enum Quantity {
  /// As systemd.time(7) writes them.
  private static let timeUnits: [(word: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("min", 60), ("h", 3600), ("d", 86_400),
  ]
  /// As systemd.resource-control(5) writes them.
  private static let memoryUnits: [String: UInt64] = [
    "": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40,
  ]

  /// The seconds that a text names, which is one length of time or several, the sum of which counts; nil when
  /// it names none.
  package static func seconds(_ text: String) -> Double? {
    var rest = text[...].drop { $0 == " " }
    guard !rest.isEmpty else { return nil }
    var sum = 0.0
    while !rest.isEmpty {
      // Lengths of time beyond a lifetime are slips.
      guard let (number, word) = consumeNumber(&rest), number < 1e9,
        let unit = timeUnits.first(where: { $0.word == word })
      else {
        return nil
      }
      // A thousandth is no binary fraction: 9 ms are 9 / 1000 exactly as a file's 0.009.
      sum += word == "ms" ? number / 1000 : number * unit.seconds
    }
    return sum
  }

  /// The bytes that a text names; nil when it names none.
  package static func bytes(_ text: String) -> UInt64? {
    var rest = text[...].drop { $0 == " " }
    guard let (number, word) = consumeNumber(&rest), rest.isEmpty, let unit = memoryUnits[word] else {
      return nil
    }
    return UInt64(exactly: (number * Double(unit)).rounded())
  }

  /// The shortest text for some seconds.
  package static func text(seconds: Double) -> String {
    // Two and a half seconds are easier to read than 2500 ms.
    if seconds > 0, seconds < 1 {
      let milliseconds = (seconds * 1000).rounded()
      if milliseconds / 1000 == seconds { return "\(Int(milliseconds))ms" }
      // Numbers that small have an exponent, which no text of a time has.
      return seconds < 1e-4 ? "\(TOMLText.of(seconds < 1e-7 ? 0 : seconds * 1000))ms" : "\(seconds)s"
    }
    guard seconds > 0, seconds == seconds.rounded() else { return "\(TOMLText.of(seconds))s" }
    let unit =
      timeUnits.last { seconds / $0.seconds == (seconds / $0.seconds).rounded() } ?? timeUnits[1]
    return "\(Int(seconds / unit.seconds))\(unit.word)"
  }

  /// A number and the letters behind it, and blanks around both.
  private static func consumeNumber(_ rest: inout Substring) -> (Double, String)? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    // Longer numbers are nonsense, and may be infinite.
    guard !digits.isEmpty, digits.utf8.count < 32, let number = Double(digits) else { return nil }
    rest = rest.dropFirst(digits.count).drop { $0 == " " }
    let unit = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(unit.count).drop { $0 == " " }
    return (number, String(unit))
  }
}
