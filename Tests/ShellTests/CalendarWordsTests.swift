import Configuration
import Testing

@testable import Shell

@Suite struct CalendarWordsTests {
  private static let time = WallTime(
    year: 2026, month: 3, day: 1, weekday: 0, hour: 15, minute: 5, second: 0)

  /// The words of the first of some languages that there is a catalogue for, as the launcher looks for it.
  private static func words(_ languages: [String]) throws -> Words {
    for language in languages.map({ String($0.prefix(2)) }) {
      if language == "en" { break }
      if let words = try Words.compiled(language) { return words }
    }
    return .english
  }

  @Test func withoutACatalogueDatesAreEnglish() {
    #expect(CalendarWords(["de"], .english).date(Self.time, withYear: true) == "Sunday 1 March 2026")
  }

  @Test(arguments: [
    (["en_GB.UTF-8"], "Sunday 1 March", "Sunday 1 March 2026"),
    (["en_US"], "Sunday, March 1", "Sunday, March 1, 2026"),
    (["de_AT"], "Sonntag, 1. März", "Sonntag, 1. März 2026"),
    (["fr"], "dimanche 1er mars", "dimanche 1er mars 2026"),
    (["es_ES"], "domingo, 1 de marzo", "domingo, 1 de marzo de 2026"),
    (["ar_EG"], "الأحد، 1 مارس", "الأحد، 1 مارس 2026"), (["zh_CN"], "3月1日 星期日", "2026年3月1日 星期日"),
    (["ja_JP"], "3月1日 日曜日", "2026年3月1日 日曜日"), (["C"], "Sunday 1 March", "Sunday 1 March 2026"),
    (["cs", "de"], "Sonntag, 1. März", "Sonntag, 1. März 2026"),
    ([], "Sunday 1 March", "Sunday 1 March 2026"),
  ])
  func datesAreWrittenAsTheLanguageHasThem(languages: [String], short: String, long: String) throws {
    let words = CalendarWords(languages, try Self.words(languages))
    #expect(words.date(Self.time, withYear: false) == short)
    #expect(words.date(Self.time, withYear: true) == long)
  }

  @Test(arguments: [
    ("en_US", HeaderSettings.Clock.auto, "3:05\u{202F}PM"), ("en_GB", .auto, "15:05"), ("de", .auto, "15:05"),
    ("de", .hours12, "3:05\u{202F}PM"), ("en_US", .hours24, "15:05"), ("ja", .hours12, "午後3:05"),
    ("ar", .auto, "3:05\u{202F}م"),
  ])
  func clocksToo(language: String, style: HeaderSettings.Clock, expected: String) throws {
    #expect(CalendarWords([language], try Self.words([language])).clock(Self.time, style) == expected)
  }

  @Test(arguments: [(0, "12:05\u{202F}AM"), (12, "12:05\u{202F}PM"), (23, "11:05\u{202F}PM")])
  func twelveComesBeforeOne(hour: Int, expected: String) {
    var time = Self.time
    time.hour = hour
    #expect(CalendarWords(["en_US"], .english).clock(time, .auto) == expected)
  }

  @Test(arguments: ["en", "de", "fr", "es", "ar", "zh", "ja"])
  func everyMonthAndDayHasAName(language: String) throws {
    let words = CalendarWords([language], try Self.words([language]))
    var texts: Set<String> = []
    for month in 1...12 {
      for weekday in 0...6 {
        var time = Self.time
        (time.month, time.weekday) = (month, weekday)
        texts.insert(words.date(time, withYear: false))
      }
    }
    #expect(texts.count == 84, "\(texts)")
    var odd = Self.time
    (odd.month, odd.weekday) = (99, -3)
    #expect(!words.date(odd, withYear: true).isEmpty, "what cannot be is no reason to stop")
  }
}
