/// Times that repeat every week: weekdays with hours of the local clock.
package struct WeekSchedule: Hashable, Sendable {
  /// Minutes in a week. A week begins on Monday at midnight.
  package static let minutesPerWeek = 7 * minutesPerDay
  static let minutesPerDay = 24 * 60

  /// The times in order, in minutes of the week. They do not touch one another. A time that extends beyond
  /// the end of the week is split into two.
  package private(set) var spans: [Range<Int>]

  /// Creates the union of several times: `mon-fri 08:00-18:00`, `sat,sun`, `22:00-04:00`.
  ///
  /// Hours whose end is not after their beginning end on the next day. Returns nil if one of the texts is not
  /// a time.
  package init?(_ texts: [String]) {
    var all: [Range<Int>] = []
    for text in texts {
      guard let spans = Self.spans(text) else { return nil }
      all += spans
    }
    spans = Self.joined(all)
  }

  /// Reports whether a minute of the week is within the times.
  package func contains(_ minute: Int) -> Bool { spans.contains { $0.contains(minute) } }

  /// Returns the next minute of the week after `minute` at which a time begins or ends; nil if that never
  /// happens.
  package func change(after minute: Int) -> Int? {
    let bounds = spans.flatMap { [$0.lowerBound, $0.upperBound % Self.minutesPerWeek] }
    let edges = bounds.filter { edge in
      contains(edge) != contains((edge + Self.minutesPerWeek - 1) % Self.minutesPerWeek)
    }
    return edges.min { Self.distance(from: minute, to: $0) < Self.distance(from: minute, to: $1) }
  }

  /// Returns the minutes from one minute of the week to another. From a minute to itself it is a whole week.
  package static func distance(from minute: Int, to other: Int) -> Int {
    let distance = (other - minute) % minutesPerWeek
    return distance > 0 ? distance : distance + minutesPerWeek
  }

  private static func joined(_ spans: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound >= span.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        joined.append(span)
      }
    }
    return joined
  }
}

// Parsing and writing of the operator's texts.
extension WeekSchedule {
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func spans(_ text: String) -> [Range<Int>]? {
    let words = text.split(separator: " ").map { $0.lowercased() }
    guard (1...2).contains(words.count) else { return nil }
    let first = weekdays(words[0])
    guard words.count == 1 || first != nil else { return nil }
    guard let hours = words.count == 1 && first != nil ? 0..<minutesPerDay : hours(words[words.count - 1])
    else { return nil }
    return (first ?? Array(0..<7)).flatMap { span(day: $0, hours) }
  }

  private static func span(day: Int, _ hours: Range<Int>) -> [Range<Int>] {
    let begin = day * minutesPerDay + hours.lowerBound
    let end = day * minutesPerDay + hours.upperBound
    guard end > minutesPerWeek else { return [begin..<end] }
    return [begin..<minutesPerWeek, 0..<(end - minutesPerWeek)]
  }

  /// Parses weekdays: `mon-fri`, `sat,sun`, `fri-mon`.
  private static func weekdays(_ word: String) -> [Int]? {
    var all: [Int] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        days.firstIndex(of: String($0))
      }
      guard let first = ends[0], let last = ends[ends.count - 1], ends.count <= 2 else { return nil }
      all += (0...(last - first + 7) % 7).map { (first + $0) % 7 }
    }
    return all
  }

  /// Parses hours such as `08:00-18:00`, as minutes from midnight.
  private static func hours(_ word: String) -> Range<Int>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
    guard ends.count == 2, let begin = ends[0], let end = ends[1], begin < minutesPerDay else { return nil }
    return begin..<(end > begin ? end : end + minutesPerDay)
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= minutesPerDay
    else { return nil }
    return hour * 60 + minute
  }

  /// The times as texts that an operator could write.
  package var texts: [String] {
    func clock(_ minute: Int) -> String {
      let (hours, minutes) = (minute / 60, minute % 60)
      return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }
    return Self.days.indices.flatMap { day in
      spans.compactMap { span in
        let midnight = day * Self.minutesPerDay
        let hours = span.clamped(to: midnight..<(midnight + Self.minutesPerDay))
        guard !hours.isEmpty else { return nil }
        return "\(Self.days[day]) \(clock(hours.lowerBound - midnight))-\(clock(hours.upperBound - midnight))"
      }
    }
  }
}
