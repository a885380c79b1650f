import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The system page: facts about the machine for operators, over everything else.
struct SystemPage: Sendable {
  /// A heading and a text.
  private struct Card: Hashable {
    var heading, text: Writing
    /// Whether the subject is in good order; nil if that does not apply.
    let isWell: Bool?
    /// Whether a QR code stands below the heading.
    var isCode = false

    /// Reports whether the card has content. The picture is a single pixel if the code cannot be drawn.
    func isThere(scale: Double) -> Bool {
      !isCode || text.extent(scale: scale).map { $0.width * scale > 2 } ?? true
    }

    /// Returns the height of heading, gap and text, in points.
    func height(gap: Double, scale: Double) -> Double {
      (heading.extent(scale: scale)?.height ?? 0) + gap + (text.extent(scale: scale)?.height ?? 0)
    }

    mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
      let isHeading = heading.measured(picture, size: size)
      return text.measured(picture, size: size) || isHeading
    }
  }

  private(set) var report: SystemReport
  /// The page for phones, if this page is about it and not about the machine.
  private(set) var phone: PhoneSession?
  /// The controls, from left to right and from top to bottom.
  private(set) var controls: [SystemControl]
  private(set) var scroll = ContentScroll()
  private(set) var layout = SystemControlsLayout()
  private var cards: [Card] = []
  /// The texts above the cards: the machine's name, the time, and below them the system.
  private var title, time, subtitle: Writing?
  /// The close control, as on pages of tiles.
  private var chrome = PageChrome()
  /// The labels of the controls.
  private(set) var labels: [Writing] = []
  /// The pressed control, and the one that has the focus.
  private var pressed, focus: SystemControl?
  /// When the page closes by itself.
  private var expires: Double
  /// When its words change; nil for never.
  private var minute: Double?
  /// When it looks for a USB stick again; nil for never.
  private var nextLook: Double?

  /// Seconds that the page stays after the last touch: time to read or photograph it, and short enough for
  /// the next visitor.
  static let lifetime = 60.0
  /// Seconds that the code for a phone stays after the last touch: time to compare fingerprints. The next
  /// visitor must not scan the code of an operator who has gone.
  static let phoneLifetime = 300.0
  /// Seconds between two looks for a USB stick, which an operator may plug in while the page is open.
  private static let lookPause = 3.0
  /// Drawn before any tile's card.
  private static let drawingOrder = -1
  /// The least width of several columns of cards, in font sizes, and the most columns.
  private static let (narrowestColumn, mostColumns) = (20.0, 3)
  /// A card's margin, the gap between its heading and its text, the gap between cards, and their corner
  /// radius, in font sizes.
  private static let (cardMargin, textGap, cardGap, cardRadius) = (0.9, 0.25, 0.7, 0.6)
  private static let (titleSize, timeSize, subtitleSize) = (1.9, 1.45, 0.85)
  /// The height of the lines of title and subtitle, in their font sizes.
  private static let line = 1.35
  /// The size of the status disc, in font sizes.
  private static let disc = 0.5
  private static let labelSize = 0.82
  /// The side of the report's code in millimeters, and its least side in pixels: three for each module.
  private static let (codeSide, leastCode) = (48.0, 255.0)
  /// The same for a link, which has fewer modules; and what stands around a code, in font sizes.
  private static let (leastLink, codeFrame) = (135.0, 3.2)
  /// The size of a text that is read from afar and typed.
  private static let largeText = 1.7
  /// The margin around the text of a control, in font sizes. The rest has room for two lines.
  private static let margin = 0.15
  private static let radius = 0.18
  private static let focusWidth = 4.0
  private static let pressedOpacity = 0.7

  init(
    _ report: SystemReport, _ controls: [SystemControl], looksForSticks: Bool = false, at time: Double
  ) {
    (self.report, self.controls) = (report, controls)
    expires = time + Self.lifetime
    if looksForSticks { nextLook = time + Self.lookPause }
  }

  /// The page that shows how a phone sets up the kiosk. It stays until it is closed, as long as a phone is
  /// connected.
  init(_ phone: PhoneSession, at time: Double) {
    self.init(
      SystemReport(information: SystemInformation(), problems: [], entries: []), [.stopPhone], at: time)
    self.phone = phone
    stay(at: time)
  }

  /// Something has happened to the page for phones.
  mutating func show(_ phone: PhoneSession, at time: Double) {
    guard let old = self.phone else { return }
    self.phone = phone
    if old.isConnected != phone.isConnected { stay(at: time) }
  }

  /// Updates the report and the controls.
  mutating func show(_ report: SystemReport, _ controls: [SystemControl]) {
    guard phone == nil else { return }
    (self.report, self.controls) = (report, controls)
  }

  // The text.

  private func sections(_ environment: Environment) -> [PageSection] {
    phone?.sections(in: environment.words, at: environment.time) ?? report.sections(in: environment.words)
  }

  private func title(in words: Localizer) -> String { phone == nil ? report.name : words(.phoneTitle) }
  private func subtitle(in words: Localizer) -> String {
    phone == nil ? report.subtitle(in: words) : words(.phoneCard)
  }

  /// The text of the code, and its heading.
  private func code(in words: Localizer) -> (text: String, heading: String)? {
    if let phone { return phone.code.map { ($0, words(.phoneScan)) } }
    return report.code.map { ($0, words(.reportAsCode)) }
  }
}

extension PanelStack {
  /// Updates the system page, if it is visible.
  mutating func updateSystemPage(_ report: SystemReport, _ controls: [SystemControl]) {
    if change(SystemPage.self, { $0.show(report, controls) }) { layOutPanels(only: .system) }
  }
}

extension SystemPage: Panel {
  var name: ShellStatus.Screen { phone == nil ? .system : .phone }
  var layer: PanelLayer { .system }
  var swipeAxis: Point? { Point(0, 1) }

  // Time.

  /// Whether it closes by itself. It stays for the operator of a connected phone.
  private var closes: Bool { phone?.isConnected != true }
  var deadline: Double? {
    let due = min(closes ? expires : .infinity, minute ?? .infinity, nextLook ?? .infinity)
    return due < .infinity ? due : nil
  }
  var staysThroughVisits: Bool { phone?.isConnected == true }
  mutating func stay(at time: Double) { expires = time + (phone == nil ? Self.lifetime : Self.phoneLifetime) }
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if closes, expires <= environment.time { return output.want(.close) }
    if phone != nil { output.want(.layOut) }
    guard let look = nextLook, look <= environment.time else { return }
    nextLook = environment.time + Self.lookPause
    output.want(.effect(.stick(.find)))
  }

  func isMoving(at time: Double) -> Bool { scroll.isMoving }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    scroll.advance(to: environment.time)
    scroll.fit(length: height(environment), into: area(environment).size.height, at: environment.time)
  }

  /// Returns the height of all cards, in points.
  private func height(_ environment: Environment) -> Double {
    var lowest = 0.0
    forEachCard(environment) { _, place in lowest = max(lowest, place.maxY) }
    return lowest
  }

  // Input.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    let time = environment.time
    stay(at: time)
    switch gesture {
    case .tap(let point): tap(at: point, environment, &output)
    case .pressBegan(let point): press(control(at: point), chrome.isOnClose(point, environment), &output)
    case .pressEnded: press(nil, false, &output)
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
    guard chrome.isOnClose(point, environment) else { return }
    output.want(.sound(.tap))
    output.want(.close)
  }

  private func control(at point: Point) -> SystemControl? {
    layout.places.firstIndex { $0.contains(point) }.map { controls[$0] }
  }

  private mutating func press(
    _ control: SystemControl?, _ isClosePressed: Bool, _ output: inout PanelOutput
  ) {
    guard pressed != control || chrome.isClosePressed != isClosePressed else { return }
    (pressed, chrome.isClosePressed) = (control, isClosePressed)
    output.redraw()
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    let step = environment.metrics.fontSize * ContentScroll.keyStep
    let screen = area(environment).size.height
    switch event.key {
    case .enter, .space:
      guard event.phase == .pressed else { return true }
      if let focus { output.want(.control(focus)) } else { output.want(.close) }
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

  /// Moves the focus to the next control, or with −1 to the previous one. Past the ends, no control has the
  /// focus.
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

  /// Scrolls the cards.
  ///
  /// - Parameter duration: The duration in seconds; 0 for a motion by hand.
  private mutating func scroll(
    by distance: Double, duration: Double = ContentScroll.keyTime, _ environment: Environment,
    _ output: inout PanelOutput
  ) {
    scroll.scroll(by: distance, duration: duration, at: environment.time)
    output.redraw()
  }

  // The controls.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let words = environment.words
    let buttons = controls.indices.map { index in
      Element(
        id: ElementID("control", index), role: .button, label: controls[index].text(in: words),
        frame: layout.places.indices.contains(index) ? layout.places[index] : nil)
    }
    return scroll.elements(words) + buttons
      + [
        Element(
          id: .close, role: .close, label: words(.leave), frame: environment.pageMetrics.closeFrame)
      ]
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
    if let focus {
      let place = controls.firstIndex(of: focus).map { ElementCount($0 + 1, of: controls.count) }
      return [focus.text(in: words), words(.roleButton), place?.text(in: words) ?? ""]
    }
    guard earlier == nil else { return [] }
    var sentences = [title(in: words), subtitle(in: words)].filter { !$0.isEmpty }
    for section in sections(environment) {
      sentences.append(section.heading)
      sentences += section.text.split(separator: "\n").map(String.init)
    }
    return sentences + controls.map { $0.text(in: words) }
  }
}

// Layout and drawing.
extension SystemPage {
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let (theme, words, font) = (environment.theme, environment.words, environment.metrics.fontSize)
    let (height, column) = (environment.metrics.size.height, column(environment).width)
    func writing(
      _ text: String, _ size: Double, _ color: Color, width: Double, isBold: Bool = false
    ) -> Writing {
      environment.label(text, size: font * size, color: color, within: Size(width, height), isBold: isBold)
    }
    layout = SystemControlsLayout(controls.count, environment.pageMetrics)
    let head = area(environment).size.width
    title = writing(
      title(in: words), Self.titleSize, theme.header, width: report.time.isEmpty ? head : head * 0.7,
      isBold: true)
    let below = subtitle(in: words)
    subtitle = below.isEmpty ? nil : writing(below, Self.subtitleSize, theme.quiet, width: head)
    time =
      report.time.isEmpty
      ? nil : writing(report.time, Self.timeSize, theme.header, width: head * 0.3, isBold: true)
    let line = column - 2 * font * Self.cardMargin
    minute = phone?.change(after: environment.time)
    cards = sections(environment).map { section in
      let room = section.isWell == nil ? line : line - font
      return Card(
        heading: writing(section.heading, 0.8, theme.cardDetail, width: room, isBold: true),
        text: writing(
          section.text, section.isLarge ? Self.largeText : 0.85, theme.raisedText, width: line),
        isWell: section.isWell)
    }
    if let code = code(in: words) {
      let places = environment.pageMetrics
      let usual = max(Self.codeSide * places.pointsPerMillimeter, Self.leastCode / environment.scale)
      // The whole code fits, also on a small screen.
      let room = max(
        area(environment).size.height - font * Self.codeFrame, Self.leastLink / environment.scale)
      let side = min(line, phone == nil ? usual : min(usual, room))
      // The code comes first.
      cards.insert(
        Card(
          heading: writing(code.heading, 0.8, theme.cardDetail, width: line, isBold: true),
          text: Writing(.code(code.text), within: Size(side, side), scale: environment.scale), isWell: nil,
          isCode: true), at: phone == nil ? cards.count : 0)
    }
    chrome.layOut(environment, order: Self.drawingOrder, into: &effects)
    labels = zip(controls, layout.places).map { control, place in
      environment.label(
        control.text(in: words), size: font * Self.labelSize, color: theme.raisedText,
        within: place.inset(by: font * Self.margin).size, isBold: true, alignment: .center)
    }
    let above = [title, subtitle, time].compactMap(\.self)
    for writing in above + cards.flatMap({ [$0.heading, $0.text] }) + labels {
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = [
      title?.measured(picture, size: size), subtitle?.measured(picture, size: size),
      time?.measured(picture, size: size), chrome.measured(picture, size: size),
    ].contains(true)
    // Two cards can have equal text.
    for index in labels.indices where labels[index].measured(picture, size: size) { isOne = true }
    for index in cards.indices where cards[index].measured(picture, size: size) { isOne = true }
    return isOne
  }

  /// Returns the number of columns of cards, and their width.
  private func column(_ environment: Environment) -> (count: Int, width: Double) {
    let (metrics, foot) = (environment.metrics, environment.pageMetrics.foot)
    let gap = metrics.fontSize * Self.cardGap
    let most = Int((foot.size.width + gap) / (metrics.fontSize * Self.narrowestColumn + gap))
    let count = min(max(1, most), Self.mostColumns)
    return (count, ((foot.size.width - Double(count - 1) * gap) / Double(count)).rounded(.down))
  }

  /// Visits the cards with their places, from the upper left corner of the scrolled content. Each card goes
  /// into the shortest column.
  private func forEachCard(_ environment: Environment, _ body: (Card, Rectangle) -> Void) {
    let font = environment.metrics.fontSize
    let (gap, margin) = (font * Self.cardGap, font * Self.cardMargin)
    let column = column(environment)
    var lengths = [Double](repeating: 0, count: column.count)
    for card in cards where card.isThere(scale: environment.scale) {
      let height = card.height(gap: font * Self.textGap, scale: environment.scale) + 1.6 * margin
      let index = lengths.indices.min { lengths[$0] < lengths[$1] } ?? 0
      let corner = Point(Double(index) * (column.width + gap), lengths[index])
      body(card, Rectangle(origin: corner, size: Size(column.width, height)))
      lengths[index] += height + gap
    }
  }

  /// Returns the area of the cards on the screen, in points.
  private func area(_ environment: Environment) -> Rectangle {
    let (font, foot) = (environment.metrics.fontSize, environment.pageMetrics.foot)
    let gap = font * Self.cardGap
    let head = Self.titleSize + (subtitle == nil ? 0 : Self.subtitleSize)
    let top = (foot.origin.x + font * Self.line * head + gap).rounded()
    let end = min(foot.origin.y, layout.places.first?.origin.y ?? foot.origin.y) - gap
    return Rectangle(origin: Point(foot.origin.x, top), size: Size(foot.size.width, max(0, end - top)))
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let (theme, scale) = (environment.theme, environment.scale)
    frame.append(.color(theme.background), in: environment.screen)
    let (area, first) = (area(environment), frame.sprites.count)
    forEachCard(environment) { card, place in
      let seen = Rectangle(
        origin: area.origin + place.origin - Point(0, scroll.offset), size: place.size)
      draw(card, in: seen, environment, to: &frame)
    }
    // The scrolled content ends below the title and above the controls.
    let size = environment.metrics.size
    let clip = Rectangle(
      origin: Point(-size.width / 2, area.origin.y - size.height / 2),
      size: Size(size.width, area.size.height))
    for index in first..<frame.sprites.count { frame.sprites[index].clip = clip }
    drawHead(area, environment, to: &frame)
    drawControls(theme, scale, to: &frame)
    chrome.drawClose(on: Plane(), environment, to: &frame)
  }

  private func draw(
    _ card: Card, in area: Rectangle, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (theme, font) = (environment.theme, environment.metrics.fontSize)
    let (radius, margin) = (font * Self.cardRadius, font * Self.cardMargin)
    frame.appendBorder(theme, around: area, radius: radius)
    frame.append(.color(theme.raised), in: area, radius: radius)
    let corner = area.origin + Point(margin, margin * 0.8)
    if let isWell = card.isWell, let heading = card.heading.extent(scale: environment.scale) {
      let side = font * Self.disc
      let center = Point(area.maxX - margin - side / 2, corner.y + heading.height / 2)
      let color = (isWell ? TileMark.running : .unresponsive).color(theme, on: theme.raised)
      frame.append(
        .color(color), in: Rectangle(center: center, size: Size(side, side)), radius: side / 2)
    }
    let below = frame.append(card.heading, at: corner, scale: environment.scale)
    _ = frame.append(card.text, at: Point(corner.x, below + font * Self.textGap), scale: environment.scale)
  }

  private func drawHead(_ area: Rectangle, _ environment: Environment, to frame: inout SceneFrame) {
    let (font, scale) = (environment.metrics.fontSize, environment.scale)
    let top = environment.pageMetrics.foot.origin.x
    let line = font * Self.line * Self.titleSize
    if let time, let extent = time.extent(scale: scale) {
      let corner = Point((area.maxX - extent.width).rounded(), (top + (line - extent.height) / 2).rounded())
      _ = frame.append(time, at: corner, scale: scale)
    }
    if let title, let extent = title.extent(scale: scale) {
      let corner = Point(area.origin.x, (top + (line - extent.height) / 2).rounded())
      _ = frame.append(title, at: corner, scale: scale)
    }
    if let subtitle {
      _ = frame.append(subtitle, at: Point(area.origin.x, (top + line).rounded()), scale: scale)
    }
  }

  private func drawControls(_ theme: Theme, _ scale: Double, to frame: inout SceneFrame) {
    for (index, place) in layout.places.enumerated() {
      let control = controls[index]
      let radius = place.size.height * Self.radius
      let first = frame.sprites.count
      let line = focus == control ? Self.focusWidth : theme.borderWidth
      if line > 0 {
        let color = focus == control ? theme.progress : theme.border
        frame.append(.color(color), in: place.inset(by: -line), radius: radius + line)
      }
      frame.append(.color(theme.raised), in: place, radius: radius)
      frame.append(labels[index], around: place.center, scale: scale)
      if pressed == control { frame.fade(from: first, by: Self.pressedOpacity) }
    }
  }
}
