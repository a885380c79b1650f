import Foundation
import Testing

@testable import EventLoop

/// The wall clock, with the days on which it changes to and from summer time.
@MainActor
@Suite(.serialized)
struct WallClockTests {
  /// Unix seconds in Berlin in 2026. Summer time begins on 29 March at 02:00 and ends on 25 October at 03:00.
  private nonisolated static let spring = 1_774_738_800  // Sunday 00:00 CET
  private nonisolated static let autumn = 1_792_879_200  // Sunday 00:00 CEST
  private nonisolated static let sunday = 6 * 1440

  private func inBerlin<Result>(_ body: () -> Result) -> Result { inZone("Europe/Berlin", body) }

  private func inZone<Result>(_ zone: String, _ body: () -> Result) -> Result {
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", zone, 1)
    tzset()
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    return body()
  }

  @Test(arguments: [
    (spring, 1 * 60, 3600), (spring, 3 * 60, 2 * 3600), (spring, 12 * 60, 11 * 3600),
    (autumn, 1 * 60, 3600), (autumn, 3 * 60, 4 * 3600), (autumn, 12 * 60, 13 * 3600),
    (1_768_777_200, 12 * 60, 6 * 86_400 + 12 * 3600),  // From a Monday in January.
  ])
  func minuteIsFoundOnDaysOfOtherLengths(start: Int, minute: Int, seconds: Int) {
    let due = inBerlin { WallClock.second(of: Self.sunday + minute, after: start) }
    #expect(due - Int64(start) == Int64(seconds))
  }

  @Test func sameMinuteMeansNextWeek() {
    let (same, leftOut) = inBerlin {
      (
        WallClock.second(of: Self.sunday, after: Self.spring),
        WallClock.second(of: Self.sunday + 150, after: Self.spring)
      )
    }
    // A week that is one hour shorter.
    #expect(same - Int64(Self.spring) == 7 * 86_400 - 3600)
    #expect((3600...3 * 3600).contains(Int(leftOut) - Self.spring))
  }

  /// Returns the minute of the week, and the offset from UTC in seconds.
  private static func local(_ second: Int) -> (minute: Int, offset: Int) {
    var second = second
    var parts = tm()
    localtime_r(&second, &parts)
    let minute = (Int(parts.tm_wday) + 6) % 7 * 1440 + Int(parts.tm_hour) * 60 + Int(parts.tm_min)
    return (minute, parts.tm_gmtoff)
  }

  /// Returns the expected result of `WallClock.second` by a search through every minute. It is the first
  /// second with that local time, or the clock change that skips it.
  private static func found(_ minute: Int, after start: Int) -> Int {
    var before = local(start)
    for step in 1...9 * 1440 {
      let now = start + step * 60
      let (shown, offset) = local(now)
      if shown == minute { return now }
      let skipped = (minute - before.minute + 10_080) % 10_080
      if offset > before.offset, skipped <= (offset - before.offset) / 60, skipped > 0 { return now }
      before = (shown, offset)
    }
    return 0
  }

  /// Zones that change by an hour or half an hour, at night or at midnight, in the north and the south, and
  /// zones without changes. Each has the midnight before in UTC.
  @Test(arguments: [
    ("Europe/Berlin", 1_774_742_400), ("Europe/Berlin", 1_792_886_400), ("America/New_York", 1_772_928_000),
    ("America/New_York", 1_793_491_200), ("Australia/Lord_Howe", 1_775_304_000),
    ("Australia/Lord_Howe", 1_791_028_800), ("America/Santiago", 1_788_652_800),
    ("America/Santiago", 1_775_347_200), ("Africa/Cairo", 1_776_981_600), ("Asia/Kathmandu", 1_774_742_400),
    ("UTC", 1_774_742_400),
  ])
  func everyMinuteComesOnceOnClockChanges(zone: String, around day: Int) {
    inZone(zone) {
      for hour in stride(from: -6, through: 12, by: 3) {
        let start = day + hour * 3600
        for minute in stride(from: 0, to: 2880, by: 10) {
          let wanted = (Self.local(start).minute + 10 + minute) % 10_080
          #expect(
            WallClock.second(of: wanted, after: start) == Int64(Self.found(wanted, after: start)),
            "\(zone), from \(start) to \(wanted)")
        }
      }
    }
  }

  @Test func repeatedHourKeepsQuartersApart() {
    // Half past two, first in summer time, then in winter time.
    for start in [Self.autumn + 9000, Self.autumn + 12_600] {
      #expect(inBerlin { WallClock.second(of: Self.sunday + 165, after: start) } == Int64(start + 900))
    }
  }

  @Test func dueWaitsFireAndCanceledOnesDoNot() throws {
    let loop = try EventLoop()
    let clock = try WallClock(loop: loop)
    #expect((0..<10_080).contains(clock.minuteOfWeek))
    var readings: [WallClock.Reading] = []
    clock.onChange = { readings.append($0) }
    clock.wait(for: (clock.minuteOfWeek + 5) % 10_080)
    clock.wait(for: nil)
    for _ in 0..<3 { try loop.step(timeout: 0.01) }
    #expect(readings.isEmpty)
  }
}
