import Configuration

/// How dates and times of day are written: kiosks often have no locale but C, so names and orders come from the catalogues.
///
/// Those of English, and what depends on the region, are those of Unicode's CLDR 44 (formats `EEEEdMMMM`, `EEEEdMMMMy`,
/// `jm`), and so should translations be.
struct CalendarWords {
  private let words: Words
  private let language: String
  private let region: String?

  /// In these words; `languages`, best first, say what words do not: whether hours are counted to 12, for example.
  init(_ languages: [String], _ words: Words) {
    self.words = words
    let tags = languages.compactMap { LanguageTag($0)?.subtags }
    let known = tags.first { $0.first.map(Self.languages.contains) == true } ?? ["en"]
    language = known[0]
    region = known.dropFirst().first { $0.utf8.count == 2 }
  }

  /// The languages whose customs are known.
  private static let languages = ["en", "de", "fr", "es", "ar", "zh", "ja"]

  private static let weekdays: [Phrase] = [
    .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
  ]
  private static let months: [Phrase] = [
    .january, .february, .march, .april, .may, .june, .july, .august, .september, .october, .november,
    .december,
  ]

  /// The day of the week, of the month, the month and, if wanted, the year.
  func date(_ time: WallTime, withYear: Bool) -> String {
    let (weekday, month) = (
      name(time.weekday, of: Self.weekdays), name(time.month - 1, of: Self.months)
    )
    let day = time.day == 1 ? words(.firstDay) : "\(time.day)"
    // English is one language with two orders.
    if words == .english, language == "en", region == "us" {
      return "\(weekday), \(month) \(day)" + (withYear ? ", \(time.year)" : "")
    }
    return withYear
      ? words(.dateWithYear, weekday, day, month, "\(time.year)")
      : words(.dateWithoutYear, weekday, day, month)
  }

  /// Hour and minute.
  func clock(_ time: WallTime, _ style: HeaderSettings.Clock) -> String {
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    let isTwelve = style == .hours12 || (style == .auto && usesTwelveHours)
    guard isTwelve else {
      let pads = !(language == "es" || language == "ja") && time.hour < 10
      return "\(pads ? "0" : "")\(time.hour):\(minute)"
    }
    return words(
      .halfDayClock, "\((time.hour + 11) % 12 + 1):\(minute)", words(time.hour < 12 ? .morning : .evening))
  }

  private var usesTwelveHours: Bool {
    switch language {
    case "ar": true
    case "en": ["us", "ca", "au", "nz", "in", "ph"].contains(region)
    case "es": ["mx", "co", "us", "ve", "do"].contains(region)
    default: false
    }
  }

  private func name(_ index: Int, of names: [Phrase]) -> String {
    names.indices.contains(index) ? words(names[index]) : ""
  }
}

/// A moment as clocks and calendars on walls show it.
package struct WallTime: Hashable, Sendable {
  /// The year of the common era.
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  /// 0 (Sunday) to 6.
  package var weekday: Int
  /// 0 to 23.
  package var hour: Int
  /// 0 to 59.
  package var minute: Int
  /// Seconds of the minute, with their fraction.
  package var second: Double

  package init(year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Double) {
    (self.year, self.month, self.day, self.weekday) = (year, month, day, weekday)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }
}
