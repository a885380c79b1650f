import Foundation
import Testing

@testable import Languages

/// Compares the table of calendars with Foundation's data from Unicode's CLDR.
struct CalendarCustomsTests {
  private static let languages =
    """
    af ar az be bg bn ca cs cy da de de-at el en en-us es et eu fa fi fil fr fr-ca ga gl gu he hi hr hu hy id is it ja ka kk km kn ko \
    lt lv mk ml mn mr ms my nb ne nl nn pa pl pt ro ru sk sl sq sr sr-latn sv sw ta te th tr uk ur uz vi zh
    """.split(separator: " ").map(String.init)

  /// Intentional differences from Foundation's data, with their reasons.
  private enum Difference {
    /// Newer data has no comma before the year, and neither has the launcher. CLDR has no separate order for
    /// a year of the Persian calendar: the order is that of full dates.
    static let longDate: Set<String> = ["ar", "en", "fa"]
    /// Newer data and Debian's ICU have the standalone form, and Foundation the form within a sentence.
    static let weekday: Set<String> = ["fi"]
    /// Debian's ICU has these letters for the hours, as people write them.
    static let clock: Set<String> = ["fr-ca", "hi", "ur", "en"]
    /// Foundation has Latin digits, but CLDR has the script's own.
    static let digits: Set<String> = ["bn", "mr"]
    /// CLDR has no word for the first day of a month, but French does.
    static let firstDay: Set<String> = ["fr", "fr-ca"]
  }

  private static func formatter(_ language: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: language == "en" ? "en-GB" : language)
    formatter.calendar = Calendar(identifier: formatter.locale.calendar.identifier)
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.calendar.timeZone = formatter.timeZone
    return formatter
  }

  /// Replaces all spaces with one kind, because the space before AM and PM varies.
  private static func plain(_ text: String) -> String {
    String(text.map { $0.isWhitespace ? " " : $0 })
  }

  private static func latin(_ text: String) -> String {
    var latin = ""
    for scalar in text.unicodeScalars {
      if let digit = scalar.properties.numericValue, scalar.properties.numericType == .decimal {
        latin += "\(Int(digit))"
      } else if !scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{200C}" || scalar == "\u{200D}"
      {
        latin.unicodeScalars.append(scalar)
      }
    }
    return latin
  }

  /// Days that cover every month and weekday, in both halves of the day.
  private static let days: [Date] = (0..<24).map {
    Date(timeIntervalSince1970: 1_767_571_500 + 1_339_200 * Double($0))
  }

  @Test(arguments: languages) func datesAndHoursMatchCLDR(language: String) {
    let formatter = Self.formatter(language)
    let customs = CalendarCustoms([language])
    var common = Calendar(identifier: .gregorian)
    common.timeZone = formatter.timeZone
    for day in Self.days {
      let parts = common.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: day)
      func date(_ withYear: Bool) -> String {
        customs.date(
          year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0,
          weekday: (parts.weekday ?? 0) - 1, withYear: withYear)
      }
      func expected(_ template: String) -> String {
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter.string(from: day)
      }
      func same(_ text: String, _ other: String) {
        if Difference.digits.contains(language) {
          #expect(Self.latin(text) == Self.latin(other))
          #expect(text != other)
        } else {
          #expect(text == other, "\(language)")
        }
      }
      if parts.day != 1 || !Difference.firstDay.contains(language) {
        if !Difference.weekday.contains(language) { same(date(false), expected("EEEEdMMMM")) }
        if !Difference.longDate.union(Difference.weekday).contains(language) {
          same(date(true), expected("EEEEdMMMMy"))
        }
      }
      guard !Difference.clock.contains(language) else { continue }
      for (to12, template) in [(false, "Hm"), (true, "hm")] {
        let text = customs.clock(hour: parts.hour ?? 0, minute: parts.minute ?? 0, to12: to12)
        same(Self.plain(text), Self.plain(expected(template)))
      }
    }
  }

  @Test(arguments: languages) func everyMonthAndDayHasAName(language: String) {
    let customs = CalendarCustoms([language])
    var texts: Set<String> = []
    for month in 1...12 {
      for weekday in 0...6 {
        texts.insert(customs.date(year: 2026, month: month, day: 3, weekday: weekday, withYear: false))
      }
    }
    #expect(texts.count == 84, "\(texts)")
    let odd = customs.date(year: 0, month: 99, day: -5, weekday: -3, withYear: true)
    #expect(!odd.isEmpty, "an impossible date does not crash")
  }

  @Test(arguments: [
    ("no", "nb"), ("iw", "he"), ("tl", "fil"), ("de-at-1996", "de-at"), ("xx", "en"), ("", "en"),
    ("zh-hant-tw", "zh"),
    ("sr-latn-rs", "sr-latn"), ("pt-br", "pt"),
  ])
  func unlistedTagUsesTheNearestEntry(tag: String, other: String) {
    let (first, second) = (CalendarCustoms([tag]), CalendarCustoms([other]))
    for withYear in [false, true] {
      #expect(
        first.date(year: 2026, month: 1, day: 4, weekday: 0, withYear: withYear)
          == second.date(year: 2026, month: 1, day: 4, weekday: 0, withYear: withYear))
    }
  }

  @Test(arguments: [
    ("en-gb", false), ("en-in", true), ("es", false), ("es-mx", true), ("ar", true), ("ar-ma", false),
    ("zh-cn", false),
    ("zh-hant-tw", true), ("hi", true), ("de", false),
  ])
  func regionsHaveTheirHourCycle(tag: String, to12: Bool) {
    #expect(CalendarCustoms([tag]).usesTwelveHours == to12)
  }

  @Test func thePersianYearBeginsInSpring() throws {
    var (persian, common) = (Calendar(identifier: .persian), Calendar(identifier: .gregorian))
    let zone = try #require(TimeZone(identifier: "UTC"))
    (persian.timeZone, common.timeZone) = (zone, zone)
    for year in 1930...2100 {
      for (month, day) in [(1, 1), (2, 28), (3, 20), (3, 21), (3, 22), (9, 22), (9, 23), (12, 31)] {
        let date = try #require(common.date(from: DateComponents(year: year, month: month, day: day)))
        let parts = persian.dateComponents([.year, .month, .day], from: date)
        let ours = PersianDate.date(year: year, month: month, day: day)
        #expect(
          ours.year == parts.year && ours.month == parts.month && ours.day == parts.day,
          "\(year)-\(month)-\(day)")
      }
    }
  }
}
