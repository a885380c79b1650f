import Configuration
import Gestures

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
  public var watchesTime: Bool { presence.firstDelay != nil }

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
