import Configuration
import Gestures
import RotundaGeometry
import Scene

/// Everything with one switch: a highlight goes on by itself through what can be chosen, and the switch
/// chooses what it is on.
///
/// Groups are chosen before what is in them (row and column scanning). At rest there is no deadline: the
/// highlight stops after some rounds without a press, and goes on with the next press.
struct SwitchScanner: Hashable, Sendable {
  /// A highlight that moves.
  struct Run: Hashable, Sendable {
    let place: ElementPlace
    /// The groups that were chosen, the innermost last.
    fileprivate(set) var path: [ElementID] = []
    fileprivate(set) var current: ElementID
    /// Steps within the innermost group since the last press.
    fileprivate var steps = 0
    /// When it goes on.
    fileprivate(set) var next: Double
  }

  /// What the shell does next.
  enum Action: Hashable {
    case none
    /// The highlight has gone: a frame without it is due.
    case stop
    /// Bring an element into sight, which the highlight is on now.
    case show(ElementID)
    /// The switch was pressed: choose the element, or nothing where the highlight went into a group.
    case choose(ElementID?)
  }

  private var settings: AccessibilitySettings
  /// What the visitor wants, where that is other than the configuration.
  private var override: Bool?
  /// Where the highlight is; nil while it rests.
  private(set) var run: Run?
  /// What it is on, as it was when the highlight came there.
  private(set) var element: Element?
  /// The same in words, where nothing on the screen shows it.
  private var caption: Writing?
  /// When the switch that is held counts.
  private var countsAt: Double?
  /// Until when the switch does not count.
  private var pausesUntil = 0.0

  /// How often a group is gone through before the highlight is back outside: the second round is for visitors
  /// who missed the first.
  private static let groupRounds = 2

  init(_ settings: AccessibilitySettings) { self.settings = settings }

  /// Whether one switch is enough: as the configuration says, unless the visitor wants otherwise.
  var isOn: Bool { override ?? settings.scans }

  /// When something is due; nil at rest.
  var deadline: Double? {
    let due = min(run?.next ?? .infinity, countsAt ?? .infinity)
    return due < .infinity ? due : nil
  }

  /// Another configuration is in force.
  mutating func apply(_ settings: AccessibilitySettings) { self.settings = settings }
  /// What the visitor wants; nil is what the configuration wants.
  mutating func adjust(_ isOn: Bool?) { override = isOn }

  /// Whether an event is about the switch.
  func isSwitch(_ event: KeyEvent) -> Bool { isOn && settings.scanSwitch.contains(event.key) }

  /// The switch goes down, or is held; whether it counts now.
  mutating func press(_ event: KeyEvent, at time: Double) -> Bool {
    guard event.phase == .pressed, time >= pausesUntil else { return false }
    guard settings.scanHold > 0 else { return true }
    countsAt = time + settings.scanHold
    return false
  }

  /// The switch comes up: what was held too briefly was nothing, and may begin anew at once.
  mutating func release(_ event: KeyEvent, at time: Double) {
    guard isSwitch(event) else { return }
    if countsAt == nil { pausesUntil = max(pausesUntil, time + settings.scanPause) }
    countsAt = nil
  }

  /// The switch is no longer held, as far as the launcher can know.
  mutating func forgetHold() { countsAt = nil }

  /// Does what is due. `screen` is what can be chosen from; nil while the launcher is not seen.
  mutating func meetDeadline(_ screen: PanelStack?, at time: Double) -> Action {
    if let due = countsAt, due <= time { return choose(screen, at: time) }
    if let due = run?.next, due <= time { return step(screen, at: time) }
    return .none
  }

  /// Something else may have got the screen.
  mutating func follow(_ screen: PanelStack?, at time: Double) -> Action {
    guard let run, screen?.place != run.place else { return .none }
    return start(screen, at: time)
  }

  /// The highlight begins at the first of what can be chosen.
  mutating func start(_ screen: PanelStack?, at time: Double) -> Action {
    guard let screen else { return stop() }
    let all = screen.elements()
    guard let first = all.first?.id else { return stop() }
    run = Run(place: screen.place, current: first, next: time + settings.scanInterval)
    if first == .tiles, all.count == 1 { enter(.tiles, of: screen, at: time) }
    return .show(run?.current ?? first)
  }

  /// The highlight goes.
  mutating func stop() -> Action {
    guard run != nil else { return .none }
    (run, element, caption, countsAt) = (nil, nil, nil, nil)
    return .stop
  }

  /// The switch counts: the highlight begins, goes into a group, or what it is on is chosen.
  mutating func choose(_ screen: PanelStack?, at time: Double) -> Action {
    countsAt = nil
    pausesUntil = time + settings.scanPause
    guard let screen, let element = run?.current, run?.place == screen.place else {
      return start(screen, at: time)
    }
    run?.steps = 0
    run?.next = time + settings.scanInterval
    if isGroup(element, of: screen) {
      enter(element, of: screen, at: time)
      return .choose(nil)
    }
    // What comes next may be anywhere on a panel.
    if case .panel = screen.place, run?.path.last != nil, let first = screen.elements().first?.id {
      run?.path = []
      run?.current = first
    }
    return .choose(element)
  }

  /// Whether an element is gone into when it is chosen. A tile's controls are there once it is in the middle.
  private func isGroup(_ element: ElementID, of screen: PanelStack) -> Bool {
    if element.isKind(of: .tile(0)), screen.open == nil {
      return screen.elements(in: element).map(\.id) != [.face]
    }
    return self.element?.id == element && self.element?.role == .group
  }

  /// Goes into a group.
  mutating func enter(_ group: ElementID, of screen: PanelStack, at time: Double) {
    let targets = screen.elements(in: group).map(\.id)
    run?.path.append(group)
    let tile = ElementID.tile(screen.tiles.chosenShelf.carousel.currentItemIndex)
    guard let first = targets.first else { return }
    run?.current = group == .tiles && targets.contains(tile) ? tile : first
    run?.steps = 0
    run?.next = time + settings.scanInterval
  }

  /// The highlight goes on: to the next one, out of a group, or to its rest.
  private mutating func step(_ screen: PanelStack?, at time: Double) -> Action {
    guard var run, let screen, run.place == screen.place else { return stop() }
    let targets = screen.elements(in: run.path.last).map(\.id)
    let canLeave = run.path.count > 1 || (!run.path.isEmpty && screen.elements().count > 1)
    run.steps += 1
    if run.steps >= targets.count * (canLeave ? Self.groupRounds : settings.scanRounds) {
      guard canLeave else { return stop() }
      run.current = run.path.removeLast()
      run.steps = 0
    } else {
      let place = targets.firstIndex(of: run.current).map { $0 + 1 } ?? 0
      run.current = targets[place % targets.count]
    }
    run.next = time + settings.scanInterval
    self.run = run
    return .show(run.current)
  }
}

// What is seen of the highlight: a ring around what it is on, or around words that say it.
extension SwitchScanner {
  /// The words are drawn before any tile's card.
  private static let captionOrder = -1
  /// The free edge of the words, in heights of letters.
  private static let captionMargin = 0.7

  /// Finds what the highlight is on, and has the words drawn that say it, where nothing else does.
  mutating func layOut(_ screen: PanelStack?, into effects: inout [ShellEffect]) {
    guard let run, let environment = screen?.environment, !environment.metrics.size.isEmpty else {
      return (element, caption) = (nil, nil)
    }
    let (metrics, theme) = (environment.metrics, environment.theme)
    element = screen?.elements(in: run.path.last).first { $0.id == run.current }
    guard let element, element.frame == nil else { return caption = nil }
    var caption = environment.label(
      element.label, size: metrics.fontSize, color: theme.noticeTitle,
      within: Size(metrics.noticeWidth, metrics.fontSize * 3), isBold: true)
    if caption.picture == self.caption?.picture { caption.size = self.caption?.size }
    self.caption = caption
    effects.append(.draw(caption.picture, order: Self.captionOrder))
  }

  /// Takes the measure of a picture; whether it is its own.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    caption?.measured(picture, size: size) == true
  }

  /// Draws it over everything.
  func draw(_ screen: PanelStack, to frame: inout SceneFrame) {
    guard let run else { return }
    let environment = screen.environment
    if let caption, let area = captionArea(screen) {
      let (metrics, theme) = (environment.metrics, environment.theme)
      frame.append(.color(theme.notice), in: area, radius: metrics.fontSize * theme.noticeRadius)
      frame.append(caption, around: area.center, scale: environment.scale)
      HighlightRing(environment)
        .append(around: area, radius: metrics.fontSize * theme.noticeRadius, to: &frame)
    } else if let area = highlightArea(run, screen) {
      let isTile = run.current == .face || run.current == .tiles || run.current.isKind(of: .tile(0))
      let ring = HighlightRing(environment, accent: isTile ? screen.tiles.indicator.mark : nil)
      if run.current == .tiles, area.size.width > area.size.height {
        ring.append(beside: area, to: &frame)
      } else {
        ring.append(around: area, radius: radius(of: run.current, area, screen), to: &frame)
      }
    }
  }

  /// The corners of controls, as a part of their shorter side.
  private static let cornerShare = 0.18

  /// The radius of the corners of what the highlight is on.
  private func radius(of id: ElementID, _ area: Rectangle, _ screen: PanelStack) -> Double {
    let shorter = min(area.size.width, area.size.height)
    if id == .face || id.isKind(of: .tile(0)) { return screen.tiles.cornerRadius }
    return element?.role == .close ? shorter / 2 : shorter * Self.cornerShare
  }

  /// Tiles and messages move, so where they are is asked for with every frame. What is on a panel stays until
  /// that is laid out.
  private func highlightArea(_ run: Run, _ screen: PanelStack) -> Rectangle? {
    switch run.place {
    case .panel where run.current != .message && run.current != .retry: element?.frame
    case .level, .panel: screen.frame(of: run.current)
    }
  }

  /// Where the words stand: at the lower edge, clear of a message and of the system's controls.
  private func captionArea(_ screen: PanelStack) -> Rectangle? {
    let metrics = screen.environment.metrics
    guard let extent = caption?.extent(scale: screen.environment.scale) else { return nil }
    let margin = metrics.fontSize * Self.captionMargin
    let size = Size(extent.width + 2 * margin, extent.height + 1.2 * margin)
    return Rectangle(
      origin: Point(
        ((metrics.size.width - size.width) / 2).rounded(),
        max(0, screen.captionBottom - size.height).rounded()),
      size: size)
  }
}
