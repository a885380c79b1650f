import Configuration
import Gestures

/// What happens when nobody is there, and when somebody comes.
extension Shell {
  /// Takes note of who is there; what is left of the event for the others.
  mutating func admit(_ event: ShellEvent, at time: Double) -> ShellEvent? {
    let (admitted, isSomebody) = idle.admit(event, wakes: isWakeable, at: time)
    switch event {
    // While the screen is covered, programs are not what is touched.
    case .globalTouch: if cover == nil, isSomebody { somebodyIsThere(at: time) }
    default: if isSomebody { somebodyIsThere(at: time) }
    }
    if case .touch(let frame) = event, frame.isTouched { stopScanning() }
    return admitted
  }

  /// Whether what somebody does now only shows that they are there.
  private var isWakeable: Bool { cover != nil || showsScreensaver }

  /// Somebody does something, wherever: a visitor, unless an operator does it from outside.
  mutating func somebodyIsThere(
    at time: Double, isVisitor: Bool = true
  ) {
    if isVisitor { visitorCame(at: time) }
    idle.monitor.somebody(at: time)
    endScreensaver()
    stopAttracting()
    uncoverScreen()
  }

  /// The compositor tells that somebody does something, in whatever window.
  mutating func compositorSeesSomebody(at time: Double) {
    if let arrives = cover?.arrives, time < arrives { return }
    visitorCame(at: time)
    idle.monitor.somebody(at: time)
    endScreensaverOutside()
    stopAttracting()
    // A touch comes here itself, too; what it is must not be decided before.
    cover?.lifts = time + ScreenCover.grace
  }

  /// Whether anything ever happens because nobody is there.
  package var watchesTime: Bool { idle.monitor.firstDelay != nil }

  /// When something is due because nobody is there.
  var idleDeadline: Double? {
    var earliest = idle.monitor.deadline ?? .infinity
    if let lifts = cover?.lifts { earliest = min(earliest, lifts) }
    if let end = messageEnd { earliest = min(earliest, end) }
    if let tick = nextCount { earliest = min(earliest, tick) }
    if let step = attractionStep { earliest = min(earliest, step) }
    return earliest < .infinity ? earliest : nil
  }

  mutating func meetIdleDeadline(at time: Double) {
    if let lifts = cover?.lifts, lifts <= time { uncoverScreen() }
    if let end = messageEnd, end <= time { uncoverScreen() }
    if let tick = nextCount, tick <= time { countDown(at: time) }
    // Whom the highlight keeps waiting is still there; it rests before long.
    if scanner.run != nil, let due = idle.monitor.deadline, due <= time { idle.monitor.startAnew(at: time) }
    for step in idle.monitor.takeDue(at: time) {
      // A question is asked to find out whether anybody is there.
      if step != .warn { for news in idle.visitorLeft() { outbox.append(.announce(news)) } }
      perform(step, at: time)
    }
    if let step = attractionStep, step <= time { attractOnce(at: time) }
  }

  private mutating func perform(
    _ step: IdleMonitor.Step, at time: Double
  ) {
    switch step {
    case .warn: ask(at: time)
    case .home: endVisit()
    case .attract: attract(at: time)
    case .blank:
      if idle.monitor.isClosed { endVisit() }
      coverScreen(.dark)
    }
  }

  /// Nobody came back: what the visitor left is left.
  mutating func endVisit() {
    stopScanning()
    let program = cover?.program
    if cover?.isDark == true { cover?.program = nil } else { cover = nil }
    if let program, !isKeptAtHome(program) { stop(program) }
    perform(.home)
    choose(nil)
    forgetAdjustments()
    if reader.reset() { outbox.append(.hush) }
    sounds.reset()
    if notice == nil, let notice = emptinessNotice { show(notice) }
  }

  private mutating func visitorCame(at time: Double) {
    if idle.isIdle { reader.repeatAll() }
    for news in idle.visitorCame(at: time, isBusy: isCovered) { outbox.append(.announce(news)) }
  }
}
