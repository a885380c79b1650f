import Configuration

/// The reason why the launcher shows a screen instead of the tiles, or instead of the opened tile.
enum KioskState: Hashable, Sendable {
  /// The launcher has no tiles, or could not read a configuration.
  case settingUp
  /// The hours close everything. The value is the next opening; nil for none.
  case closed(OpeningTime?)
  /// No tile can be started.
  case outOfOrder
  /// The opened tile needs the missing network.
  case offline(Asked)

  /// The tile that the visitor opened.
  struct Asked: Hashable, Sendable {
    let id: String
    let name: String
  }

  var name: ShellStatus.Screen {
    switch self {
    case .settingUp: .settingUp
    case .closed: .closed
    case .outOfOrder: .outOfOrder
    case .offline: .offline
    }
  }

  var glyph: Glyph {
    switch self {
    case .settingUp: .settings
    case .closed: .clock
    case .outOfOrder: .wrench
    case .offline: .wifi
    }
  }

  /// Whether the screen shows the contact.
  var showsContact: Bool { self == .settingUp || self == .outOfOrder }

  /// Returns the texts of the screen: a large sentence, and a smaller one that may be empty.
  func text(in words: Localizer, _ languages: [String], clock: HeaderSettings.Clock) -> MessageText {
    switch self {
    case .settingUp: MessageText(words(.isBeingSetUp), words(.readySoon))
    case .closed(let opening?):
      MessageText(opening.sentence(in: words, languages, clock), words(.closedNow))
    case .closed(nil): MessageText(words(.closedNow))
    case .outOfOrder: MessageText(words(.outOfOrder), words(.triesByItself))
    case .offline(let tile): MessageText(words(.noConnection), words(.opensWhenConnected, tile.name))
    }
  }
}

/// When a closed tile opens.
struct OpeningTime: Hashable, Sendable {
  /// The minute of the week. Weeks begin on Monday.
  let minute: Int
  /// The number of days until then; 0 is today.
  let days: Int

  private static let minutesPerDay = WeekSchedule.minutesPerWeek / 7

  /// Creates the first time at a minute of the week that follows `now`.
  init(_ minute: Int, after now: Int) {
    self.minute = minute
    days = (now % Self.minutesPerDay + WeekSchedule.distance(from: now, to: minute)) / Self.minutesPerDay
  }

  /// Returns the time of day in the format of the first language.
  func clock(_ languages: [String], _ style: HeaderSettings.Clock) -> String {
    CalendarWords(languages).clock(minuteOfWeek: minute, style)
  }

  func sentence(in words: Localizer, _ languages: [String], _ style: HeaderSettings.Clock) -> String {
    let clock = clock(languages, style)
    switch days {
    case 0: return words(.opensAt, clock)
    case 1: return words(.opensTomorrow, clock)
    default:
      return words(.opensOn, CalendarWords(languages).weekday(ofMinute: minute), clock)
    }
  }
}
