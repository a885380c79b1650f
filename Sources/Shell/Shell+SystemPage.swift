import RotundaGeometry
import Gestures
import Scene

/// The system's page: opening, reading and closing it.
extension Shell {
  /// It is drawn before any tile's card.
  private static let pageOrder = -1
  /// The widest its lines get, in font sizes: as for notices, and room for paths.
  private static let widestLine = 46.0
  /// What an arrow key scrolls, in font sizes.
  private static let keyStep = 4.0

  /// Shows what is known now.
  mutating func showSystem() {
    leaveProgram()
    releaseInput(at: clock)
    systemPage = SystemPage(expires: clock + SystemPage.lifetime)
    entrance = Entrance(at: clock)
    outbox.append(.readSystem)
    layOutSystemPage()
    isDirty = true
  }

  mutating func closeSystemPage() {
    guard systemPage != nil else { return }
    systemPage = nil
    isDirty = true
  }

  /// Has the page's writing drawn for the screen as it is, with what is known now.
  mutating func layOutSystemPage() {
    guard var page = systemPage, !metrics.size.isEmpty else { return }
    let report = systemReport
    let font = metrics.fontSize
    page.blocks = [
      SystemPage.Block(
        writing: writing(report.title, size: font * 1.5, color: theme.header, isBold: true), gap: 0)
    ]
    for section in report.sections(in: words) {
      let heading = writing(section.heading, size: font * 0.8, color: theme.pageHeading, isBold: true)
      let text = writing(section.text, size: font * 0.85, color: theme.header)
      page.blocks.append(SystemPage.Block(writing: heading, gap: font * 1.1))
      page.blocks.append(SystemPage.Block(writing: text, gap: font * 0.2))
    }
    page.hint = writing(words(.tapToClose), size: font * 0.8, color: theme.pageHeading)
    layOutControls(of: &page)
    systemPage = page
    for writing in page.blocks.map(\.writing) + page.controls.words + [page.hint].compactMap({ $0 }) {
      outbox.append(.draw(writing.picture, order: Self.pageOrder))
    }
  }

  /// What the page says.
  var systemReport: SystemReport {
    SystemReport(
      information: system, problems: problems, showsEarlier: isRefused,
      entries: reports.entries.map { .init(message: $0.message, age: clock - $0.time) })
  }

  private func writing(_ text: String, size: Double, color: Color, isBold: Bool = false) -> Writing {
    let block = TextBlock(
      text, color: color, fontSize: size, fontFamily: theme.fontFamily, language: theme.language,
      isBold: isBold)
    return Writing(block, within: Size(pageWidth, metrics.size.height), scale: scale)
  }

  private var pageWidth: Double { min(metrics.size.width * 0.88, metrics.fontSize * Self.widestLine) }

  /// Where the page's writing begins and how much of the screen it has, in points.
  private var pageArea: Rectangle {
    let top = metrics.padding * 1.6
    let left = ((metrics.size.width - pageWidth) / 2).rounded()
    return Rectangle(
      origin: Point(left, top),
      size: Size(pageWidth, max(0, foot - top)))
  }

  /// Where what scrolls ends.
  private var foot: Double {
    let controls = controlsLayout
    guard controls.height > 0 else { return metrics.size.height - metrics.padding * 1.6 - metrics.fontSize }
    return metrics.size.height - metrics.fontSize * 2 - controls.height
  }

  /// What fingers do to the page: a tap closes it, a drag scrolls it. Everything else is meant for the launcher.
  mutating func pageTakes(_ gesture: Gesture) -> Bool {
    guard systemPage != nil else { return false }
    systemPage?.expires = clock + SystemPage.lifetime
    switch gesture {
    case .tap(let point): tapSystemPage(at: point)
    case .pressBegan(let point): pressSystemPage(systemControl(at: point))
    case .pressEnded: pressSystemPage(nil)
    case .touchBegan:
      recognizer.axis = Point(0, 1)
      withSystemPage { _ = $0.touchDown(at: $1) }
    case .touchEnded: withSystemPage { $0.touchUp(at: $1) }
    case .dragBegan(let drag) where !drag.isAfterLongPress: dragSystemPage(drag)
    case .dragChanged(let drag) where !drag.isAfterLongPress: dragSystemPage(drag)
    case .dragEnded(let drag):
      let velocity = drag.axis.isAlongAxis && !drag.isAfterLongPress ? drag.velocity.y : 0
      withSystemPage { $0.endDragging(velocity: velocity, at: $1) }
    case .dragCancelled: withSystemPage { $0.endDragging(velocity: 0, at: $1) }
    case .dragBegan, .dragChanged: break
    default: return false
    }
    return true
  }

  private mutating func dragSystemPage(_ drag: Drag) {
    guard drag.axis.isAlongAxis else { return }
    withSystemPage { scroll, time in
      if !scroll.isDragging { scroll.beginDragging(at: time) }
      scroll.drag(by: drag.delta.y, velocity: drag.velocity.y, at: time)
    }
  }

  /// Changes how far the page is scrolled, now.
  private mutating func withSystemPage(_ change: (inout ContentScroll, Double) -> Void) {
    guard var scroll = systemPage?.scroll else { return }
    change(&scroll, clock)
    systemPage?.scroll = scroll
    isDirty = true
  }

  /// Moves the page to the time of a frame, and finds out how long it is.
  mutating func advanceSystemPage() {
    guard var page = systemPage else { return }
    page.scroll.advance(to: clock)
    page.scroll.fit(length: page.height(scale: scale), into: pageArea.size.height, at: clock)
    systemPage = page
  }

  private mutating func tapSystemPage(at point: Point) {
    if let control = systemControl(at: point) { return perform(control) }
    if !isAmongControls(point) { closeSystemPage() }
  }

  private mutating func pressSystemPage(_ control: SystemControl?) {
    guard systemPage?.controls.pressed != control else { return }
    systemPage?.controls.pressed = control
    isDirty = true
  }

  /// What keys do to the page.
  mutating func pageTakes(_ event: KeyEvent) {
    systemPage?.expires = clock + SystemPage.lifetime
    let step = metrics.fontSize * Self.keyStep
    switch event.key {
    case .enter, .space:
      guard event.phase == .pressed else { return }
      if let control = systemPage?.controls.focus {
        perform(control)
      } else {
        closeSystemPage()
      }
    case .escape: closeSystemPage()
    case .left: moveSystemFocus(by: -1)
    case .right: moveSystemFocus(by: 1)
    case .tab: moveSystemFocus(by: event.modifiers.contains(.shift) ? -1 : 1)
    case .up: scrollPage(by: -step)
    case .down: scrollPage(by: step)
    case .pageUp: scrollPageOn(by: -1)
    case .pageDown: scrollPageOn(by: 1)
    case .home: scrollPage(by: -1e9)
    case .end: scrollPage(by: 1e9)
    case .character, .backspace, .other: break
    }
  }

  private mutating func moveSystemFocus(by step: Int) {
    systemPage?.controls.moveFocus(by: step)
    isDirty = true
  }

  /// Scrolls it by so much of what is seen at once.
  mutating func scrollPageOn(by screens: Double) { scrollPage(by: screens * pageArea.size.height) }

  /// - Parameter duration: how long it takes, in seconds; nothing for what a hand moves.
  mutating func scrollPage(by distance: Double, duration: Double = ContentScroll.keyTime) {
    withSystemPage { $0.scroll(by: distance, duration: duration, at: $1) }
  }

  /// Draws the page.
  func append(_ page: SystemPage, to frame: inout SceneFrame) {
    append(.color(theme.background), in: Rectangle(origin: .zero, size: metrics.size), radius: 0, to: &frame)
    let area = pageArea
    var top = area.origin.y - page.scroll.offset
    for block in page.blocks {
      top += block.gap
      top = append(block.writing, at: Point(area.origin.x, top), to: &frame)
    }
    guard let hint = page.hint, let extent = hint.extent(scale: scale) else { return }
    let foot = Rectangle(
      origin: Point(0, area.maxY), size: Size(metrics.size.width, max(0, metrics.size.height - area.maxY)))
    // What scrolls ends where the last line begins.
    append(.color(theme.background), in: foot, radius: 0, to: &frame)
    append(page.controls, to: &frame)
    let lowest = page.controls.all.isEmpty ? foot.center.y : metrics.size.height - metrics.fontSize
    append(hint, at: Point(area.origin.x, (lowest - extent.height / 2).rounded()), to: &frame)
  }
}
