import Foundation
import Testing

@testable import EventLoop

/// The clock on the wall, with the days on which it is put forward and back.
@MainActor
@Suite(.serialized)
struct WallClockTests {
  /// Seconds of 2026 in Berlin: summer time begins on 29 March at 02:00 and ends on 25 October at 03:00.
  private nonisolated static let spring = 1_774_738_800  // Sunday 00:00 CET
  private nonisolated static let autumn = 1_792_879_200  // Sunday 00:00 CEST
  private nonisolated static let sunday = 6 * 1440

  private func inBerlin<Result>(_ body: () -> Result) -> Result {
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", "Europe/Berlin", 1)
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
  func aMinuteIsFoundAlsoOnDaysOfOtherLengths(start: Int, minute: Int, seconds: Int) {
    let due = inBerlin { WallClock.second(of: Self.sunday + minute, after: start) }
    #expect(due - Int64(start) == Int64(seconds))
  }

  @Test func theSameMinuteIsThatOfNextWeekAndAnHourThatIsLeftOutHasItsTurn() {
    let (same, leftOut) = inBerlin {
      (
        WallClock.second(of: Self.sunday, after: Self.spring),
        WallClock.second(of: Self.sunday + 150, after: Self.spring)
      )
    }
    // A week with an hour less.
    #expect(same - Int64(Self.spring) == 7 * 86_400 - 3600)
    #expect((3600...3 * 3600).contains(Int(leftOut) - Self.spring))
  }

  @Test func whatIsDueIsToldAndAWaitThatIsGivenUpIsNot() throws {
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
