import Configuration

/// How long the screen has been idle, and which idle actions are done.
struct IdleMonitor: Hashable {
  /// The idle actions in their order.
  enum Step: CaseIterable, Hashable, Comparable {
    /// Ask the visitor whether they are still there: before the visit is over, before scenes that end it, and
    /// before the dark of closed hours.
    case warn, warnOfScene, warnOfDark
    /// The visit is over.
    case home
    /// The carousel moves by itself.
    case attract
    /// The screen goes dark.
    case blank

    /// All of them in one array: `allCases` makes another whenever it is asked.
    static let all = allCases

    /// Whether it asks the visitor.
    var isWarning: Bool { end != nil }

    /// The event that it asks about; nil without a question.
    fileprivate var end: Step? {
      switch self {
      case .warn: .home
      case .warnOfScene: .attract
      case .warnOfDark: .blank
      case .home, .attract, .blank: nil
      }
    }
  }

  /// When it happens.
  var settings = IdleSettings() {
    didSet { scenesEndVisit = settings.scenesEndVisit }
  }
  /// Whether one of the scenes ends the visit: every frame asks.
  private var scenesEndVisit = false
  /// Whether the screen is to be dark at this hour.
  var isClosed = false
  /// Whether the compositor reports touches in every window.
  private(set) var isWatched = false
  /// Since when the screen has been idle, as far as is known.
  private(set) var since = 0.0
  /// When a visitor last used a device that the compositor does not see.
  private var unseen = -Double.infinity
  /// Whether time counts: with reports, from the compositor's report of an idle screen.
  private(set) var isCounting = true
  private var done: Set<Step> = []
  /// Whether only overdue time counts, after a sleep. The person who woke the machine may use a program, and
  /// a compositor without an earlier report does not tell.
  private var countsOnce = false

  /// Seconds until a woken screen is dark again in its dark hours.
  static let closedGrace = 60.0

  /// Seconds of idle time until an action; nil for never.
  func delay(of step: Step) -> Double? {
    switch step {
    case .warn: warningDelay(before: settings.returnHomeAfter)
    case .warnOfScene: scenesEndVisit ? warningDelay(before: settings.attractAfter) : nil
    case .warnOfDark: isClosed ? warningDelay(before: delay(of: .blank)) : nil
    case .home: settings.returnHomeAfter
    case .attract: settings.attractAfter
    case .blank: isClosed ? min(settings.blankAfter ?? .infinity, Self.closedGrace) : settings.blankAfter
    }
  }

  /// A warning longer than the time left begins half-way.
  private func warningDelay(before end: Double?) -> Double? {
    guard let end, let warning = settings.warning else { return nil }
    return max(end - warning, end / 2)
  }

  /// When the event of a warning comes; nil for never.
  func end(of warning: Step) -> Double? { warning.end.flatMap { delay(of: $0) }.map { since + $0 } }

  /// Seconds until the first action; nil for never.
  var firstDelay: Double? { firstDelay(without: []) }

  /// The same without some steps. Asked for every frame, so without an iterator's memory.
  private func firstDelay(without done: Set<Step>) -> Double? {
    var first = Double.infinity
    for index in Step.all.indices where !done.contains(Step.all[index]) {
      first = min(first, delay(of: Step.all[index]) ?? .infinity)
    }
    return first < .infinity ? first : nil
  }

  /// When the next action is due; nil while a visitor is present, or all are done.
  var deadline: Double? {
    guard isCounting else { return nil }
    guard let first = firstDelay(without: done) else { return nil }
    return since + first
  }

  /// The actions due at `time`, in their order; they count as done.
  mutating func dueSteps(at time: Double) -> [Step] {
    guard isCounting else { return [] }
    let due = Step.all.filter { step in
      guard !done.contains(step), let delay = delay(of: step) else { return false }
      return since + delay <= time
    }
    done.formUnion(due)
    if countsOnce { (isCounting, countsOnce) = (false, false) }
    return due.sorted { (delay(of: $0) ?? 0, $0) < (delay(of: $1) ?? 0, $1) }
  }

  /// A visitor is there.
  mutating func somebody(at time: Double) {
    since = max(since, time)
    (isCounting, countsOnce) = (!isWatched, false)
    done = []
  }

  /// A visitor uses a device that the compositor does not see, and so it reports an idle screen.
  mutating func somebodyUnseen(at time: Double) {
    since = max(since, time)
    unseen = since
    countsOnce = false
    done = []
  }

  /// The compositor tells of touches from now on, or not.
  mutating func watch(_ isWatched: Bool, at time: Double) {
    self.isWatched = isWatched
    somebody(at: time)
  }

  /// The compositor says that the screen has been idle for `firstDelay`.
  mutating func nobody(at time: Double) {
    guard isWatched, !isCounting || countsOnce else { return }
    since = max(time - (firstDelay ?? 0), unseen)
    (isCounting, countsOnce) = (true, false)
  }

  /// The machine has slept so many seconds, in which the screen was idle.
  mutating func slept(_ seconds: Double, at time: Double) {
    if isCounting {
      since -= seconds
    } else if seconds >= firstDelay ?? .infinity {
      since = time - seconds
      (isCounting, countsOnce) = (true, true)
    }
  }

  /// All actions are due again from now on, because the hours changed.
  mutating func startAnew(at time: Double) {
    since = max(since, time)
    done = []
  }

  /// Postpones these actions until a visitor was there.
  mutating func skip(_ steps: Step...) { done.formUnion(steps) }

  /// Whether something was due since a visitor was there.
  func isDone(_ step: Step) -> Bool { done.contains(step) }

  /// Something is to be done again when it is due.
  mutating func redo(_ step: Step) { done.remove(step) }
}
