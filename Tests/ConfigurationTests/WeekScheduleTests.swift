import Configuration
import Testing

@testable import Configuration

struct WeekScheduleTests {
  private static func minute(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Int {
    (day * 24 + hour) * 60 + minute
  }

  @Test(arguments: [
    (["mon-fri 08:00-18:00"], minute(0, 8), true), (["mon-fri 08:00-18:00"], minute(0, 18), false),
    (["mon-fri 08:00-18:00"], minute(5, 9), false), (["sat,sun"], minute(6, 23, 59), true),
    (["sat,sun"], minute(0, 0), false), (["22:00-04:00"], minute(3, 3), true),
    (["22:00-04:00"], minute(3, 4), false),
    (["sun 22:00-04:00"], minute(0, 3), true), (["sun 22:00-04:00"], minute(6, 3), false),
    (["fri-mon 9:00-10:00"], minute(0, 9), true), (["fri-mon 9:00-10:00"], minute(1, 9), false),
    (["MON", "tue 00:00-24:00"], minute(1, 23, 59), true), ([], 0, false),
    (["12:00-12:00"], minute(4, 3), true),
  ])
  func scheduleContainsItsTimes(texts: [String], minute: Int, isOne: Bool) throws {
    #expect(try #require(WeekSchedule(texts)).contains(minute) == isOne)
  }

  @Test(arguments: [
    "", "mon tue", "08:00", "8-18", "mon-", "-fri", "mon 8:0-9:00", "25:00-26:00", "mon 08:60-09:00",
    "08:00-18:00 mon", "mon-wed-fri", "mon  08:00-18:00-19:00", "+8:00-18:00", "mon,,tue", "montag",
  ])
  func invalidTimesAreRejected(text: String) {
    #expect(WeekSchedule([text]) == nil)
  }

  @Test func changesAreFoundAllAroundTheWeek() throws {
    for texts in [["mon-fri 08:00-18:00"], ["sun 22:00-04:00", "wed"], ["sat,sun"], ["mon-sun 23:59-00:01"]] {
      let schedule = try #require(WeekSchedule(texts))
      for minute in stride(from: 0, to: WeekSchedule.minutesPerWeek, by: 7) {
        let next = try #require(schedule.change(after: minute))
        let distance = WeekSchedule.distance(from: minute, to: next)
        let same = (1..<distance).allSatisfy {
          schedule.contains((minute + $0) % WeekSchedule.minutesPerWeek)
            == schedule.contains((minute + 1) % WeekSchedule.minutesPerWeek) || distance == 1
        }
        let before = (next + WeekSchedule.minutesPerWeek - 1) % WeekSchedule.minutesPerWeek
        #expect(same && schedule.contains(next) != schedule.contains(before), "\(texts) after \(minute)")
      }
    }
  }

  @Test(arguments: [[], ["mon-sun"], ["00:00-12:00", "12:00-24:00"]]) func constantScheduleHasNoNextChange(
    texts: [String]
  ) throws {
    #expect(try #require(WeekSchedule(texts)).change(after: 100) == nil)
  }

  @Test(arguments: [
    ("90s", 90.0), ("3min", 180), ("1h 30min", 5400), ("1.5h", 5400), ("250ms", 0.25), ("2d", 172_800),
  ])
  func durationsAreRead(text: String, seconds: Double) {
    #expect(Quantity.seconds(text) == seconds)
  }

  @Test(arguments: ["", "90", "s", "-3s", "1e9s", "9999999999s", "3minutes", "∞s"])
  func invalidDurationsAreRejected(text: String) {
    #expect(Quantity.seconds(text) == nil)
  }
}
