import Configuration
import Gestures
import RotundaGeometry
import Scene

/// What the system's page can have done.
enum SystemControl: CaseIterable, Hashable {
  /// The launcher ends, and is started again.
  case restart
  /// The configuration is read again.
  case reload
  /// The page for touchscreens.
  case touchTest
  /// The machine starts again.
  case reboot
  /// The machine is switched off.
  case powerOff
  /// The kiosk ends, and there is a login on the console.
  case console

  /// Whether it neither ends the kiosk nor interrupts it for long.
  var isHarmless: Bool { self == .reload || self == .touchTest }

  /// What is written on it.
  func text(in words: Words) -> String {
    switch self {
    case .restart: words(.restartLauncher)
    case .reload: words(.reloadSettings)
    case .touchTest: words(.touchTest)
    case .reboot: words(.restartMachine)
    case .powerOff: words(.powerOff)
    case .console: words(.leaveToConsole)
    }
  }
}

/// The system's page: what operators want to know about the machine, over everything else.
struct SystemPage: Sendable {
  /// A piece of writing.
  private struct Block: Hashable {
    var writing: Writing
    /// Points of room above it.
    let gap: Double
  }

  private(set) var report: SystemReport
  /// What it offers, from left to right and from above.
  private(set) var controls: [SystemControl]
  private(set) var scroll = ContentScroll()
  private(set) var layout = SystemControlsLayout()
  /// Its writing from top to bottom.
  private var blocks: [Block] = []
  /// How to leave it; stands at the bottom and does not scroll.
  private var hint: Writing?
  /// What is written on each control.
  private(set) var labels: [Writing] = []
  /// The control below a finger, and the one that keys have chosen.
  private var pressed, focus: SystemControl?
  /// When it goes by itself.
  private var expires: Double

  /// Seconds that it stays after the last touch: time to read it or to photograph it, and gone before the next visitor.
  static let lifetime = 60.0
  /// It is drawn before any tile's card.
  private static let drawingOrder = -1
  /// The widest its lines get, in font sizes: as for notices, and room for paths.
  private static let widestLine = 46.0
  private static let labelSize = 0.82
  /// The free edge around the words on a control, in font sizes: what is left has room for two lines.
  private static let margin = 0.15
  private static let radius = 0.18
  private static let focusWidth = 4.0
  private static let pressedOpacity = 0.7

  init(_ report: SystemReport, _ controls: [SystemControl], at time: Double) {
    (self.report, self.controls) = (report, controls)
    expires = time + Self.lifetime
  }

  /// Something else is known of the machine, or may be done.
  mutating func show(_ report: SystemReport, _ controls: [SystemControl]) {
    (self.report, self.controls) = (report, controls)
  }
}

extension PanelStack {
  /// Has the page about the system, if it is shown, say what is known now.
  mutating func updateSystemPage(_ report: SystemReport, _ controls: [SystemControl]) {
    if change(SystemPage.self, { $0.show(report, controls) }) { layOutPanels(only: .system) }
  }
}

extension SystemPage: Panel {
  var name: ShellStatus.Screen { .system }
  var layer: PanelLayer { .system }
  var swipeAxis: Point? { Point(0, 1) }

  // Time.

  var deadline: Double? { expires }
  mutating func stay(at time: Double) { expires = time + Self.lifetime }
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if expires <= environment.time { output.want(.close) }
  }
  func isMoving(at time: Double) -> Bool { scroll.isMoving }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    scroll.advance(to: environment.time)
    scroll.fit(
      length: height(scale: environment.scale), into: area(environment).size.height, at: environment.time)
  }

  /// How high all of its writing is, in points.
  private func height(scale: Double) -> Double {
    blocks.reduce(0) { $0 + $1.gap + ($1.writing.extent(scale: scale)?.height ?? 0) }
  }

  // Input.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    let time = environment.time
    stay(at: time)
    switch gesture {
    case .tap(let point): tap(at: point, environment, &output)
    case .pressBegan(let point): press(control(at: point), &output)
    case .pressEnded: press(nil, &output)
    case .dragBegan(let drag) where !drag.axis.isAlongAxis,
      .dragChanged(let drag) where !drag.axis.isAlongAxis:
      break
    case .dragBegan(let drag) where drag.isAfterLongPress, .dragChanged(let drag) where drag.isAfterLongPress:
      break
    default:
      guard scroll.handle(gesture, at: time) else { return false }
      output.redraw()
    }
    return true
  }

  private mutating func tap(at point: Point, _ environment: Environment, _ output: inout PanelOutput) {
    if let control = control(at: point) { return output.want(.control(control)) }
    // Among the controls a tap that misses does nothing.
    let first = layout.places.first.map { $0.origin.y - environment.metrics.padding / 2 }
    if point.y < first ?? .infinity { output.want(.close) }
  }

  private func control(at point: Point) -> SystemControl? {
    layout.places.firstIndex { $0.contains(point) }.map { controls[$0] }
  }

  private mutating func press(_ control: SystemControl?, _ output: inout PanelOutput) {
    guard pressed != control else { return }
    pressed = control
    output.redraw()
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    let step = environment.metrics.fontSize * ContentScroll.keyStep
    let screen = area(environment).size.height
    switch event.key {
    case .enter, .space:
      guard event.phase == .pressed else { return true }
      output.want(focus.map { .control($0) } ?? .close)
    case .escape: output.want(.close)
    case .left: moveFocus(by: -1, &output)
    case .right: moveFocus(by: 1, &output)
    case .tab: moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, &output)
    case .up: scroll(by: -step, environment, &output)
    case .down: scroll(by: step, environment, &output)
    case .pageUp: scroll(by: -screen, environment, &output)
    case .pageDown: scroll(by: screen, environment, &output)
    case .home: scroll(by: -1e9, environment, &output)
    case .end: scroll(by: 1e9, environment, &output)
    case .character, .backspace, .other: break
    }
    return true
  }

  /// The next control, or with −1 the one before; past the ends none.
  private mutating func moveFocus(by step: Int, _ output: inout PanelOutput) {
    let index =
      focus.flatMap { controls.firstIndex(of: $0) }.map { $0 + step } ?? (step > 0 ? 0 : controls.count - 1)
    focus = controls.indices.contains(index) ? controls[index] : nil
    output.redraw()
  }

  mutating func handle(_ event: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    switch event.kind {
    case .steps(_, let y):
      scroll(by: Double(y) * environment.metrics.fontSize * ContentScroll.wheelStep, environment, &output)
    case .moved(let delta): scroll(by: -delta.y, duration: 0, environment, &output)
    case .stopped: break
    }
  }

  /// - Parameter duration: how long it takes, in seconds; nothing for what a hand moves.
  private mutating func scroll(
    by distance: Double, duration: Double = ContentScroll.keyTime, _ environment: Environment,
    _ output: inout PanelOutput
  ) {
    scroll.scroll(by: distance, duration: duration, at: environment.time)
    output.redraw()
  }

  // What can be chosen.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let words = environment.words
    let buttons = controls.indices.map { index in
      Element(
        id: ElementID("control", index), role: .button, label: controls[index].text(in: words),
        frame: layout.places.indices.contains(index) ? layout.places[index] : nil)
    }
    return scroll.elements(words) + buttons
      + [Element(id: .close, role: .close, label: words(.leave))]
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    let screen = area(environment).size.height
    switch element {
    case .close: output.want(.close)
    case ContentScroll.down: scroll(by: screen, environment, &output)
    case ContentScroll.up: scroll(by: -screen, environment, &output)
    default: if controls.indices.contains(element.index) { output.want(.control(controls[element.index])) }
    }
  }

  func captionBottom(_ environment: Environment) -> Double? {
    layout.places.first.map { $0.origin.y - environment.metrics.padding }
  }

  // Speech.

  var spoken: SpokenPanel {
    let index = focus.flatMap { controls.firstIndex(of: $0) }
    return SpokenPanel(panel: name, element: index.map { ElementID("control", $0) })
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    let words = environment.words
    if let focus { return [focus.text(in: words)] }
    guard earlier == nil else { return [] }
    return [report.title]
      + report.sections(in: words).flatMap { [$0.heading] + $0.text.split(separator: "\n").map(String.init) }
      + controls.map { $0.text(in: words) }
  }
}

// What is seen of it.
extension SystemPage {
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let (theme, words, font) = (environment.theme, environment.words, environment.metrics.fontSize)
    let room = Size(width(environment), environment.metrics.size.height)
    func writing(_ text: String, _ size: Double, _ color: Color, isBold: Bool = false) -> Writing {
      environment.label(text, size: font * size, color: color, within: room, isBold: isBold)
    }
    blocks = [Block(writing: writing(report.title, 1.5, theme.header, isBold: true), gap: 0)]
    for section in report.sections(in: words) {
      let heading = writing(section.heading, 0.8, theme.pageHeading, isBold: true)
      blocks.append(Block(writing: heading, gap: font * 1.1))
      blocks.append(Block(writing: writing(section.text, 0.85, theme.header), gap: font * 0.2))
    }
    hint = writing(words(.tapToClose), 0.8, theme.pageHeading)
    layout = SystemControlsLayout(
      controls.count, environment.pageMetrics, bottom: environment.metrics.size.height - font * 2)
    labels = zip(controls, layout.places).map { control, place in
      environment.label(
        control.text(in: words), size: font * Self.labelSize, color: theme.cardText,
        within: place.inset(by: font * Self.margin).size, isBold: true, alignment: .center)
    }
    for writing in blocks.map(\.writing) + labels + [hint].compactMap({ $0 }) {
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = hint?.measured(picture, size: size) == true
    // Two blocks may say the same.
    for index in labels.indices where labels[index].measured(picture, size: size) { isOne = true }
    for index in blocks.indices where blocks[index].writing.measured(picture, size: size) { isOne = true }
    return isOne
  }

  private func width(_ environment: Environment) -> Double {
    min(environment.metrics.size.width * 0.88, environment.metrics.fontSize * Self.widestLine)
  }

  /// Where its writing begins and how much of the screen it has, in points.
  private func area(_ environment: Environment) -> Rectangle {
    let (metrics, width) = (environment.metrics, width(environment))
    let top = metrics.padding * 1.6
    let left = ((metrics.size.width - width) / 2).rounded()
    // Where what scrolls ends.
    let foot =
      layout.height > 0
      ? metrics.size.height - metrics.fontSize * 2 - layout.height
      : metrics.size.height - metrics.padding * 1.6 - metrics.fontSize
    return Rectangle(origin: Point(left, top), size: Size(width, max(0, foot - top)))
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let (theme, metrics, scale) = (environment.theme, environment.metrics, environment.scale)
    frame.append(.color(theme.background), in: environment.screen)
    let area = area(environment)
    var top = area.origin.y - scroll.offset
    for block in blocks {
      top += block.gap
      top = frame.append(block.writing, at: Point(area.origin.x, top), scale: scale)
    }
    guard let hint, let extent = hint.extent(scale: scale) else { return }
    let foot = Rectangle(
      origin: Point(0, area.maxY), size: Size(metrics.size.width, max(0, metrics.size.height - area.maxY)))
    // What scrolls ends where the last line begins.
    frame.append(.color(theme.background), in: foot)
    appendControls(theme, scale, to: &frame)
    let lowest = controls.isEmpty ? foot.center.y : metrics.size.height - metrics.fontSize
    frame.append(
      hint, at: Point(area.origin.x, (lowest - extent.height / 2).rounded()), scale: scale)
  }

  private func appendControls(_ theme: Theme, _ scale: Double, to frame: inout SceneFrame) {
    for (index, place) in layout.places.enumerated() {
      let control = controls[index]
      let radius = place.size.height * Self.radius
      let first = frame.sprites.count
      let line = focus == control ? Self.focusWidth : theme.borderWidth
      if line > 0 {
        let color = focus == control ? theme.progress : theme.border
        frame.append(.color(color), in: place.inset(by: -line), radius: radius + line)
      }
      frame.append(.color(theme.card), in: place, radius: radius)
      frame.append(labels[index], around: place.center, scale: scale)
      if pressed == control { frame.fade(from: first, by: Self.pressedOpacity) }
    }
  }
}

/// Where the controls of the system's page are. Lengths in points, places from the upper left corner of the screen.
struct SystemControlsLayout: Hashable {
  /// A place for each.
  private(set) var places: [Rectangle] = []
  /// How much of the screen they take, with the gaps above and below.
  private(set) var height = 0.0

  /// How wide one is at least, in heights of letters: room for two words in two lines.
  private static let narrowest = 5.2
  private static let gap = 0.5
  private static let lines = 2.6

  /// No controls.
  init() {}

  /// So many controls below each other and beside each other, their lower edge at `bottom`.
  init(_ count: Int, _ page: PageMetrics, bottom: Double) {
    guard count > 0 else { return }
    let (font, padding) = (page.metrics.fontSize, page.metrics.padding.rounded())
    let width = page.metrics.size.width - 2 * padding
    let gap = (font * Self.gap).rounded()
    let lines = max(page.targetSide, font * Self.lines).rounded()
    var most = max(1, Int((width + gap) / (font * Self.narrowest + gap)))
    // On a tall screen the first of them can still be reached in the lower half.
    let reach = page.metrics.size.height / 2 - font * 2 + lines - page.targetSide
    while page.metrics.size.height > width, most < count,
      Double((count + most - 1) / most) * (lines + gap) > reach
    {
      most += 1
    }
    let rows = (count + most - 1) / most
    let columns = (count + rows - 1) / rows
    let side = Size(((width - Double(columns - 1) * gap) / Double(columns)).rounded(.down), lines)
    height = Double(rows) * (side.height + gap) + gap
    let top = bottom - height + gap
    places = (0..<count).map { index in
      Rectangle(
        origin: Point(
          padding + Double(index % columns) * (side.width + gap),
          top.rounded(.down) + Double(index / columns) * (side.height + gap)), size: side)
    }
  }
}
