import Configuration
import Gestures

/// What is known of whether anybody is there, and what has been done since nobody was.
struct Presence: Hashable {
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

/// What happens when nobody is there, and when somebody comes.
extension Shell {
  /// Takes note of who is there. Answers what is left of the event for the others: the touch or the key that wakes a
  /// dark screen, or answers a question, does nothing else.
  mutating func admit(_ event: ShellEvent, at time: Double) -> ShellEvent? {
    // Time begins with the first event.
    if presence.since == 0 { presence.somebody(at: time) }
    switch event {
    case .touch(let frame):
      let wakes = isWakeable
      let admitted = sieve.admit(frame, wakes: wakes)
      if wakes ? frame.lands : frame.isTouched { somebodyIsThere(at: time) }
      if frame.isTouched { stopScanning() }
      return admitted.map { .touch($0) }
    case .globalTouch(let frame):
      if curtain == nil, frame.isTouched { somebodyIsThere(at: time) }
    case .key(let key): return admits(key, at: time) ? event : nil
    case .scroll:
      let wakes = isWakeable
      somebodyIsThere(at: time)
      return wakes ? nil : event
    case .stripSwiped: somebodyIsThere(at: time)
    default: break
    }
    return event
  }

  /// Whether whatever somebody does now only shows that he is there.
  private var isWakeable: Bool { curtain != nil || showsScreensaver }

  private mutating func admits(
    _ event: KeyEvent, at time: Double
  ) -> Bool {
    switch event.phase {
    case .pressed:
      wakingKey = isWakeable ? event.key : nil
      somebodyIsThere(at: time)
      return wakingKey == nil
    case .repeated: return wakingKey != event.key
    case .released: return true
    }
  }

  /// Somebody does something, wherever: a visitor, unless an operator does it from outside.
  mutating func somebodyIsThere(
    at time: Double, isVisitor: Bool = true
  ) {
    if isVisitor { noteSomebody(at: time) }
    presence.somebody(at: time)
    endScreensaver()
    stopAttracting()
    liftCurtain()
  }

  /// The compositor tells that somebody does something, in whatever window.
  mutating func compositorSeesSomebody(at time: Double) {
    if let arrives = curtain?.arrives, time < arrives { return }
    noteSomebody(at: time)
    presence.somebody(at: time)
    endScreensaverOutside()
    stopAttracting()
    // A touch comes here itself, too; what it is must not be decided before.
    curtain?.lifts = time + Curtain.grace
  }

  /// Whether anything ever happens because nobody is there.
  package var watchesTime: Bool { presence.firstDelay != nil }

  /// When something is due because nobody is there.
  var idleDeadline: Double? {
    var earliest = presence.deadline ?? .infinity
    if let lifts = curtain?.lifts { earliest = min(earliest, lifts) }
    if let end = messageEnd { earliest = min(earliest, end) }
    if let tick = nextCount { earliest = min(earliest, tick) }
    if let step = attractionStep { earliest = min(earliest, step) }
    return earliest < .infinity ? earliest : nil
  }

  mutating func meetIdleDeadline(at time: Double) {
    if let lifts = curtain?.lifts, lifts <= time { liftCurtain() }
    if let end = messageEnd, end <= time { liftCurtain() }
    if let tick = nextCount, tick <= time { countDown(at: time) }
    // Whom the highlight keeps waiting is still there; it rests before long.
    if scan.run != nil, let due = presence.deadline, due <= time { presence.startAnew(at: time) }
    for step in presence.takeDue(at: time) {
      // A question is asked to find out whether anybody is there.
      if step != .warn { noteNobody() }
      perform(step, at: time)
    }
    if let step = attractionStep, step <= time { attractOnce(at: time) }
  }

  private mutating func perform(
    _ step: Presence.Step, at time: Double
  ) {
    switch step {
    case .warn: ask(at: time)
    case .home: endVisit()
    case .attract: attract(at: time)
    case .blank:
      if presence.isClosed { endVisit() }
      lowerCurtain(.dark)
    }
  }

  /// Nobody came back: what the visitor left is left.
  mutating func endVisit() {
    stopScanning()
    let program = curtain?.program
    if curtain?.isDark == true { curtain?.program = nil } else { curtain = nil }
    if let program, !isKeptAtHome(program) { stop(program) }
    perform(.home)
    choose(nil)
    forgetAdjustments()
    resetSpeech()
    resetSounds()
    if notice == nil, let notice = emptinessNotice { show(notice) }
  }

  /// Tells the compositor for how long nobody must have been there.
  mutating func updateIdleWatch() {
    let wanted = presence.isWatched ? presence.firstDelay : nil
    guard wanted != askedDelay else { return }
    askedDelay = wanted
    outbox.append(.watchIdle(after: wanted))
  }
}
