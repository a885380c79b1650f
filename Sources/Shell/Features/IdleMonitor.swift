import Configuration
import Gestures

/// Since when nobody has been there, and what has been done because of that.
struct IdleMonitor: Hashable {
  /// What happens when nobody is there, in its order.
  enum Step: CaseIterable, Hashable, Comparable {
    /// The visitor is asked whether he still is.
    case warn
    /// The visit is over.
    case home
    /// The carousel moves by itself.
    case attract
    /// The screen goes dark.
    case blank

    /// All of them in one array: `allCases` makes another whenever it is asked.
    static let all = allCases
  }

  /// When it happens.
  var settings = IdleSettings()
  /// Whether the screen is to be dark at this hour.
  var isClosed = false
  /// Whether the compositor tells of touches in whatever window.
  private(set) var isWatched = false
  /// Since when nobody has been there, as far as is known.
  private(set) var since = 0.0
  /// Whether time counts: where the compositor tells, from when it says that nobody is there.
  private(set) var isCounting = true
  private var done: Set<Step> = []
  /// Whether time counts only for what is due already, after a sleep: who woke the machine may be busy in a program, of
  /// which a compositor that never told of nobody will tell nothing.
  private var countsOnce = false

  /// Seconds until the screen is dark again when somebody woke it at an hour at which it is to be dark.
  static let closedGrace = 60.0

  /// Seconds without anybody after which something happens; nil for never.
  func delay(of step: Step) -> Double? {
    switch step {
    case .warn: warningDelay
    case .home: settings.returnHomeAfter
    case .attract: settings.attractAfter
    case .blank: isClosed ? min(settings.blankAfter ?? .infinity, Self.closedGrace) : settings.blankAfter
    }
  }

  /// A warning that would take longer than there is time begins half-way.
  private var warningDelay: Double? {
    guard let home = settings.returnHomeAfter, let warning = settings.warning else { return nil }
    return max(home - warning, home / 2)
  }

  /// Seconds after which the first thing happens; nil when nothing ever does.
  var firstDelay: Double? { firstDelay(without: []) }

  /// The same without some steps. Asked for every frame, so without an iterator's memory.
  private func firstDelay(without done: Set<Step>) -> Double? {
    var first = Double.infinity
    for index in Step.all.indices where !done.contains(Step.all[index]) {
      first = min(first, delay(of: Step.all[index]) ?? .infinity)
    }
    return first < .infinity ? first : nil
  }

  /// When the next thing happens; nil while somebody is there as far as the compositor tells, or all has happened.
  var deadline: Double? {
    guard isCounting else { return nil }
    guard let first = firstDelay(without: done) else { return nil }
    return since + first
  }

  /// What is to be done at `time`, in its order; it counts as done.
  mutating func takeDue(at time: Double) -> [Step] {
    guard isCounting else { return [] }
    let due = Step.all.filter { step in
      guard !done.contains(step), let delay = delay(of: step) else { return false }
      return since + delay <= time
    }
    done.formUnion(due)
    if countsOnce { (isCounting, countsOnce) = (false, false) }
    return due.sorted { (delay(of: $0) ?? 0, $0) < (delay(of: $1) ?? 0, $1) }
  }

  /// Somebody is there.
  mutating func somebody(at time: Double) {
    since = max(since, time)
    (isCounting, countsOnce) = (!isWatched, false)
    done = []
  }

  /// The compositor tells of touches from now on, or not.
  mutating func watch(_ isWatched: Bool, at time: Double) {
    self.isWatched = isWatched
    somebody(at: time)
  }

  /// The compositor says that nobody has been there for `firstDelay`.
  mutating func nobody(at time: Double) {
    guard isWatched, !isCounting || countsOnce else { return }
    since = time - (firstDelay ?? 0)
    (isCounting, countsOnce) = (true, false)
  }

  /// The machine has slept so many seconds, in which nobody was there.
  mutating func slept(_ seconds: Double, at time: Double) {
    if isCounting {
      since -= seconds
    } else if seconds >= firstDelay ?? .infinity {
      since = time - seconds
      (isCounting, countsOnce) = (true, true)
    }
  }

  /// What has been done is done anew from now on, although nobody came: the hours have changed.
  mutating func startAnew(at time: Double) {
    since = max(since, time)
    done = []
  }

  /// These are not to be done any more until somebody has been there.
  mutating func skip(_ steps: Step...) { done.formUnion(steps) }

  /// Something is to be done again when it is due.
  mutating func redo(_ step: Step) { done.remove(step) }
}

/// What is known of visits: one begins when somebody does something, and is over when nobody has for long.
private struct Visit: Hashable {
  /// Seconds without anybody after which whoever comes is somebody else; nil where nobody counts visits.
  var gap: Double?
  private var start: Double?
  private var latest = 0.0

  /// Somebody did something; returns how long the visit before took, if this is another one.
  ///
  /// - Parameter isBusy: whether a program had the screen meanwhile, in which touches are not always seen.
  mutating func somebody(at time: Double, isBusy: Bool) -> Double? {
    guard let gap else { return nil }
    let isOver = start != nil && !isBusy && time - latest > gap
    let length = isOver ? end() : nil
    if start == nil { start = time }
    latest = max(latest, time)
    return length
  }

  /// Nobody has been there since `time`.
  mutating func nobody(since time: Double) -> Double? {
    guard start != nil else { return nil }
    latest = max(latest, time)
    return end()
  }

  private mutating func end() -> Double? {
    defer { start = nil }
    return start.map { max(0, latest - $0) }
  }
}

/// Who is there: touches and keys that only wake the screen, visits, and what is due because nobody has come.
struct Idle: Hashable {
  /// What is due, and when.
  var monitor = IdleMonitor()
  /// Whether nobody is there, as `[idle]` counts, and operators know it.
  private(set) var isIdle = false
  private var visit = Visit()
  private var filter = TouchFilter()
  /// The key that woke the screen, as long as it is held.
  private var wakingKey: Key?
  /// What the compositor was asked to tell of, in seconds without anybody.
  private var askedDelay: Double?

  /// Takes note of an event. With `wakes`, what somebody does only shows that they are there, from a finger's down to its up.
  ///
  /// - Returns: what is left of the event for others, and whether somebody did something.
  mutating func admit(_ event: ShellEvent, wakes: Bool, at time: Double) -> (
    event: ShellEvent?, isSomebody: Bool
  ) {
    // Time begins with the first event.
    if monitor.since == 0 { monitor.somebody(at: time) }
    switch event {
    case .touch(let frame):
      let admitted = filter.admit(frame, wakes: wakes)
      return (admitted.map { .touch($0) }, wakes ? frame.lands : frame.isTouched)
    case .globalTouch(let frame): return (event, frame.isTouched)
    case .key(let key):
      switch key.phase {
      case .pressed:
        wakingKey = wakes ? key.key : nil
        return (wakes ? nil : event, true)
      case .repeated: return (wakingKey == key.key ? nil : event, false)
      case .released: return (event, false)
      }
    case .scroll: return (wakes ? nil : event, true)
    case .stripSwiped: return (event, true)
    default: return (event, false)
    }
  }

  /// Fingers that land in a frame do nothing until they lift.
  mutating func ignore(_ frame: TouchFrame) { _ = filter.admit(frame, wakes: true) }

  /// Seconds without anybody after which another visit begins; nil where visits are not counted.
  mutating func countVisits(gap: Double?) { visit.gap = gap }

  /// A visitor did something, while a program had the screen or not: what operators are to know.
  mutating func visitorCame(at time: Double, isBusy: Bool) -> [Announcement] {
    var news: [Announcement] = isIdle ? [.idle(false)] : []
    isIdle = false
    if let seconds = visit.somebody(at: time, isBusy: isBusy) { news.append(.visitEnded(seconds: seconds)) }
    return news
  }

  /// Nobody has been there for so long that something happens: what operators are to know.
  mutating func visitorLeft() -> [Announcement] {
    guard !isIdle else { return [] }
    isIdle = true
    return [.idle(true)] + (visit.nobody(since: monitor.since).map { [.visitEnded(seconds: $0)] } ?? [])
  }

  /// For how long nobody must have been there before the compositor tells; nil while that is as it was asked before.
  mutating func changedWatch() -> ShellEffect? {
    let wanted = monitor.isWatched ? monitor.firstDelay : nil
    guard wanted != askedDelay else { return nil }
    askedDelay = wanted
    return .watchIdle(after: wanted)
  }
}
