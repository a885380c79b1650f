import Configuration

/// Numbers with a unit.
extension ConfigurationDecoder {
  /// Units of time in seconds, as systemd.time(7) writes them.
  private static let seconds: [String: Double] = [
    "ms": 0.001, "s": 1, "sec": 1, "min": 60, "h": 3600, "d": 86_400,
  ]
  /// Units of memory in bytes, as systemd.resource-control(5) writes them.
  private static let bytes: [String: UInt64] = [
    "": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40,
  ]

  /// A span of time in seconds, within the key's range.
  mutating func duration(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> Double? {
    guard case .duration(let range) = key.kind else { return nil }
    guard case .string(let text) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    guard let seconds = Self.seconds(text), range.contains(seconds) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(text))\"", at: entry.node.position, key: key.dottedName)
      return nil
    }
    return seconds
  }

  /// Numbers with units behind one another, the sum of which counts: `1h 30min`.
  static func seconds(_ text: String) -> Double? {
    var rest = text[...].drop { $0 == " " }
    guard !rest.isEmpty else { return nil }
    var sum = 0.0
    while !rest.isEmpty {
      guard let (number, unit) = takeQuantity(&rest), let factor = seconds[unit] else { return nil }
      sum += number * factor
    }
    return sum
  }

  /// An amount of memory in bytes, within the key's range.
  mutating func memory(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> UInt64? {
    guard case .memory(let range) = key.kind else { return nil }
    var amount: UInt64?
    switch entry.node.value {
    case .integer(let integer): amount = UInt64(exactly: integer)
    case .string(let text):
      var rest = text[...].drop { $0 == " " }
      if let (number, unit) = Self.takeQuantity(&rest), rest.isEmpty, let factor = Self.bytes[unit] {
        amount = UInt64(exactly: (number * Double(factor)).rounded())
      }
    default:
      failType(entry.node, key)
      return nil
    }
    guard let amount, range.contains(amount) else {
      fail("must be \(key.kind)", at: entry.node.position, key: key.dottedName)
      return nil
    }
    return amount
  }

  /// A number and the letters behind it, and blanks around both.
  private static func takeQuantity(_ rest: inout Substring) -> (Double, String)? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    // Longer numbers are nonsense, and may be infinite.
    guard !digits.isEmpty, digits.utf8.count < 20, let number = Double(digits) else { return nil }
    rest = rest.dropFirst(digits.count).drop { $0 == " " }
    let unit = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(unit.count).drop { $0 == " " }
    return (number, String(unit))
  }
}
