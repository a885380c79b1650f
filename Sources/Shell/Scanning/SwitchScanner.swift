import Configuration
import Gestures
import RotundaGeometry
import Scene

/// Scanning with one switch: a highlight moves by itself through the elements, and the switch selects the
/// highlighted one.
///
/// Groups are selected before their contents (row and column scanning). A resting scanner has no deadline:
/// the highlight stops after some rounds without a press, and continues with the next press.
struct SwitchScanner: Hashable, Sendable {
  /// A moving highlight.
  struct Run: Hashable, Sendable {
    let place: ElementPlace
    /// The selected groups, the innermost last.
    fileprivate(set) var path: [ElementID] = []
    fileprivate(set) var current: ElementID
    /// Steps within the innermost group since the last press.
    fileprivate var steps = 0
    /// When the highlight moves on.
    fileprivate(set) var next: Double
  }

  /// The next action of the shell.
  enum Action: Hashable {
    case none
    /// The highlight has disappeared. A frame without it is due.
    case stop
    /// Scroll the highlighted element into view.
    case show(ElementID)
    /// The switch was pressed: activate the element. Nil means that the highlight entered a group.
    case choose(ElementID?)
  }

  private var settings: AccessibilitySettings
  /// The visitor's setting, if it differs from the configuration.
  private var override: Bool?
  /// The place of the highlight; nil while it rests.
  private(set) var run: Run?
  /// The highlighted element, as of the latest layout.
  private(set) var element: Element?
  /// The name of an element that is not visible.
  private var caption: Writing?
  /// When the held switch counts.
  private var countsAt: Double?
  /// The time until which the switch does not count.
  private var pausesUntil = 0.0

  /// The rounds through a group before the highlight leaves it. The second round is for visitors who missed
  /// the first.
  private static let groupRounds = 2

  init(_ settings: AccessibilitySettings) { self.settings = settings }

  /// Whether scanning is on: the configured setting, unless the visitor changed it.
  var isOn: Bool { override ?? settings.scans }

  /// When the next step is due; nil at rest.
  var deadline: Double? {
    let due = min(run?.next ?? .infinity, countsAt ?? .infinity)
    return due < .infinity ? due : nil
  }

  mutating func apply(_ settings: AccessibilitySettings) { self.settings = settings }
  /// Sets the visitor's choice; nil for the configured setting.
  mutating func adjust(_ isOn: Bool?) { override = isOn }

  /// Reports whether an event belongs to the switch.
  func isSwitch(_ event: KeyEvent) -> Bool { isOn && settings.scanSwitch.contains(event.key) }

  /// Handles a press or repetition of the switch. Returns whether it counts now.
  mutating func press(_ event: KeyEvent, at time: Double) -> Bool {
    guard event.phase == .pressed, time >= pausesUntil else { return false }
    guard settings.scanHold > 0 else { return true }
    countsAt = time + settings.scanHold
    return false
  }

  /// Handles the release of the switch. A press that was too short does not count, and the next one may
  /// follow at once.
  mutating func release(_ event: KeyEvent, at time: Double) {
    guard isSwitch(event) else { return }
    if countsAt == nil { pausesUntil = max(pausesUntil, time + settings.scanPause) }
    countsAt = nil
  }

  /// Forgets a held switch, because another window may receive its release.
  mutating func forgetHold() { countsAt = nil }

  /// Performs the step that is due. `screen` has the elements; nil while the launcher is invisible.
  mutating func meetDeadline(_ screen: PanelStack?, at time: Double) -> Action {
    if let due = countsAt, due <= time { return choose(screen, at: time) }
    if let due = run?.next, due <= time { return step(screen, at: time) }
    return .none
  }

  /// Starts over if the screen changed.
  mutating func follow(_ screen: PanelStack?, at time: Double) -> Action {
    guard let run, screen?.place != run.place else { return .none }
    return start(screen, at: time)
  }

  /// Starts the highlight at the first element.
  mutating func start(_ screen: PanelStack?, at time: Double) -> Action {
    guard let screen else { return stop() }
    let all = screen.elements()
    guard let first = all.first?.id else { return stop() }
    run = Run(place: screen.place, current: first, next: time + settings.scanInterval)
    if first == .tiles, all.count == 1 { enter(.tiles, of: screen, at: time) }
    return .show(run?.current ?? first)
  }

  /// Removes the highlight.
  mutating func stop() -> Action {
    guard run != nil else { return .none }
    (run, element, caption, countsAt) = (nil, nil, nil, nil)
    return .stop
  }

  /// Handles a press that counts: starts the highlight, enters a group, or selects the highlighted element.
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
    // After activation, a panel's next choice may be anywhere.
    if case .panel = screen.place, run?.path.last != nil, let first = screen.elements().first?.id {
      run?.path = []
      run?.current = first
    }
    return .choose(element)
  }

  /// Reports whether a press enters an element. A tile's controls are available once the tile is in the
  /// middle.
  private func isGroup(_ element: ElementID, of screen: PanelStack) -> Bool {
    if element.isKind(of: .tile(0)), screen.open == nil {
      return screen.elements(in: element).map(\.id) != [.face]
    }
    return self.element?.id == element && self.element?.role == .group
  }

  /// Enters a group.
  mutating func enter(_ group: ElementID, of screen: PanelStack, at time: Double) {
    let targets = screen.elements(in: group).map(\.id)
    run?.path.append(group)
    let tile = ElementID.tile(screen.tiles.chosenShelf.carousel.currentItemIndex)
    guard let first = targets.first else { return }
    run?.current = group == .tiles && targets.contains(tile) ? tile : first
    run?.steps = 0
    run?.next = time + settings.scanInterval
  }

  /// Moves the highlight on: to the next element, out of a group, or to rest.
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

// Drawing of the highlight: a ring around the element, or around its name.
extension SwitchScanner {
  /// The name is drawn before any tile's card.
  private static let captionOrder = -1
  /// The margin around the name, in heights of letters.
  private static let captionMargin = 0.7

  /// Finds the highlighted element. Requests a picture of its name if the element is not visible.
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

  /// Stores the measured size of a picture. Returns whether it shows the name.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    caption?.measured(picture, size: size) == true
  }

  /// Draws the highlight over everything.
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

  /// The radius of controls' corners, as a share of their shorter side.
  private static let cornerShare = 0.18

  /// Returns the corner radius of the highlighted element.
  private func radius(of id: ElementID, _ area: Rectangle, _ screen: PanelStack) -> Double {
    let shorter = min(area.size.width, area.size.height)
    if id == .face || id.isKind(of: .tile(0)) { return screen.tiles.cornerRadius }
    return element?.role == .close ? shorter / 2 : shorter * Self.cornerShare
  }

  /// Returns the place of the highlighted element. Tiles and messages move, so every frame computes theirs.
  /// Elements of a panel stay until its next layout.
  private func highlightArea(_ run: Run, _ screen: PanelStack) -> Rectangle? {
    switch run.place {
    case .panel where run.current != .message && run.current != .retry: element?.frame
    case .level, .panel: screen.frame(of: run.current)
    }
  }

  /// Returns the area of the name: at the lower edge, clear of messages and of the system page's controls.
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
