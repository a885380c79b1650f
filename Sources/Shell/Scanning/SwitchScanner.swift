import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The highlight of whoever has but one switch: it moves through what can be chosen, and the switch chooses.
struct ScanState: Hashable, Sendable {
  var settings = AccessibilitySettings()
  /// Where it is; nil while it rests.
  var run: ScanRun?
  /// What it is on, as it was when the highlight came there.
  var element: Element?
  /// The same in words, where nothing on the screen shows it.
  var caption: Writing?
  /// When the switch that is held counts.
  var countsAt: Double?
  /// Until when the switch does not count.
  var pausesUntil = 0.0

  /// When something is due; nil at rest.
  var deadline: Double? {
    let due = min(run?.next ?? .infinity, countsAt ?? .infinity)
    return due < .infinity ? due : nil
  }
}

/// A highlight that moves.
struct ScanRun: Hashable, Sendable {
  let place: ElementPlace
  /// The groups that were chosen, the innermost last.
  var path: [ElementID] = []
  var current: ElementID
  /// Steps within the innermost group since the last press.
  var steps = 0
  /// When it goes on.
  var next: Double

  /// How often a group is gone through before the highlight is back outside: the second round is for who missed the first.
  static let groupRounds = 2
}

/// Everything with one switch: the highlight goes on by itself, and the switch chooses what it is on.
///
/// Groups are chosen before what is in them (row and column scanning). At rest there is no deadline: the highlight stops
/// after some rounds in which nobody pressed, and goes on with the next press.
extension Shell {
  /// Whether one switch is enough: as the configuration says, unless the visitor wants otherwise.
  var scans: Bool {
    for case .scan(let isOn) in adjustments { return isOn }
    return scan.settings.scans
  }

  /// Whether an event is about the switch.
  func isSwitch(_ event: KeyEvent) -> Bool { scans && scan.settings.scanSwitch.contains(event.key) }

  /// The switch goes down, or is held.
  mutating func moveSwitch(_ event: KeyEvent, at time: Double) {
    guard event.phase == .pressed, time >= scan.pausesUntil else { return }
    guard scan.settings.scanHold > 0 else { return pressSwitch(at: time) }
    scan.countsAt = time + scan.settings.scanHold
  }

  /// The switch comes up: what was held too briefly was nothing, and may begin anew at once.
  mutating func releaseSwitch(_ event: KeyEvent, at time: Double) {
    guard isSwitch(event) else { return }
    if scan.countsAt == nil { scan.pausesUntil = max(scan.pausesUntil, time + scan.settings.scanPause) }
    scan.countsAt = nil
  }

  private mutating func pressSwitch(at time: Double) {
    scan.countsAt = nil
    scan.pausesUntil = time + scan.settings.scanPause
    guard let run = scan.run, run.place == elementPlace else { return startScanning() }
    chooseHighlight(run)
    layOutScan()
  }

  /// Time has come for the switch that is held, or for the highlight to go on.
  mutating func meetScanDeadline(at time: Double) {
    if let due = scan.countsAt, due <= time { pressSwitch(at: time) }
    if let due = scan.run?.next, due <= time { stepScan() }
  }

  /// The visitor has switched it on or off.
  mutating func takeScan() {
    if scans { startScanning() } else { stopScanning() }
  }

  /// Something else may have got the screen.
  mutating func followScan() {
    guard let run = scan.run else { return }
    let place = elementPlace
    guard place != run.place else { return }
    if place == nil { stopScanning() } else { startScanning() }
  }

  /// The highlight begins at the first of what can be chosen.
  mutating func startScanning() {
    let all = elements()
    guard let place = elementPlace, let first = all.first?.id else { return stopScanning() }
    scan.run = ScanRun(place: place, current: first, next: clock + scan.settings.scanInterval)
    if first == .tiles, all.count == 1 { enter(.tiles) }
    showScan()
  }

  /// The highlight goes.
  mutating func stopScanning() {
    guard scan.run != nil else { return }
    (scan.run, scan.element, scan.caption, scan.countsAt) = (nil, nil, nil, nil)
    isDirty = true
  }

  /// The highlight goes on: to the next one, out of a group, or to its rest.
  private mutating func stepScan() {
    guard var run = scan.run, run.place == elementPlace else { return stopScanning() }
    let targets = elements(in: run.path.last).map(\.id)
    let canLeave = run.path.count > 1 || (!run.path.isEmpty && elements().count > 1)
    run.steps += 1
    if run.steps >= targets.count * (canLeave ? ScanRun.groupRounds : scan.settings.scanRounds) {
      guard canLeave else { return stopScanning() }
      run.current = run.path.removeLast()
      run.steps = 0
    } else {
      let place = targets.firstIndex(of: run.current).map { $0 + 1 } ?? 0
      run.current = targets[place % targets.count]
    }
    run.next = clock + scan.settings.scanInterval
    scan.run = run
    showScan()
  }

  /// Goes into a group.
  mutating func enter(_ group: ElementID) {
    guard var run = scan.run else { return }
    run.path.append(group)
    let targets = elements(in: group).map(\.id)
    let tile = ElementID.tile(tilesPanel.chosenShelf.carousel.currentItemIndex)
    guard let first = targets.first else { return }
    run.current = group == .tiles && targets.contains(tile) ? tile : first
    (run.steps, run.next) = (0, clock + scan.settings.scanInterval)
    scan.run = run
  }

  /// Brings what the highlight is on into sight.
  private mutating func showScan() {
    if let run = scan.run, case .level = run.place { withTiles { $0.reveal(run.current) } }
    // Who waits for the highlight is still there.
    for index in panels.indices { panels[index].stay(at: clock) }
    layOutScan()
  }

  /// Does what the highlight is on, or goes into it.
  private mutating func chooseHighlight(_ run: ScanRun) {
    scan.run?.steps = 0
    scan.run?.next = environment.time + scan.settings.scanInterval
    isDirty = true
    sound(.tap)
    let element = run.current
    if isGroup(element) { return enter(element) }
    if case .level = run.place {
      choose(element)
      if element.isKind(of: .shelf(0)) { enter(.tiles) }
    } else {
      // What comes next may be anywhere on the panel.
      if run.path.last != nil, let first = elements().first?.id {
        scan.run?.path = []
        scan.run?.current = first
      }
      choose(element)
    }
  }

  /// Whether an element is gone into when it is chosen. A tile's controls are there once it is in the middle.
  private func isGroup(_ element: ElementID) -> Bool {
    if element.isKind(of: .tile(0)), panels.open == nil { return elements(in: element).map(\.id) != [.face] }
    return scan.element?.id == element && scan.element?.role == .group
  }
}

/// What is seen of the highlight: a ring around what it is on, or around words that say it.
extension Shell {
  /// The words are drawn before any tile's card.
  private static let captionOrder = -1
  /// How thick the ring is, in heights of letters, and in points at least; the line on both of its sides that tells it from
  /// whatever it lies on is half as thick.
  private static let ringShare = 0.2
  private static let thinnestRing = 4.0
  /// Between the ring and what it is around, in points.
  private static let ringGap = 2.0
  /// The free edge of the words, in heights of letters.
  private static let captionMargin = 0.7

  /// Has the words drawn that say what the highlight is on, where nothing else does.
  mutating func layOutScan() {
    guard let run = scan.run, !metrics.size.isEmpty else { return (scan.element, scan.caption) = (nil, nil) }
    isDirty = true
    let element = elements(in: run.path.last).first { $0.id == run.current }
    scan.element = element
    guard let element, element.frame == nil else { return scan.caption = nil }
    var caption = environment.label(
      element.label, size: metrics.fontSize, color: theme.noticeTitle,
      within: Size(metrics.noticeWidth, metrics.fontSize * 3), isBold: true)
    if caption.picture == scan.caption?.picture { caption.size = scan.caption?.size }
    scan.caption = caption
    outbox.append(.draw(caption.picture, order: Self.captionOrder))
  }

  /// Draws it over everything.
  func appendScan(to frame: inout SceneFrame) {
    guard let run = scan.run, cover == nil else { return }
    if let caption = scan.caption, let area = captionArea {
      frame.append(.color(theme.notice), in: area, radius: metrics.fontSize * theme.noticeRadius)
      frame.append(caption, around: area.center, scale: scale)
      appendRing(around: area, to: &frame)
    } else if let area = highlightArea(run) {
      appendRing(around: area, to: &frame)
    }
  }

  /// Tiles and messages move, so where they are is asked for with every frame. What is on a panel stays until that is laid out.
  private func highlightArea(_ run: ScanRun) -> Rectangle? {
    switch run.place {
    case .panel where run.current != .message && run.current != .retry: scan.element?.frame
    case .level, .panel: frame(of: run.current)
    }
  }

  /// Where the words stand: at the lower edge, clear of a message and of the system's controls.
  private var captionArea: Rectangle? {
    guard let extent = scan.caption?.extent(scale: scale) else { return nil }
    let margin = metrics.fontSize * Self.captionMargin
    let size = Size(extent.width + 2 * margin, extent.height + 1.2 * margin)
    var bottom = metrics.size.height - metrics.padding * 1.5
    if let lowest = panels.open?.captionBottom(environment) {
      bottom = lowest
    } else if panels.alone == nil, let notice, let area = noticePanel.frame(of: notice) {
      bottom = area.origin.y - metrics.padding
    }
    return Rectangle(
      origin: Point(
        ((metrics.size.width - size.width) / 2).rounded(), max(0, bottom - size.height).rounded()),
      size: size)
  }

  /// Draws the ring around an area, as far as there is a screen.
  private func appendRing(around area: Rectangle, to frame: inout SceneFrame) {
    let width = max(Self.thinnestRing, (metrics.fontSize * Self.ringShare).rounded())
    let edge = (width / 2).rounded()
    let screen = Rectangle(origin: .zero, size: metrics.size)
    guard let outer = area.inset(by: -(Self.ringGap + width + edge)).intersection(screen) else { return }
    appendFrame(outer, width + 2 * edge, theme.background.opacity(1), to: &frame)
    appendFrame(outer.inset(by: edge), width, theme.progress, to: &frame)
  }

  private func appendFrame(_ area: Rectangle, _ width: Double, _ color: Color, to frame: inout SceneFrame) {
    let (across, down) = (Size(area.size.width, width), Size(width, area.size.height))
    for bar in 0..<4 {
      let corner =
        switch bar {
        case 0, 1: area.origin
        case 2: Point(area.origin.x, area.maxY - width)
        default: Point(area.maxX - width, area.origin.y)
        }
      let size = bar == 0 || bar == 2 ? across : down
      frame.append(.color(color), in: Rectangle(origin: corner, size: size), radius: width / 3)
    }
  }
}
