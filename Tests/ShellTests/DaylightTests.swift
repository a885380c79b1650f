import Configuration
import Foundation
import Testing

@testable import Shell

/// Opening hours on days with a clock change. The test follows the clock as `WallClock` does.
struct DaylightTests {
  /// The minutes since midnight in which the kiosk is open on such a day, in elapsed time.
  struct Case: Sendable {
    let hours: String
    let zone: String
    /// Unix time of midnight, in seconds.
    let midnight: Int
    let open: Range<Int>?
  }

  /// Berlin's clock goes from 02:00 to 03:00 on 29 March 2026 and from 03:00 to 02:00 on 25 October.
  /// Santiago's goes from 00:00 to 01:00 on 6 September. Lord Howe's changes by half an hour: from 02:00 to
  /// 02:30 on 4 October, and back on 5 April.
  private static let cases: [Case] = [
    Case(hours: "01:00-02:30", zone: "Europe/Berlin", midnight: 1_774_738_800, open: 60..<120),
    Case(hours: "02:30-04:00", zone: "Europe/Berlin", midnight: 1_774_738_800, open: 120..<180),
    Case(hours: "02:15-02:45", zone: "Europe/Berlin", midnight: 1_774_738_800, open: nil),
    Case(hours: "01:00-04:00", zone: "Europe/Berlin", midnight: 1_774_738_800, open: 60..<180),
    Case(hours: "01:00-02:30", zone: "Europe/Berlin", midnight: 1_792_879_200, open: 60..<150),
    Case(hours: "02:30-04:00", zone: "Europe/Berlin", midnight: 1_792_879_200, open: 150..<300),
    Case(hours: "02:15-02:45", zone: "Europe/Berlin", midnight: 1_792_879_200, open: 135..<165),
    Case(hours: "08:00-18:00", zone: "Europe/Berlin", midnight: 1_792_879_200, open: 540..<1140),
    Case(hours: "00:30-02:00", zone: "America/Santiago", midnight: 1_788_667_200, open: 0..<60),
    Case(hours: "02:10-03:00", zone: "Australia/Lord_Howe", midnight: 1_791_034_200, open: 120..<150),
    Case(hours: "01:40-01:50", zone: "Australia/Lord_Howe", midnight: 1_775_307_600, open: 100..<110),
    Case(hours: "08:00-18:00", zone: "Asia/Kathmandu", midnight: 1_774_721_700, open: 480..<1080),
  ]

  /// The local minute of the week. The first day of 1970 was a Thursday.
  private static func minute(_ second: Int, _ zone: TimeZone) -> Int {
    let shown = second + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    return (shown / 60 + 3 * 1440) % WeekSchedule.minutesPerWeek
  }

  /// Whether the clock reached `alarm`, or skipped it, since it showed `before` a minute ago.
  private static func hasCome(_ alarm: Int?, from before: Int, to now: Int) -> Bool {
    guard let alarm else { return false }
    let ahead = WeekSchedule.distance(from: before, to: now)
    // A distance of a day or more is a step back, which the clock does not report.
    return ahead < 1440 && WeekSchedule.distance(from: before, to: alarm) <= ahead
  }

  @Test(arguments: cases) func clockChangesRepeatAndSkipNothing(_ day: Case) throws {
    let zone = try #require(TimeZone(identifier: day.zone))
    let stage = ShellStage { $0.schedule.screen = WeekSchedule([day.hours]) }
    var before = Self.minute(day.midnight - 60, zone)
    stage.send(.clock(minuteOfWeek: before, slept: 0))
    var opened: [Int] = []
    var closed: [Int] = []
    for passed in 0..<1380 {
      let now = Self.minute(day.midnight + passed * 60, zone)
      if Self.hasCome(stage.shell.clockAlarm, from: before, to: now) {
        let wasClosed = stage.shell.idle.monitor.isClosed
        stage.send(.clock(minuteOfWeek: now, slept: 0))
        if wasClosed, !stage.shell.idle.monitor.isClosed { opened.append(passed) }
        if !wasClosed, stage.shell.idle.monitor.isClosed { closed.append(passed) }
      }
      before = now
      stage.pass(60)
    }
    #expect(opened == (day.open.map { [$0.lowerBound] } ?? []))
    #expect(closed == (day.open.map { [$0.upperBound] } ?? []))
    let switches = stage.effects.compactMap { if case .setScreen(let isOn) = $0 { isOn } else { nil } }
    // The screen is off, then on once, then off again.
    let isOpenAtOnce = day.open?.lowerBound == 0
    #expect(switches == (day.open == nil || isOpenAtOnce ? [false] : [false, true, false]))
  }
}
