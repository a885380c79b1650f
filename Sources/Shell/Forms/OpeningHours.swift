import Configuration

/// Opening hours that are the same on all open days.
package struct OpeningHours: Hashable, Sendable {
  /// The open days; 0 is Monday.
  package var days: Set<Int>
  /// The times in minutes of the day. A closing time that is not after the opening time is on the next day.
  /// 24:00 is the end of the day.
  package var (opens, closes): (Int, Int)

  /// The step between two choices, in minutes.
  package static let step = 30
  private static let day = WeekSchedule.minutesPerWeek / 7
  /// The names of the days in a configuration file, from Monday on.
  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Creates opening hours; by default every day from 09:00 to 18:00.
  package init(days: Set<Int> = Set(0..<7), opens: Int = 9 * 60, closes: Int = 18 * 60) {
    (self.days, self.opens, self.closes) = (days, opens, closes)
  }

  /// Converts a schedule. Returns nil if its days differ, or have more than one span.
  package init?(_ schedule: WeekSchedule) {
    let day = Self.day
    var spans = schedule.spans.map { (start: $0.lowerBound, length: $0.count) }
    if spans.count == 1, spans[0].length == WeekSchedule.minutesPerWeek {
      self.init(opens: 0, closes: day)
      return
    }
    // A span that passes the end of Sunday continues at the start of the week.
    if let first = spans.first, first.start == 0, let last = spans.last, spans.count > 1,
      last.start + last.length == WeekSchedule.minutesPerWeek
    {
      spans[spans.count - 1].length += first.length
      spans.removeFirst()
    }
    guard let first = spans.first, first.length <= day,
      spans.allSatisfy({ $0.length == first.length && $0.start % day == first.start % day })
    else { return nil }
    let end = first.start % day + first.length
    self.init(
      days: Set(spans.map { $0.start / day }), opens: first.start % day, closes: end == day ? day : end % day)
  }

  /// Formats a minute of the day for a file and the screen.
  static func time(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60 % 24)):\(two(minutes % 60))"
  }

  /// Moves a time by a number of steps, past midnight too.
  private static func moved(_ minute: Int, by steps: Int) -> Int {
    ((minute + steps * step) % day + day) % day
  }

  mutating func moveOpening(by steps: Int) { opens = Self.moved(opens, by: steps) }
  mutating func moveClosing(by steps: Int) { closes = Self.moved(closes, by: steps) }

  /// Switches a day between open and closed. The last open day stays open.
  mutating func toggle(_ day: Int) {
    let toggled = days.symmetricDifference([day])
    if !toggled.isEmpty { days = toggled }
  }

  /// The hours in the form of a configuration file, with adjacent days joined.
  package var texts: [String] {
    var runs: [ClosedRange<Int>] = []
    for day in days.sorted() {
      if let last = runs.last, last.upperBound + 1 == day {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    let hours = "\(Self.time(opens))-\(closes == Self.day ? "24:00" : Self.time(closes))"
    return runs.map { run in
      let (first, last) = (Self.names[run.lowerBound], Self.names[run.upperBound])
      return "\(first == last ? first : "\(first)-\(last)") \(hours)"
    }
  }
}
