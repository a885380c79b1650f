import Configuration

/// The duration of idleness, and the idle actions that are done.
struct IdleMonitor: Hashable {
  /// The idle actions in order.
  enum Step: CaseIterable, Hashable, Comparable {
    /// Ask whether the visitor is still there: before the visit ends, before scenes that end it, and before
    /// the dark of closed hours.
    case warn, warnOfScene, warnOfDark
    /// End the visit.
    case home
    /// Begin the scenes.
    case attract
    /// Turn the screen dark.
    case blank

    /// A stored copy, because each call of `allCases` allocates another array.
    static let all = allCases

    /// Whether the action is a question to the visitor.
    var isWarning: Bool { end != nil }

    /// The action about which it asks; nil without a question.
    fileprivate var end: Step? {
      switch self {
      case .warn: .home
      case .warnOfScene: .attract
      case .warnOfDark: .blank
      case .home, .attract, .blank: nil
      }
    }
  }

  /// The configured times.
  var settings = IdleSettings() {
    didSet { scenesEndVisit = settings.scenesEndVisit }
  }
  /// Whether one of the scenes ends the visit. Every frame calls this.
  private var scenesEndVisit = false
  /// Whether the screen is dark at this hour.
  var isClosed = false
  /// Whether the compositor reports touches in every window.
  private(set) var isWatched = false
  /// When the screen became idle, as far as is known.
  private(set) var since = 0.0
  /// The latest use of a device that the compositor does not see.
  private var unseen = -Double.infinity
  /// Whether time counts. With reports, it counts from the compositor's report of an idle screen.
  private(set) var isCounting = true
  private var done: Set<Step> = []
  /// Whether only overdue time counts, after a sleep. The person who woke the machine may use a program,
  /// which a compositor without an earlier report does not tell.
  private var countsOnce = false

  /// Seconds until a woken screen turns dark again in dark hours.
  static let closedGrace = 60.0

  /// Returns the seconds of idle time until an action; nil for never.
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

  /// Returns the delay of a warning. A warning longer than the time left begins half-way.
  private func warningDelay(before end: Double?) -> Double? {
    guard let end, let warning = settings.warning else { return nil }
    return max(end - warning, end / 2)
  }

  /// Returns when the action of a warning comes; nil for never.
  func end(of warning: Step) -> Double? { warning.end.flatMap { delay(of: $0) }.map { since + $0 } }

  /// Seconds until the first action; nil for never.
  var firstDelay: Double? { firstDelay(without: []) }

  /// Returns the seconds until the first action that is not done. Every frame calls it; an iterator would
  /// allocate memory.
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

  /// Returns the actions due at `time` in order, and marks them as done.
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

  /// Notes a visitor's presence.
  mutating func somebody(at time: Double) {
    since = max(since, time)
    (isCounting, countsOnce) = (!isWatched, false)
    done = []
  }

  /// Notes the use of a device that the compositor does not see and therefore considers idle.
  mutating func somebodyUnseen(at time: Double) {
    since = max(since, time)
    unseen = since
    countsOnce = false
    done = []
  }

  /// Sets whether the compositor reports touches.
  mutating func watch(_ isWatched: Bool, at time: Double) {
    self.isWatched = isWatched
    somebody(at: time)
  }

  /// Handles the compositor's report that the screen has been idle for `firstDelay`.
  mutating func nobody(at time: Double) {
    guard isWatched, !isCounting || countsOnce else { return }
    since = max(time - (firstDelay ?? 0), unseen)
    (isCounting, countsOnce) = (true, false)
  }

  /// Counts a sleep of the machine, in seconds, as idle time.
  mutating func slept(_ seconds: Double, at time: Double) {
    if isCounting {
      since -= seconds
    } else if seconds >= firstDelay ?? .infinity {
      since = time - seconds
      (isCounting, countsOnce) = (true, true)
    }
  }

  /// Makes all actions due again from now on, because the hours changed.
  mutating func startAnew(at time: Double) {
    since = max(since, time)
    done = []
  }

  /// Skips actions until a visitor was present.
  mutating func skip(_ steps: Step...) { done.formUnion(steps) }

  /// Reports whether an action is done since a visitor was present.
  func isDone(_ step: Step) -> Bool { done.contains(step) }

  /// Makes an action due again.
  mutating func redo(_ step: Step) { done.remove(step) }
}
