/// The conventions of a language for dates and times: names, order, digits and calendar.
package struct CalendarCustoms: Sendable {
  private let language: String
  private let datePattern: Substring
  private let datePatternWithYear: Substring
  private let hours24: Substring
  private let hours12: Substring
  /// Whether the language's speakers use a 12-hour clock.
  package let usesTwelveHours: Bool
  private let weekdays: [Substring]
  private let months: [Substring]
  private let halves: [Substring]
  /// The digit zero. The other nine follow it.
  private let zero: UInt32
  private let calendar: Calendar

  private enum Calendar { case gregorian, buddhist, persian }

  /// Chooses the first known language of `tags`, best first. Tags are in lower case: `de-at`, `zh-hant-tw`.
  /// Falls back to English.
  package init(_ tags: [String]) {
    self = tags.lazy.compactMap { Self(tag: $0) }.first ?? Self(tag: "en")!
  }

  private init?(tag: String) {
    var subtags = tag.split(separator: "-").map(String.init)
    guard let name = subtags.first else { return nil }
    subtags[0] = Self.otherNames[name] ?? name
    language = subtags[0]
    let variants = subtags.dropFirst().compactMap { CalendarTable.line(subtags[0] + "-" + $0) }
    guard let line = variants.first ?? CalendarTable.line(language) else { return nil }
    let fields = line.split(separator: "|", omittingEmptySubsequences: false)
    guard fields.count == 10 else { return nil }
    (datePattern, datePatternWithYear, hours24, hours12) = (fields[1], fields[2], fields[3], fields[4])
    (weekdays, months, halves) = (
      fields[6].split(separator: ","), fields[7].split(separator: ","), fields[8].split(separator: ",")
    )
    usesTwelveHours = Self.usesTwelveHours(language, subtags.dropFirst()) ?? (fields[5] == "12")
    let others = fields[9].split(separator: " ")
    zero = others.lazy.compactMap { Self.zeros[$0] }.first ?? 0x30
    calendar = others.contains("persian") ? .persian : others.contains("buddhist") ? .buddhist : .gregorian
  }

  /// Other tags of the same languages.
  private static let otherNames = ["no": "nb", "iw": "he", "in": "id", "tl": "fil"]
  private static let zeros: [Substring: UInt32] = [
    "arabext": 0x6F0, "beng": 0x9E6, "deva": 0x966, "mymr": 0x1040,
  ]

  /// Returns whether a region or script uses a 12-hour clock, if it differs from most speakers of the
  /// language. Returns nil if the subtags do not tell.
  private static func usesTwelveHours(_ language: String, _ subtags: ArraySlice<String>) -> Bool? {
    guard let regions = regions[language] else { return nil }
    return subtags.contains(where: regions.names.contains) ? regions.have12 : nil
  }

  private static let regions: [String: (names: Set<String>, have12: Bool)] = [
    "ar": (["dz", "eh", "ma", "tn"], false),
    "en": (["us", "ca", "au", "nz", "in", "ph"], true),
    "es": (["mx", "co", "us", "ve", "do"], true),
    "zh": (["hant", "tw", "hk", "mo"], true),
  ]

  /// Returns the name of a weekday. 0 is Sunday.
  package func weekday(_ weekday: Int) -> String { name(weekday, weekdays) }

  /// Returns a date of the Gregorian calendar in the language's own calendar: weekday (0 is Sunday), day,
  /// month and, if wanted, year.
  package func date(year: Int, month: Int, day: Int, weekday: Int, withYear: Bool) -> String {
    var (year, month, day) = (year, month, day)
    switch calendar {
    case .gregorian: break
    case .buddhist: year += 543
    case .persian: (year, month, day) = PersianDate.date(year: year, month: month, day: day)
    }
    return filled(withYear ? datePatternWithYear : datePattern) { letter, count in
      switch letter {
      case "E": name(weekday, weekdays)
      case "M": count < 4 ? number(month) : name(month - 1, months)
      case "y": number(year)
      case "d" where day == 1 && language == "fr": number(day) + "er"
      case "d": number(day)
      default: nil
      }
    }
  }

  /// Returns a time. `hour` is 0 to 23.
  package func clock(hour: Int, minute: Int, to12: Bool) -> String {
    filled(to12 ? hours12 : hours24) { letter, count in
      switch letter {
      case "H": number(hour, digits: count)
      case "h": number((hour + 11) % 12 + 1, digits: count)
      case "K": number(hour % 12, digits: count)
      case "m": number(minute, digits: count)
      case "a": name(hour < 12 ? 0 : 1, halves)
      case " ": "\u{202F}"
      default: nil
      }
    }
  }

  /// Fills a CLDR pattern. Quoted text and letters without a value stay as they are.
  private func filled(_ pattern: Substring, _ value: (Character, Int) -> String?) -> String {
    var (text, rest, isQuoted) = ("", pattern, false)
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      if letter == "'" {
        isQuoted.toggle()
        rest = rest.dropFirst()
      } else {
        text += isQuoted ? String(run) : value(letter, run.count) ?? String(run)
        rest = rest.dropFirst(run.count)
      }
    }
    return text
  }

  private func name(_ index: Int, _ names: [Substring]) -> String {
    names.indices.contains(index) ? String(names[index]) : ""
  }

  private func number(_ value: Int, digits: Int = 1) -> String {
    let plain = "\(value)"
    let padded = String(repeating: "0", count: max(0, digits - plain.count)) + plain
    guard zero != 0x30 else { return padded }
    var text = ""
    for digit in padded.unicodeScalars {
      text.unicodeScalars.append(
        "0"..."9" ~= digit ? Unicode.Scalar(digit.value - 0x30 + zero) ?? digit : digit)
    }
    return text
  }
}

/// The solar calendar of Iran and Afghanistan, with the 33-year cycle of leap years. It is correct from 1925
/// to 2124.
enum PersianDate {
  /// Converts a date of the Gregorian calendar.
  static func date(year: Int, month: Int, day: Int) -> (year: Int, month: Int, day: Int) {
    // Years begin in March, which makes a leap day the last day of a year (Richards, "Mapping Time", 1998).
    let (yearFromMarch, monthFromMarch) = (month < 3 ? year - 1 : year, (month + 9) % 12)
    let days =
      floor(yearFromMarch * 1461, by: 4) - floor(yearFromMarch, by: 100) + floor(yearFromMarch, by: 400)
      + (monthFromMarch * 153 + 2) / 5 + day - 1
    // The year 1 began 227 200 days after 1 March of the year 0.
    let since = days - 227_200
    let persian = 1 + floor(33 * since + 3, by: 12_053)
    let dayOfYear = since - (365 * (persian - 1) + floor(8 * persian + 21, by: 33))
    // Six months have 31 days, the others 30, the last one 29 or 30.
    return dayOfYear < 186
      ? (persian, dayOfYear / 31 + 1, dayOfYear % 31 + 1)
      : (persian, (dayOfYear - 6) / 30 + 1, (dayOfYear - 6) % 30 + 1)
  }

  private static func floor(_ value: Int, by divisor: Int) -> Int {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }
}
