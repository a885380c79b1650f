import Configuration
import Gestures

/// What happens when nobody is there, and when somebody comes.
extension Shell {
  /// Takes note of who is there. Answers what is left of the event for the others: the touch or the key that wakes a
  /// dark screen, or answers a question, does nothing else.
  mutating func admit(_ event: ShellEvent, at time: Double, into effects: inout [ShellEffect]) -> ShellEvent?
  {
    // Time begins with the first event.
    if presence.since == 0 { presence.somebody(at: time) }
    switch event {
    case .touch(let frame):
      let wakes = isWakeable
      let admitted = sieve.admit(frame, wakes: wakes)
      if wakes ? frame.lands : frame.isTouched { somebodyIsThere(at: time, into: &effects) }
      if frame.isTouched { stopScanning() }
      return admitted.map { .touch($0) }
    case .globalTouch(let frame):
      if curtain == nil, frame.isTouched { somebodyIsThere(at: time, into: &effects) }
    case .key(let key): return admits(key, at: time, into: &effects) ? event : nil
    case .scroll:
      let wakes = isWakeable
      somebodyIsThere(at: time, into: &effects)
      return wakes ? nil : event
    case .stripSwiped: somebodyIsThere(at: time, into: &effects)
    default: break
    }
    return event
  }

  /// Whether whatever somebody does now only shows that he is there.
  private var isWakeable: Bool { curtain != nil || showsScreensaver }

  private mutating func admits(
    _ event: KeyEvent, at time: Double, into effects: inout [ShellEffect]
  ) -> Bool {
    switch event.phase {
    case .pressed:
      wakingKey = isWakeable ? event.key : nil
      somebodyIsThere(at: time, into: &effects)
      return wakingKey == nil
    case .repeated: return wakingKey != event.key
    case .released: return true
    }
  }

  /// Somebody does something, wherever: a visitor, unless an operator does it from outside.
  mutating func somebodyIsThere(
    at time: Double, isVisitor: Bool = true, into effects: inout [ShellEffect]
  ) {
    if isVisitor { noteSomebody(at: time, into: &effects) }
    presence.somebody(at: time)
    endScreensaver(into: &effects)
    stopAttracting()
    liftCurtain(into: &effects)
  }

  /// The compositor tells that somebody does something, in whatever window.
  mutating func compositorSeesSomebody(at time: Double, into effects: inout [ShellEffect]) {
    if let arrives = curtain?.arrives, time < arrives { return }
    noteSomebody(at: time, into: &effects)
    presence.somebody(at: time)
    endScreensaverOutside(into: &effects)
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

  mutating func meetIdleDeadline(at time: Double, into effects: inout [ShellEffect]) {
    if let lifts = curtain?.lifts, lifts <= time { liftCurtain(into: &effects) }
    if let end = messageEnd, end <= time { liftCurtain(into: &effects) }
    if let tick = nextCount, tick <= time { countDown(at: time, into: &effects) }
    // Whom the highlight keeps waiting is still there; it rests before long.
    if scan.run != nil, let due = presence.deadline, due <= time { presence.startAnew(at: time) }
    for step in presence.takeDue(at: time) {
      // A question is asked to find out whether anybody is there.
      if step != .warn { noteNobody(into: &effects) }
      perform(step, at: time, into: &effects)
    }
    if let step = attractionStep, step <= time { attractOnce(at: time) }
  }

  private mutating func perform(
    _ step: Presence.Step, at time: Double, into effects: inout [ShellEffect]
  ) {
    switch step {
    case .warn: ask(at: time, into: &effects)
    case .home: endVisit(into: &effects)
    case .attract: attract(at: time, into: &effects)
    case .blank:
      if presence.isClosed { endVisit(into: &effects) }
      lowerCurtain(.dark, into: &effects)
    }
  }

  /// Nobody came back: what the visitor left is left.
  mutating func endVisit(into effects: inout [ShellEffect]) {
    stopScanning()
    let program = curtain?.program
    if curtain?.isDark == true { curtain?.program = nil } else { curtain = nil }
    if let program, !isKeptAtHome(program) { stop(program, into: &effects) }
    perform(.home, into: &effects)
    choose(nil, into: &effects)
    forgetAdjustments(into: &effects)
    resetSpeech(into: &effects)
    resetSounds()
    if notice == nil, let notice = emptinessNotice { show(notice, into: &effects) }
  }

  /// Tells the compositor for how long nobody must have been there.
  mutating func updateIdleWatch(into effects: inout [ShellEffect]) {
    let wanted = presence.isWatched ? presence.firstDelay : nil
    guard wanted != askedDelay else { return }
    askedDelay = wanted
    effects.append(.watchIdle(after: wanted))
  }
}
