import Configuration
import Gestures

/// A cover of the whole screen, until a visitor returns.
struct ScreenCover: Hashable {
  /// The visible content of the cover.
  enum Kind: Hashable {
    /// A question with a countdown to `end`.
    case question(end: Double)
    /// An operator's message, until `end` or a touch.
    case message(end: Double?)
    /// Nothing: the screen is off or black.
    case dark
  }

  let kind: Kind
  /// The program that had the screen, and gets it back.
  fileprivate(set) var program: ProgramID?
  /// The operator's message that a question hides.
  fileprivate(set) var announcement: Notice?
  /// The tile whose program starts afterward. No program comes to the front on an idle screen.
  fileprivate(set) var tile: String?
  /// When the cover disappears, because the compositor reports a visitor that the launcher did not see, such
  /// as a mouse user.
  fileprivate(set) var lifts: Double?
  /// The time until which the compositor's report can mean the launcher's own window, which came in front of
  /// a program's.
  fileprivate(set) var arrives: Double?

  /// Seconds in which that window appears. cage reports activity when a window comes to the front, as for a
  /// moved mouse. Touches meanwhile reach the launcher itself.
  static let arrival = 2.0

  /// The default duration of a question, in seconds.
  static let usualQuestion = 20.0

  /// Seconds in which a reported touch reaches the launcher, which swallows it.
  static let grace = 0.25

  var isDark: Bool { kind == .dark }

  /// Reports whether the cover disappears by a time.
  fileprivate func isOver(at time: Double) -> Bool { ending.map { $0 <= time } == true }

  /// When the cover disappears by itself; nil for never.
  fileprivate var ending: Double? {
    guard case .message(let end?) = kind else { return lifts }
    return min(end, lifts ?? .infinity)
  }
}

/// The present visit. It begins with a visitor's input, and ends after a long time without input.
private struct Visit: Hashable {
  /// Seconds without input after which the next input counts as another visitor's; nil if visits are not
  /// counted.
  var gap: Double?
  private var start: Double?
  private var latest = 0.0

  /// Notes a visitor's input. Returns the length of the previous visit if a new one begins.
  ///
  /// - Parameter isBusy: Whether a program had the screen, where some touches are invisible.
  mutating func somebody(at time: Double, isBusy: Bool) -> Double? {
    guard let gap else { return nil }
    let isOver = start != nil && !isBusy && time - latest > gap
    let length = isOver ? end() : nil
    if start == nil { start = time }
    latest = max(latest, time)
    return length
  }

  /// Ends the visit, because the screen has been idle since `time`. Returns its length.
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

/// Visits and idle time: input that only wakes the screen, the next idle action, and the cover of the screen.
struct Idle: Hashable {
  /// The idle actions and their times.
  private(set) var monitor = IdleMonitor()
  /// Whether the screen is idle by the `[idle]` settings, as reported to operators.
  private(set) var isIdle = false
  private(set) var cover: ScreenCover?
  /// The scenes between visits.
  var scenes = Attraction()
  private var visit = Visit()
  private var filter = TouchFilter()
  /// The key that woke the screen, while it is held.
  private var wakingKey: Key?
  /// The gamepad button that woke the screen, while it is held.
  private var wakingButton: ControllerButton?
  /// The idle time that the compositor reports on request, in seconds.
  private var askedDelay: Double?

  /// The scene between visits; nil for none.
  var attraction: AttractMode? { scenes.mode }

  mutating func apply(_ configuration: KioskConfiguration) {
    monitor.settings = configuration.idle
    scenes.apply(configuration.idle)
    visit.gap = configuration.metrics.isEnabled ? configuration.metrics.sessionGap : nil
  }

  /// Sets whether the screen is dark at this hour. Returns whether a dark screen can turn on.
  mutating func setClosed(_ isClosed: Bool, at time: Double) -> Bool {
    guard isClosed != monitor.isClosed else { return false }
    monitor.isClosed = isClosed
    if isClosed { monitor.redo(.blank) } else { monitor.startAnew(at: time) }
    return !isClosed
  }
}

// Presence.
extension Idle {
  /// Notes the activity of an event. With `wakes`, a visitor's input only wakes the screen, from a finger's
  /// down to its up.
  ///
  /// - Returns: The rest of the event for others, and whether it was a visitor's input.
  mutating func admit(_ event: ShellEvent, wakes: Bool, at time: Double) -> (
    event: ShellEvent?, isSomebody: Bool
  ) {
    // Time begins with the first event.
    if monitor.since == 0 { monitor.somebody(at: time) }
    switch event {
    case .touch(let frame):
      let admitted = filter.admit(frame, wakes: wakes)
      return (admitted.map { .touch($0) }, wakes ? frame.lands : frame.isTouched)
    // While the screen is covered, touches are not for programs.
    case .globalTouch(let frame): return (event, frame.isTouched && cover == nil)
    case .key(let key):
      switch key.phase {
      case .pressed:
        wakingKey = wakes ? key.key : nil
        return (wakes ? nil : event, true)
      case .repeated: return (wakingKey == key.key ? nil : event, false)
      case .released: return (event, false)
      }
    case .controller(.button(let button, let phase)):
      switch phase {
      case .pressed:
        wakingButton = wakes ? button : nil
        return (wakes ? nil : event, true)
      case .repeated: return (wakingButton == button ? nil : event, false)
      case .released: return (event, false)
      }
    // While the screen is covered, new windows of programs are invisible.
    case .controller(.inUse): return (nil, cover == nil)
    case .scroll: return (wakes ? nil : event, true)
    case .stripSwiped: return (event, true)
    case .programKeyboard(.touch(let frame)): return (wakes ? nil : event, frame.isTouched)
    default: return (event, false)
    }
  }

  /// Ignores the fingers that land in a frame until they lift.
  mutating func ignore(_ frame: TouchFrame) { _ = filter.admit(frame, wakes: true) }

  /// Notes a visitor's input in any window. `isUnseen` says that the compositor does not see it.
  mutating func somebodyCame(at time: Double, isUnseen: Bool = false) {
    isUnseen ? monitor.somebodyUnseen(at: time) : monitor.somebody(at: time)
  }

  /// Notes a visitor's input, and reports it to operators.
  mutating func visitorCame(at time: Double, isBusy: Bool, into effects: inout [ShellEffect]) {
    if isIdle { effects.append(.emit(.idle(false))) }
    isIdle = false
    if let seconds = visit.somebody(at: time, isBusy: isBusy) {
      effects.append(.emit(.visitEnded(seconds: seconds)))
    }
  }

  /// Reports whether the compositor's activity report means a visitor, and not the launcher's own window.
  func believesCompositor(at time: Double) -> Bool { cover?.arrives.map { time < $0 } != true }

  /// Expects the touch of a visitor that the compositor reported. The touch itself is judged separately.
  mutating func expectTouch(at time: Double) { cover?.lifts = time + ScreenCover.grace }

  /// Sets whether the compositor reports touches in every window.
  mutating func watch(_ isWatched: Bool, at time: Double) { monitor.watch(isWatched, at: time) }
  /// Handles the compositor's report of the requested idle time.
  mutating func nobodyCame(at time: Double) { monitor.nobody(at: time) }
  /// Counts a sleep of the machine, in seconds, as idle time.
  mutating func slept(_ seconds: Double, at time: Double) {
    if seconds > 0 { monitor.slept(seconds, at: time) }
  }

  /// Returns a request for the idle time after which the compositor reports; nil if unchanged.
  mutating func changedWatch() -> ShellEffect? {
    let wanted = monitor.isWatched ? monitor.firstDelay : nil
    guard wanted != askedDelay else { return nil }
    askedDelay = wanted
    return .watchIdle(after: wanted)
  }
}

// Deadlines.
extension Idle {
  /// Returns the next idle deadline. `counted` is the number of seconds on the question.
  func deadline(counted: Int?) -> Double? {
    var earliest = monitor.deadline ?? .infinity
    if let ending = cover?.ending { earliest = min(earliest, ending) }
    if let count = nextCount(after: counted) { earliest = min(earliest, count) }
    if case .question(let end) = cover?.kind { earliest = min(earliest, end) }
    if let due = scenes.deadline { earliest = min(earliest, due) }
    return earliest < .infinity ? earliest : nil
  }

  /// Reports whether the cover disappears now.
  func mustUncover(at time: Double) -> Bool { cover?.isOver(at: time) == true }
  /// Reports whether the question counts down now.
  func mustCount(after counted: Int?, at time: Double) -> Bool {
    nextCount(after: counted).map { $0 <= time } == true
  }
  /// Returns when the visible seconds change.
  private func nextCount(after counted: Int?) -> Double? {
    guard case .question(let end) = cover?.kind, let counted, counted > 0 else { return nil }
    return end - Double(counted - 1)
  }

  /// Returns the idle actions due at a time in order, and marks them as done. A visitor with one-switch
  /// scanning counts as present until the highlight rests.
  mutating func dueSteps(
    at time: Double, isScanning: Bool, into effects: inout [ShellEffect]
  ) -> [IdleMonitor.Step] {
    if isScanning, let due = monitor.deadline, due <= time { monitor.startAnew(at: time) }
    let steps = monitor.dueSteps(at: time)
    // A question finds out whether a visitor is present, and does not end the visit.
    if !isIdle, steps.contains(where: { !$0.isWarning }) {
      isIdle = true
      effects.append(.emit(.idle(true)))
      if let seconds = visit.nobody(since: monitor.since) {
        effects.append(.emit(.visitEnded(seconds: seconds)))
      }
    }
    return steps
  }
}

// The cover.
extension Idle {
  var isDark: Bool { cover?.isDark == true }

  /// Covers everything. `program` had the screen and gets it back, as does an operator's message.
  mutating func cover(
    _ kind: ScreenCover.Kind, before program: ProgramID?, hiding announcement: Notice? = nil,
    at time: Double, into effects: inout [ShellEffect]
  ) {
    if kind == .dark, !isDark { effects.append(.setScreen(isOn: false)) }
    let arrives = program == nil ? cover?.arrives : time + ScreenCover.arrival
    cover = ScreenCover(
      kind: kind, program: program ?? cover?.program, announcement: announcement ?? cover?.announcement,
      tile: cover?.tile, arrives: arrives)
  }

  /// Returns the end of a warning's question; nil if it has no time.
  func questionEnd(of warning: IdleMonitor.Step, at time: Double) -> Double? {
    monitor.end(of: warning).flatMap { $0 > time ? $0 : nil }
  }

  /// Reports whether a question was visible until now, and was not answered.
  func isUnanswered(at time: Double) -> Bool {
    guard case .question(let end) = cover?.kind else { return false }
    return end <= time
  }

  /// Returns the seconds left to answer the question, and its end; nil without a question.
  func countdown(at time: Double) -> (seconds: Int, end: Double)? {
    guard case .question(let end) = cover?.kind else { return nil }
    return (Int(max(0, end - time).rounded(.up)), end)
  }

  /// Removes the cover and returns it.
  mutating func uncover(into effects: inout [ShellEffect]) -> ScreenCover? {
    defer { cover = nil }
    if isDark { effects.append(.setScreen(isOn: true)) }
    return cover
  }

  /// Ends the visit. A dark screen stays, and the program behind it has no visitor. Returns that program.
  mutating func endVisit() -> ProgramID? {
    defer { if isDark { cover?.program = nil } else { cover = nil } }
    return cover?.program
  }

  /// Notes the end of a program. Returns whether its cover has no program to return to, and no visitor to
  /// ask.
  mutating func ended(_ program: ProgramID) -> Bool {
    guard cover?.program == program else { return false }
    cover?.program = nil
    return !isDark
  }

  /// Remembers a tile that opens when a visitor wakes the screen. Returns false without a cover.
  mutating func openLater(_ tile: String) -> Bool {
    guard cover != nil else { return false }
    cover?.tile = tile
    return true
  }
}

// Scenes of the idle screen.
extension Idle {
  /// Skips the actions that concern the present visitor.
  mutating func skipVisitSteps() { monitor.skip(.warn, .warnOfScene, .home) }

  /// Lets the scenes begin again immediately.
  mutating func beginScenesAgain() { monitor.redo(.attract) }
  /// Lets due scenes begin again after the end of the visit ended them.
  mutating func resumeScenes() { if monitor.isDone(.attract) { beginScenesAgain() } }
}
