import Configuration
import Gestures
import RotundaGeometry
import Scene

/// A screen that explains why no tile opens: a pictogram, a large sentence, a smaller one, and the contact.
/// For a tile that a visitor opened, it also has buttons.
struct StateScreen: Sendable {
  /// The buttons.
  private enum Way: CaseIterable, Hashable {
    case again, back

    var phrase: Phrase { self == .again ? .tryAgain : .back }
    var element: ElementID { self == .again ? ElementID("again") : .close }
  }

  /// The texts.
  private struct Page: Sendable {
    var glyph, title: Writing
    var detail, contact: Writing?
    /// A QR code with the contact, for a telephone.
    var code: Writing?
    var ways: [Writing] = []

    var all: [Writing] { [glyph, title] + [detail, contact, code].compactMap { $0 } + ways }

    mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
      var isOne = glyph.measured(picture, size: size)
      if title.measured(picture, size: size) { isOne = true }
      if detail?.measured(picture, size: size) == true { isOne = true }
      if contact?.measured(picture, size: size) == true { isOne = true }
      if code?.measured(picture, size: size) == true { isOne = true }
      for index in ways.indices where ways[index].measured(picture, size: size) { isOne = true }
      return isOne
    }
  }

  private(set) var state: KioskState
  /// The contact for visitors; nil if not configured.
  private let contact: LocalizedText?
  /// The format of times of day.
  private let clock: HeaderSettings.Clock
  private var page: Page?
  private var fit = StateFit()
  /// The text as of the latest layout.
  private var said = MessageText("")
  private var saidContact = ""
  private var pressed, focus: Way?
  /// When it appeared. A screen instead of the tiles has no motion.
  private let start: Double

  private static let drawingOrder = -1
  /// Seconds in which it fades in.
  private static let duration = 0.22
  /// The opacities of the disc behind the pictogram, and of the grounds of the contact and of the second
  /// button.
  private static let (discOpacity, contactOpacity, wayOpacity) = (0.1, 0.1, 0.14)
  private static let focusWidth = 4.0
  private static let pressedScale = 0.96
  /// The middle of the screen's content on an upright screen, as a share of the height, if it has buttons.
  private static let uprightMiddle = 0.6
  /// The size of the pictogram as a share of the disc.
  private static let glyphShare = 0.54

  init(_ state: KioskState, contact: LocalizedText?, clock: HeaderSettings.Clock, at time: Double) {
    (self.state, self.contact, self.clock) = (state, contact, clock)
    if case .offline = state { start = time } else { start = -.infinity }
  }

  /// Reports whether another screen has the same content.
  func isSame(as other: StateScreen) -> Bool {
    state == other.state && contact == other.contact && clock == other.clock
  }

  /// The buttons; empty for a screen instead of the tiles.
  private var ways: [Way] { if case .offline = state { Way.allCases } else { [] } }
}

extension StateScreen: Panel {
  var name: ShellStatus.Screen { state.name }
  /// A screen for a tile that a visitor opened can close. Otherwise it replaces the tiles.
  var layer: PanelLayer { if case .offline = state { .page } else { .state } }
  var tileID: String? { if case .offline(let tile) = state { tile.id } else { nil } }

  func isMoving(at time: Double) -> Bool { time < start + Self.duration }

  // Input.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    switch gesture {
    case .pressBegan(let point): press(way(at: point, environment), &output)
    case .pressEnded, .touchEnded: press(nil, &output)
    case .tap(let point): if let way = way(at: point, environment) { choose(way, &output) }
    case .touchBegan, .doubleTap, .longPressBegan: break
    // The launcher handles bound swipes and gestures with several fingers.
    default: return false
    }
    return true
  }

  private mutating func press(_ way: Way?, _ output: inout PanelOutput) {
    guard pressed != way else { return }
    pressed = way
    output.redraw()
  }

  private func way(at point: Point, _ environment: Environment) -> Way? {
    guard let places = places(environment) else { return nil }
    return zip(ways, places.ways).first { $1.contains(point) }?.0
  }

  private func choose(_ way: Way, _ output: inout PanelOutput) {
    output.want(.sound(.tap))
    output.want(.close)
    if way == .again, let tileID { output.want(.retry(tile: tileID)) }
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    switch event.key {
    case .enter, .space:
      if event.phase == .pressed, let way = focus ?? ways.first { choose(way, &output) }
    case .escape: if !ways.isEmpty { output.want(.close) }
    case .left, .up: moveFocus(by: -1, &output)
    case .right, .down: moveFocus(by: 1, &output)
    case .tab: moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, &output)
    default: break
    }
    return true
  }

  private mutating func moveFocus(by step: Int, _ output: inout PanelOutput) {
    guard !ways.isEmpty else { return }
    let next = focus.flatMap { ways.firstIndex(of: $0) }.map { $0 + step } ?? (step > 0 ? 0 : ways.count - 1)
    focus = ways[min(max(next, 0), ways.count - 1)]
    output.redraw()
  }

  // Elements.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let places = places(environment)?.ways ?? []
    return ways.enumerated().map { index, way in
      Element(
        id: way.element, role: way == .back ? .close : .button, label: environment.words(way.phrase),
        frame: places.indices.contains(index) ? places[index] : nil)
    }
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    if let way = ways.first(where: { $0.element == element }) { choose(way, &output) }
  }

  // Speech.

  var spoken: SpokenPanel {
    SpokenPanel(
      panel: name, subject: said.detail, title: said.title, element: focus?.element,
      canBeClosed: !ways.isEmpty)
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    if let focus, earlier?.title == said.title {
      return elements(in: nil, environment).counted.first { $0.id == focus.element }?
        .sentences(in: environment.words) ?? []
    }
    return [said.title, said.detail, saidContact].filter { !$0.isEmpty }
  }
}

// Layout and drawing.
extension StateScreen {
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let (theme, words) = (environment.theme, environment.words)
    said = state.text(in: words, environment.languages, clock: clock)
    saidContact = self.contactText(environment)
    let labels = ways.map { words($0.phrase) }
    let link = state == .outOfOrder ? ContactLink(saidContact) : nil
    fit = StateFit(said, contact: saidContact, hasCode: link != nil, ways: labels, environment)
    func text(_ text: String, _ size: Double, _ color: Color, width: Double? = nil, isBold: Bool = false)
      -> Writing
    {
      var block = TextBlock(
        text, color: color, fontSize: size, fontFamily: isBold ? theme.titleFontFamily : theme.fontFamily,
        language: theme.language, isBold: isBold, alignment: .center)
      if isBold { block.mostLines = 4 }
      return Writing(
        block, within: Size(width ?? fit.width, environment.metrics.size.height), scale: environment.scale)
    }
    let disc = Size(fit.disc, fit.disc) * Self.glyphShare
    var page = Page(
      glyph: Writing(
        .pictogram(Pictogram(state.glyph.rawValue, color: theme.progress)), within: disc,
        scale: environment.scale),
      title: text(said.title, fit.titleSize, theme.header, width: fit.titleWidth, isBold: true))
    if !said.detail.isEmpty { page.detail = text(said.detail, fit.detailSize, theme.header) }
    if !saidContact.isEmpty {
      page.contact = text(
        saidContact, fit.contactSize, theme.header, width: fit.contactWidth)
    }
    if let link, fit.code > 0 {
      page.code = Writing(
        .code(link.address), within: Size(fit.code, fit.code), scale: environment.scale)
    }
    page.ways = zip(ways, labels).map { way, label in
      let color = way == .again ? theme.background.opacity(1) : theme.header
      return text(label, fit.waySize, color, width: fit.width * 0.9)
    }
    for writing in page.all { effects.append(.draw(writing.picture, order: Self.drawingOrder)) }
    if let old = self.page {
      for writing in old.all { if let size = writing.size { _ = page.measured(writing.picture, size: size) } }
    }
    self.page = page
  }

  private func contactText(_ environment: Environment) -> String {
    guard state.showsContact else { return "" }
    let contact = contact?.resolved(for: environment.languages) ?? ""
    return contact.isEmpty && state == .outOfOrder ? environment.words(.pleaseTell) : contact
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    page?.measured(picture, size: size) == true
  }

  /// The places of the parts, in points of the surface.
  private struct Places {
    var disc: Rectangle?
    var title: Rectangle
    var detail, contact: Rectangle?
    /// The code within the contact's ground; nil without one.
    var code: Rectangle?
    var ways: [Rectangle] = []
  }

  /// Returns the places; nil until all texts have been measured.
  private func places(_ environment: Environment) -> Places? {
    let (metrics, scale) = (environment.metrics, environment.scale)
    guard let page, let title = page.title.extent(scale: scale) else { return nil }
    let (detail, contact) = (page.detail?.extent(scale: scale), page.contact?.extent(scale: scale))
    if page.detail != nil, detail == nil { return nil }
    if page.contact != nil, contact == nil { return nil }
    let code = page.code?.extent(scale: scale)
    if page.code != nil, code == nil { return nil }
    // The picture is a single pixel if the code cannot be drawn.
    let side = code.map { $0.width * scale > 2 ? $0.width : 0 } ?? 0
    let card = contact.map { contact in
      side > 0
        ? Size(
          contact.width + side + fit.contactMargin.y + 2 * fit.contactMargin.x,
          max(contact.height, side) + 2 * fit.contactMargin.y)
        : Size(contact.width + 2 * fit.contactMargin.x, contact.height + 2 * fit.contactMargin.y)
    }
    var wayRows: [[Size]] = []
    for writing in page.ways {
      guard let extent = writing.extent(scale: scale) else { return nil }
      let size = Size(max(fit.way.width, extent.width + 2 * fit.waySize), fit.way.height)
      let taken = wayRows.last.map { $0.reduce(0) { $0 + $1.width + fit.gap } } ?? .infinity
      if taken + size.width <= fit.width {
        wayRows[wayRows.count - 1].append(size)
      } else {
        wayRows.append([size])
      }
    }
    let waysHeight = wayRows.isEmpty ? 0 : Double(wayRows.count) * (fit.way.height + fit.gap) + fit.gap
    let height =
      (fit.disc > 0 ? fit.disc + fit.gap * 1.2 : 0) + title.height + (detail.map { $0.height + fit.gap } ?? 0)
      + (card.map { $0.height + fit.gap * 1.8 } ?? 0) + waysHeight
    // On an upright screen, hands reach the lower part, and the tile's picture is in the upper part.
    let isUpright = metrics.size.height > metrics.size.width * Metrics.uprightShape
    let middle = isUpright && !ways.isEmpty ? Self.uprightMiddle : 0.5
    var top = max(0, metrics.size.height * middle - height / 2)
    func next(_ size: Size, after gap: Double) -> Rectangle {
      top += gap
      defer { top += size.height }
      return Rectangle(
        origin: Point(((metrics.size.width - size.width) / 2).rounded(), top.rounded()), size: size)
    }
    let disc = fit.disc > 0 ? next(Size(fit.disc, fit.disc), after: 0) : nil
    var places = Places(disc: disc, title: next(title, after: disc == nil ? 0 : fit.gap * 1.2))
    places.detail = detail.map { next($0, after: fit.gap) }
    places.contact = card.map { next($0, after: fit.gap * 1.8) }
    if side > 0, let card = places.contact {
      let edge = fit.contactMargin.y
      places.code = Rectangle(
        origin: Point(card.origin.x + edge, card.center.y - side / 2), size: Size(side, side))
    }
    for (index, row) in wayRows.enumerated() {
      let width = row.reduce(-fit.gap) { $0 + $1.width + fit.gap }
      var area = next(Size(width, fit.way.height), after: index == 0 ? fit.gap * 2 : fit.gap)
      for size in row {
        places.ways.append(Rectangle(origin: area.origin, size: size))
        area.origin.x += size.width + fit.gap
      }
    }
    return places
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    guard let page, let places = places(environment) else { return }
    let (theme, scale, first) = (environment.theme, environment.scale, frame.sprites.count)
    if let disc = places.disc {
      frame.append(
        .color(theme.tinge(theme.header, Self.discOpacity, on: theme.background)), in: disc,
        radius: disc.size.width / 2)
      frame.append(page.glyph, around: disc.center, scale: scale)
    }
    frame.append(page.title, at: places.title.origin, scale: scale)
    if let detail = page.detail, let place = places.detail {
      frame.append(detail, at: place.origin, scale: scale)
    }
    if let contact = page.contact, let place = places.contact {
      let radius = places.code == nil ? min(place.size.height / 2, fit.contactMargin.x) : fit.contactMargin.y
      frame.appendBorder(theme, around: place, radius: radius)
      frame.append(
        .color(theme.tinge(theme.header, Self.contactOpacity, on: theme.background)), in: place,
        radius: radius)
      if let area = places.code, let code = page.code {
        frame.append(.picture(code.picture, placeholder: .clear), in: area, radius: radius / 2)
        let left = area.maxX + fit.contactMargin.x
        let extent = contact.extent(scale: scale)?.height ?? 0
        frame.append(
          contact, at: Point(left.rounded(), (place.center.y - extent / 2).rounded()), scale: scale)
      } else {
        frame.append(contact, around: place.center, scale: scale)
      }
    }
    for (index, place) in places.ways.enumerated() {
      append(ways[index], page.ways[index], in: place, theme, scale, to: &frame)
    }
    let part = min(max((environment.time - start) / Self.duration, 0), 1)
    if part < 1 { frame.fade(from: first, by: part) }
  }

  private func append(
    _ way: Way, _ label: Writing, in place: Rectangle, _ theme: Theme, _ scale: Double,
    to frame: inout SceneFrame
  ) {
    let area = pressed == way ? place.scaled(by: Self.pressedScale) : place
    let radius = area.size.height / 2
    if focus == way {
      frame.append(
        .color(theme.progress), in: area.inset(by: -2 * Self.focusWidth), radius: radius + 2 * Self.focusWidth
      )
      frame.append(
        .color(theme.background.opacity(1)), in: area.inset(by: -Self.focusWidth),
        radius: radius + Self.focusWidth)
    } else {
      frame.appendBorder(theme, around: area, radius: radius)
    }
    let color =
      way == .again ? theme.header : theme.tinge(theme.header, Self.wayOpacity, on: theme.background)
    frame.append(.color(color), in: area, radius: radius)
    frame.append(label, around: area.center, scale: scale)
  }
}

/// The sizes of the parts. All of it must fit on every screen. Sizes are estimates, because text is measured
/// only when it is drawn. Lengths are in points.
private struct StateFit: Sendable {
  private(set) var (titleSize, titleWidth, detailSize, width, disc) = (0.0, 0.0, 0.0, 0.0, 0.0)
  /// The side of the code; 0 without room.
  private(set) var code = 0.0
  private(set) var way = Size.zero

  /// In font sizes, and the height of a line in its letters.
  private static let (title, detail, line, widest, widestTitle) = (2.6, 1.2, 1.42, 32.0, 48.0)
  /// The width of a headline of several lines, as a multiple of the width that its letters need. It makes the
  /// lines about equally long.
  private static let balance = 1.1
  private static let discSize = 6.0
  /// The height of a button in millimeters, which a hand from the side hits without aiming; and its width as
  /// a multiple of its height.
  private static let (wayHeight, wayShape) = (15.0, 3.4)
  /// The side of the code in millimeters, which a telephone reads from a step away.
  private static let codeSide = 32.0
  /// The least side of the code in pixels, and its greatest side as a share of the height.
  private static let (leastCode, mostCode) = (111.0, 0.24)
  /// The share of the screen's height between the header and an equal margin at the lower edge.
  private static let share = 0.74

  init() {}

  init(
    _ text: MessageText, contact: String, hasCode: Bool = false, ways: [String], _ environment: Environment
  ) {
    let (metrics, places) = (environment.metrics, environment.pageMetrics)
    let (size, plain) = (metrics.size, metrics.plainFontSize)
    let room = size.height * Self.share
    var font = metrics.fontSize
    disc = Self.discSize * plain
    if hasCode {
      let least = Self.leastCode / environment.scale
      code = min(max(Self.codeSide * places.pointsPerMillimeter, least), size.height * Self.mostCode)
      if code < least { code = 0 }
    }
    while true {
      width = min(size.width * 0.86, font * Self.widest)
      titleWidth = min(size.width * 0.86, font * Self.widestTitle)
      (titleSize, detailSize) = (font * Self.title, font * Self.detail)
      let height = max(Self.wayHeight * places.pointsPerMillimeter, waySize * 2.2)
      way = Size(min(height * Self.wayShape, (width - gap) / 2), min(height, size.height * 0.15)).rounded
      func lines(_ text: String, _ size: Double, _ width: Double) -> Double {
        text.isEmpty ? 0 : Double(NoticeFit.lines(text, width: width / size)) * size * Self.line
      }
      let titleLines = Double(NoticeFit.lines(text.title, width: titleWidth / titleSize))
      let title = titleLines * titleSize * Self.line
      let contactHeight =
        contact.isEmpty
        ? 0
        : max(lines(contact, contactSize, contactWidth), code) + 2 * contactMargin.y + 1.8 * gap
      let row = ways.reduce(-gap) { $0 + gap + max(way.width, NoticeFit.width($1) * waySize + 2 * waySize) }
      let rows = ways.isEmpty ? 0 : row <= width ? 1 : Double(ways.count)
      let writing =
        title + lines(text.detail, detailSize, width) + gap + contactHeight + rows * (way.height + gap) + gap
      if disc > 0, writing + disc + 1.2 * gap > room { disc = writing + disc > room * 1.25 ? 0 : disc * 0.8 }
      // A headline has at most three lines.
      let isWhole = writing + disc <= room && titleLines <= 3
      if titleLines > 1 {
        titleWidth = min(titleWidth, NoticeFit.width(text.title) * titleSize / titleLines * Self.balance)
      }
      if isWhole || font <= plain * 0.5 { break }
      // Text takes precedence over the code.
      if font <= plain * 0.7 { code = 0 }
      font *= 0.94
    }
  }

  var contactSize: Double { detailSize * 0.92 }
  var waySize: Double { detailSize }
  var gap: Double { detailSize * 0.75 }
  /// The width of the contact's lines, beside the code.
  var contactWidth: Double {
    width - 2 * contactMargin.x - (code > 0 ? code + contactMargin.y : 0)
  }
  /// The margin between the edge of the contact's ground and its text.
  var contactMargin: Point { Point(contactSize * 1.3, contactSize * 0.6) }
}

extension Size {
  fileprivate var rounded: Size { Size(width.rounded(), height.rounded()) }
}
