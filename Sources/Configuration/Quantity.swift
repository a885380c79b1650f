/// Numbers with a unit, as operators write them: `90s`, `1h 30min`, `512M`.
package enum Quantity {
  /// The units of systemd.time(7).
  private static let timeUnits: [(word: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("min", 60), ("h", 3600), ("d", 86_400),
  ]
  /// The units of systemd.resource-control(5).
  private static let memoryUnits: [String: UInt64] = [
    "": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40,
  ]

  /// Parses one duration, or several that are added up. Returns nil for other text.
  package static func seconds(_ text: String) -> Double? {
    var rest = text[...].drop { $0 == " " }
    guard !rest.isEmpty else { return nil }
    var sum = 0.0
    while !rest.isEmpty {
      // Durations beyond a lifetime are mistakes.
      guard let (number, word) = consumeNumber(&rest), number < 1e9,
        let unit = timeUnits.first(where: { $0.word == word })
      else {
        return nil
      }
      // A thousandth is not a binary fraction. 9 / 1000 equals the 0.009 of a file exactly.
      sum += word == "ms" ? number / 1000 : number * unit.seconds
    }
    return sum
  }

  /// Parses an amount of memory, in bytes. Returns nil for other text.
  package static func bytes(_ text: String) -> UInt64? {
    var rest = text[...].drop { $0 == " " }
    guard let (number, word) = consumeNumber(&rest), rest.isEmpty, let unit = memoryUnits[word] else {
      return nil
    }
    return UInt64(exactly: (number * Double(unit)).rounded())
  }

  /// Returns the shortest text for a duration.
  package static func text(seconds: Double) -> String {
    // Two and a half seconds are easier to read than 2500 ms.
    if seconds > 0, seconds < 1 {
      let milliseconds = (seconds * 1000).rounded()
      if milliseconds / 1000 == seconds { return "\(Int(milliseconds))ms" }
      // Numbers this small have an exponent, which the text of a duration cannot contain.
      return seconds < 1e-4 ? "\(TOMLText.of(seconds < 1e-7 ? 0 : seconds * 1000))ms" : "\(seconds)s"
    }
    guard seconds > 0, seconds == seconds.rounded() else { return "\(TOMLText.of(seconds))s" }
    let unit =
      timeUnits.last { seconds / $0.seconds == (seconds / $0.seconds).rounded() } ?? timeUnits[1]
    return "\(Int(seconds / unit.seconds))\(unit.word)"
  }

  /// Consumes a number, the letters behind it, and the blanks around both.
  private static func consumeNumber(_ rest: inout Substring) -> (Double, String)? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    // Longer numbers make no sense, and may be infinite.
    guard !digits.isEmpty, digits.utf8.count < 32, let number = Double(digits) else { return nil }
    rest = rest.dropFirst(digits.count).drop { $0 == " " }
    let unit = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(unit.count).drop { $0 == " " }
    return (number, String(unit))
  }
}
