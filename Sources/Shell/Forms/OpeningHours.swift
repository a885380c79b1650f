import Configuration

/// Hours that are the same on all days on which a place is open.
package struct OpeningHours: Hashable, Sendable {
  /// Days of the week; 0 is Monday.
  package var days: Set<Int>
  /// Minutes of the day. A close that is not after the opening is on the next day; 24:00 is the end of the
  /// day.
  package var (opens, closes): (Int, Int)

  /// Minutes from one choice to the next.
  package static let step = 30
  private static let day = WeekSchedule.minutesPerWeek / 7
  /// The days as a file has them, from Monday on.
  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Every day from 9 to 18 o'clock, unless something else is said.
  package init(days: Set<Int> = Set(0..<7), opens: Int = 9 * 60, closes: Int = 18 * 60) {
    (self.days, self.opens, self.closes) = (days, opens, closes)
  }

  /// The hours of a schedule; nil where its days differ, or have more than one span.
  package init?(_ schedule: WeekSchedule) {
    let day = Self.day
    var spans = schedule.spans.map { (start: $0.lowerBound, length: $0.count) }
    if spans.count == 1, spans[0].length == WeekSchedule.minutesPerWeek {
      self.init(opens: 0, closes: day)
      return
    }
    // What ends on the next Monday stands at the beginning as well.
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

  /// A minute of the day as a file and the screen have it.
  static func time(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60 % 24)):\(two(minutes % 60))"
  }

  /// Moves a time by so many steps, round the clock.
  private static func moved(_ minute: Int, by steps: Int) -> Int {
    ((minute + steps * step) % day + day) % day
  }

  mutating func moveOpening(by steps: Int) { opens = Self.moved(opens, by: steps) }
  mutating func moveClosing(by steps: Int) { closes = Self.moved(closes, by: steps) }

  /// Opens or closes on a day; one day stays open.
  mutating func toggle(_ day: Int) {
    let toggled = days.symmetricDifference([day])
    if !toggled.isEmpty { days = toggled }
  }

  /// The times as a file has them: neighboring days together.
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
