/// A day of the Gregorian calendar in UTC.
package struct UTCDay: Hashable, Comparable, Sendable {
  /// Days since 1 January 1970.
  package let number: Int

  private static let secondsPerDay: Int64 = 86_400
  /// Days from 1 March of the year 0 to 1 January 1970.
  private static let epoch = 719_468

  package init(number: Int) { self.number = number }

  /// Returns the day of a time in seconds since 1970.
  package init(secondsSince1970 seconds: Int64) {
    number = Int((Double(seconds) / Double(Self.secondsPerDay)).rounded(.down))
  }

  /// Reads a day such as 2027-01-31. Returns nil for other texts.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    guard isPlain, parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]),
      let month = Int(parts[1]),
      let day = Int(parts[2]), (1970...9999).contains(year), (1...12).contains(month), day >= 1
    else { return nil }
    self.init(year: year, month: month, day: day)
    // The day of a shorter month, such as 30 February, reads back as another one.
    guard description == text else { return nil }
  }

  /// Counts days in years that begin in March: the leap day is then the last one.
  private init(year: Int, month: Int, day: Int) {
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.epoch
  }

  package static func < (left: UTCDay, right: UTCDay) -> Bool { left.number < right.number }
}

extension UTCDay: CustomStringConvertible {
  package var description: String {
    let days = number + Self.epoch
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let (day, month) = (dayOfYear - (153 * shifted + 2) / 5 + 1, shifted < 10 ? shifted + 3 : shifted - 9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
