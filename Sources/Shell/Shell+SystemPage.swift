import Geometry
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
  mutating func showSystem(into effects: inout [ShellEffect]) {
    leaveProgram(into: &effects)
    releaseInput(at: clock, into: &effects)
    systemPage = SystemPage(expires: clock + SystemPage.lifetime)
    entrance = Entrance(at: clock)
    layOutSystemPage(into: &effects)
    isDirty = true
  }

  mutating func closeSystemPage() {
    guard systemPage != nil else { return }
    systemPage = nil
    isDirty = true
  }

  /// Has the page's writing drawn for the screen as it is, with what is known now.
  mutating func layOutSystemPage(into effects: inout [ShellEffect]) {
    guard var page = systemPage, !metrics.size.isEmpty else { return }
    let report = SystemReport(
      information: system, problems: problems, showsEarlier: isRefused,
      entries: reports.entries.map { .init(message: $0.message, age: clock - $0.time) })
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
    systemPage = page
    for writing in page.blocks.map(\.writing) + [page.hint].compactMap({ $0 }) {
      effects.append(.draw(writing.picture, order: Self.pageOrder))
    }
  }

  private func writing(_ text: String, size: Double, color: Color, isBold: Bool = false) -> Writing {
    let block = TextBlock(text, color: color, fontSize: size, fontFamily: theme.fontFamily, isBold: isBold)
    return Writing(block, within: Size(pageWidth, metrics.size.height), scale: scale)
  }

  private var pageWidth: Double { min(metrics.size.width * 0.88, metrics.fontSize * Self.widestLine) }

  /// Where the page's writing begins and how much of the screen it has, in points.
  private var pageArea: Rectangle {
    let top = metrics.padding * 1.6
    let left = ((metrics.size.width - pageWidth) / 2).rounded()
    return Rectangle(
      origin: Point(left, top),
      size: Size(pageWidth, max(0, metrics.size.height - 2 * top - metrics.fontSize)))
  }

  /// What fingers do to the page: a tap closes it, a drag scrolls it. Everything else is meant for the launcher.
  mutating func pageTakes(_ gesture: Gesture) -> Bool {
    guard systemPage != nil else { return false }
    systemPage?.expires = clock + SystemPage.lifetime
    switch gesture {
    case .tap: closeSystemPage()
    case .dragBegan(let drag) where !drag.isAfterLongPress: scrollPage(by: -drag.delta.y)
    case .dragChanged(let drag) where !drag.isAfterLongPress: scrollPage(by: -drag.delta.y)
    case .pressBegan, .pressEnded, .dragBegan, .dragChanged, .dragEnded, .dragCancelled: break
    default: return false
    }
    return true
  }

  /// What keys do to the page.
  mutating func pageTakes(_ key: Key) {
    systemPage?.expires = clock + SystemPage.lifetime
    let step = metrics.fontSize * Self.keyStep
    switch key {
    case .escape, .enter, .space: closeSystemPage()
    case .up: scrollPage(by: -step)
    case .down: scrollPage(by: step)
    case .pageUp: scrollPage(by: -pageArea.size.height)
    case .pageDown: scrollPage(by: pageArea.size.height)
    case .home: scrollPage(by: -.greatestFiniteMagnitude)
    case .end: scrollPage(by: .greatestFiniteMagnitude)
    case .left, .right, .tab, .character: break
    }
  }

  mutating func scrollPage(by distance: Double) {
    guard let page = systemPage else { return }
    let most = max(0, page.height(scale: scale) - pageArea.size.height)
    let scroll = min(max(page.scroll + distance, 0), most)
    guard scroll != page.scroll else { return }
    systemPage?.scroll = scroll
    isDirty = true
  }

  /// Draws the page.
  func append(_ page: SystemPage, to frame: inout SceneFrame) {
    append(.color(theme.background), in: Rectangle(origin: .zero, size: metrics.size), radius: 0, to: &frame)
    let area = pageArea
    var top = area.origin.y - page.scroll
    for block in page.blocks {
      top += block.gap
      top = append(block.writing, at: Point(area.origin.x, top), to: &frame)
    }
    guard let hint = page.hint, let extent = hint.extent(scale: scale) else { return }
    let foot = Rectangle(
      origin: Point(0, area.maxY), size: Size(metrics.size.width, max(0, metrics.size.height - area.maxY)))
    // What scrolls ends where the last line begins.
    append(.color(theme.background), in: foot, radius: 0, to: &frame)
    append(hint, at: Point(area.origin.x, (foot.center.y - extent.height / 2).rounded()), to: &frame)
  }
}
