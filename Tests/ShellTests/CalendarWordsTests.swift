import Configuration
import Testing

@testable import Shell

@Suite struct CalendarWordsTests {
  private static let time = WallTime(
    year: 2026, month: 3, day: 1, weekday: 0, hour: 15, minute: 5, second: 0)

  @Test(arguments: [
    (["en_GB.UTF-8"], "Sunday 1 March", "Sunday 1 March 2026"),
    (["en_US"], "Sunday, March 1", "Sunday, March 1, 2026"),
    (["de_AT"], "Sonntag, 1. März", "Sonntag, 1. März 2026"),
    (["fr"], "dimanche 1er mars", "dimanche 1er mars 2026"),
    (["es_ES"], "domingo, 1 de marzo", "domingo, 1 de marzo de 2026"),
    (["ar_EG"], "الأحد، 1 مارس", "الأحد، 1 مارس 2026"), (["zh_CN"], "3月1日 星期日", "2026年3月1日 星期日"),
    (["ja_JP"], "3月1日 日曜日", "2026年3月1日 日曜日"), (["C"], "Sunday 1 March", "Sunday 1 March 2026"),
    (["xx", "de"], "Sonntag, 1. März", "Sonntag, 1. März 2026"),
    ([], "Sunday 1 March", "Sunday 1 March 2026"),
    (["hi_IN"], "रविवार, 1 मार्च", "रविवार, 1 मार्च 2026"), (["th_TH"], "วันอาทิตย์ที่ 1 มีนาคม", "วันอาทิตย์ที่ 1 มีนาคม 2569"),
    (["fa_IR"], "یکشنبه ۱۰ اسفند", "یکشنبه ۱۰ اسفند ۱۴۰۴"),
  ])
  func datesFollowTheLanguage(languages: [String], short: String, long: String) {
    let words = CalendarWords(languages)
    #expect(words.date(Self.time, withYear: false) == short)
    #expect(words.date(Self.time, withYear: true) == long)
  }

  @Test(arguments: [
    ("en_US", HeaderSettings.Clock.auto, "3:05\u{202F}PM"), ("en_GB", .auto, "15:05"), ("de", .auto, "15:05"),
    ("de", .hours12, "3:05\u{202F}PM"), ("en_US", .hours24, "15:05"), ("ja", .hours12, "午後3:05"),
    ("ar", .auto, "3:05\u{202F}م"), ("fi", .auto, "15.05"), ("hi", .auto, "3:05\u{202F}pm"),
    ("fa", .auto, "۱۵:۰۵"), ("ko", .auto, "오후\u{202F}3:05"), ("fr_CA", .auto, "15\u{202F}h\u{202F}05"),
  ])
  func timesFollowTheLanguage(language: String, style: HeaderSettings.Clock, expected: String) {
    #expect(CalendarWords([language]).clock(Self.time, style) == expected)
  }

  @Test(arguments: [(0, "12:05\u{202F}AM"), (12, "12:05\u{202F}PM"), (23, "11:05\u{202F}PM")])
  func twelveComesBeforeOne(hour: Int, expected: String) {
    var time = Self.time
    time.hour = hour
    #expect(CalendarWords(["en_US"]).clock(time, .auto) == expected)
  }
}
